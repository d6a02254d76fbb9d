"""Keeps a tunnel open: ``python -m companion.home.tunnel_program NAME TARGET FILE``.

It does so until its standard input ends. FILE has the address as long as the tunnel stands; what the
program says is in ``tunnel.log`` beside it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

AGAIN = 5.0
"""Seconds after which a tunnel that broke down is begun anew."""
TO_END = 5.0
"""Seconds that the program has to end by itself."""


@dataclass(frozen=True, slots=True)
class TunnelProgram:
    """How a program is begun, before the address it is to lead to, and what its own address looks like."""

    name: str
    arguments: tuple[str, ...]
    address: re.Pattern[str]


PROGRAMS = (
    TunnelProgram(
        "cloudflared",
        ("tunnel", "--no-autoupdate", "--url"),
        re.compile(r"https://(?!api\.)[a-z0-9-]+\.trycloudflare\.com"),
    ),
    TunnelProgram(
        "tailscale",
        ("funnel",),
        re.compile(r"https://[a-z0-9-]+(?:\.[a-z0-9-]+)+\.ts\.net(?::\d+)?"),
    ),
)
"""The first that is installed is taken."""


class _OpenTunnel:
    """The program as it runs, again and again, until it is ended."""

    def __init__(self, program: TunnelProgram, target: str, file: Path) -> None:
        self._program, self._target, self._file = program, target, file
        self._process: subprocess.Popen[str] | None = None
        self._ended = threading.Event()
        self._keeping = threading.Thread(target=self._keep)
        self._keeping.start()

    def end(self) -> None:
        """End the program, harder after a while."""
        self._ended.set()
        for hard in (False, True):
            if self._process:
                (self._process.kill if hard else self._process.terminate)()
            self._keeping.join(TO_END)

    def _keep(self) -> None:
        while not self._ended.is_set():
            command = [shutil.which(self._program.name) or self._program.name]
            self._process = subprocess.Popen(
                [*command, *self._program.arguments, self._target], stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
            )  # fmt: skip
            with self._process:
                self._listen(self._process.stdout or ())
            self._file.unlink(missing_ok=True)
            self._ended.wait(AGAIN)

    def _listen(self, said: Iterable[str]) -> None:
        with self._file.with_name("tunnel.log").open("w", encoding="utf-8", buffering=1) as log:
            for line in said:
                log.write(line)
                if found := self._program.address.search(line):
                    whole = self._file.with_suffix(".new")
                    whole.write_text(found[0], encoding="ascii")
                    whole.replace(self._file)


def _run(name: str, target: str, file: str) -> None:
    [program] = [program for program in PROGRAMS if program.name == name]
    tunnel = _OpenTunnel(program, target, Path(file))
    sys.stdin.buffer.read()
    tunnel.end()


if __name__ == "__main__":
    _run(*sys.argv[1:])
