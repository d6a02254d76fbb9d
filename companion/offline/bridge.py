"""One request of a page as one call: the answer, and what must be kept before the page hears it.

A service worker cannot read or set cookies, so the offline app stores its own.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes, urlsplit

PREFIX = "/pocket"
"""Below this lie the pages of the offline app that are no table's."""


class BridgeResponse(NamedTuple):
    """How an answer begins, what is to be kept for good before a page gets it, and what stands in it."""

    status: int
    headers: list[tuple[str, str]]
    changes: list[tuple[str, str | None]]
    """Texts by name; None where one is dropped."""
    body: bytes = b""


class Bridge:
    """A WSGI app for one phone, with its cookies and a list of what each request changed."""

    def __init__(self) -> None:
        self._changes: dict[str, str | None] = {}
        self._cookies: dict[str, str] = {}
        self._newest = 0
        self._app: Callable[..., Iterable[bytes]] | None = None
        self._rest: Iterable[bytes] = ()

    def keep(self, name: str, text: str | None) -> None:
        """Have a text kept, or dropped, with the answer to the request that is being answered."""
        self._changes[name] = text

    def open(self, app: Callable[..., Iterable[bytes]], texts: Mapping[str, str]) -> None:
        """Answer with this app from now on, with the cookies among what was kept."""
        self._app = app
        cookies = [
            (*json.loads(text), name.removeprefix("cookie/"))
            for name, text in texts.items()
            if name.startswith("cookie/")
        ]
        self._cookies = {name: text for _, text, name in sorted(cookies)}
        self._newest = max((number for number, *_ in cookies), default=0)

    def answer(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes = b""
    ) -> BridgeResponse:
        """Ask the app."""
        return self.begin(method, url, headers, body)._replace(body=self.rest())

    def begin(self, method: str, url: str, headers: Mapping[str, str], body: bytes = b"") -> BridgeResponse:
        """Ask the app for how it begins: what is to be kept may be written while it draws the ``rest``."""
        assert self._app is not None, "not open yet"
        self._changes = {}
        begun: dict[str, Any] = {}

        def start(status: str, out: list[tuple[str, str]], _: object = None) -> None:
            begun.update(status=int(status.split()[0]), headers=out)

        self._rest = self._app(self._environment(method, url, headers, body), start)
        rest_of_headers = self._without_cookies(begun["headers"])
        return BridgeResponse(begun["status"], rest_of_headers, [*self._changes.items()])

    def rest(self) -> bytes:
        """What stands in the answer that has begun; it changes nothing more."""
        changes, parts = len(self._changes), self._rest
        try:
            content = b"".join(parts)
        finally:
            if hasattr(parts, "close"):
                parts.close()
        if len(self._changes) > changes:
            raise RuntimeError("changed while it was drawn, and not kept")
        return content

    def _environment(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes
    ) -> dict[str, Any]:
        """The request as PEP 3333 has it."""
        asked = urlsplit(url)
        below = asked.path == PREFIX or asked.path.startswith(f"{PREFIX}/")
        path = asked.path.removeprefix(PREFIX) if below else asked.path
        environment = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": PREFIX if below else "",
            "PATH_INFO": unquote_to_bytes(path or "/").decode("latin-1"),
            "QUERY_STRING": asked.query,
            "SERVER_NAME": asked.hostname or "localhost",
            "SERVER_PORT": str(asked.port or {"https": 443}.get(asked.scheme, 80)),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_HOST": asked.netloc,
            "HTTP_COOKIE": "; ".join(f"{name}={text}" for name, text in self._cookies.items()),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": asked.scheme,
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        for name, text in headers.items():
            key = name.upper().replace("-", "_")
            if key == "CONTENT_TYPE":
                environment[key] = text
            elif key not in ("CONTENT_LENGTH", "COOKIE", "HOST"):
                environment[f"HTTP_{key}"] = text
        return environment

    def _without_cookies(self, headers: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """Put into the jar what the app leaves on a device; the rest of the headers."""
        rest = []
        for header in headers:
            if header[0].lower() != "set-cookie":
                rest.append(header)
                continue
            pair, *attributes = header[1].split(";")
            name, _, text = pair.strip().partition("=")
            self._cookies.pop(name, None)  # the newest stands last, as browsers send them
            if any(one.strip().lower() == "max-age=0" for one in attributes):
                self.keep(f"cookie/{name}", None)
            else:
                self._cookies[name] = text
                self._newest += 1
                self.keep(f"cookie/{name}", json.dumps([self._newest, text]))
        return rest
