"""A tunnel program, where one is installed, gives the house an address with https that any phone can open.

All that is played then passes through whoever runs the tunnel.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from flask import has_request_context, request
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.home.addresses import ALL, is_loopback
from companion.home.beside import start_beside
from companion.home.listening import CannotListen, Hindrance
from companion.home.tunnel_program import PROGRAMS, TunnelProgram

NO_TUNNEL = 18
"""The exit code where no tunnel program can be begun."""
_THROUGH = "companion.through_tunnel"


def tunnel_given() -> TunnelProgram | None:
    """The program that ``COMPANION_TUNNEL`` asks for: ``1`` for any. CannotListen where it is not here."""
    asked = os.environ.get("COMPANION_TUNNEL", "")
    if asked in ("", "0"):
        return None
    wanted = [program for program in PROGRAMS if asked in ("1", program.name)]
    for program in wanted:
        if shutil.which(program.name):
            return program
    names = " or ".join(program.name for program in wanted or PROGRAMS)
    raise CannotListen(
        Hindrance(NO_TUNNEL, f"There is no tunnel program: install {names}, or start without a tunnel.")
    )


def start_tunnel(data: Path, program: TunnelProgram, host: str, port: int) -> None:
    """Have the program lead to this server for as long as it lives."""
    data.mkdir(parents=True, exist_ok=True)
    _file(data).unlink(missing_ok=True)
    target = f"http://{'127.0.0.1' if host in ALL else host}:{port}"
    start_beside("companion.home.tunnel_program", program.name, target, str(_file(data)))


def tunnel_address(data: Path, patience: float = 0.0) -> str:
    """The address of the tunnel while it stands, after so many seconds at most; else empty."""
    until = time.monotonic() + patience
    while True:
        try:
            return _file(data).read_text(encoding="ascii")
        except OSError:
            if time.monotonic() >= until:
                return ""
            time.sleep(0.1)


def _file(data: Path) -> Path:
    return data / "tunnel-address"


class Tunnelled:
    """Believes what a program on this machine says of those whom it brings: their addresses, and https."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        self._app, self._of_others = app, ProxyFix(app)

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """An answer, to somebody else where the request was brought."""
        if is_loopback(environ["REMOTE_ADDR"]) and "HTTP_X_FORWARDED_FOR" in environ:
            environ[_THROUGH] = True
            return self._of_others(environ, start_response)
        return self._app(environ, start_response)


def came_through_tunnel() -> bool:
    """Whether the request that is answered was brought by the tunnel."""
    return has_request_context() and _THROUGH in request.environ
