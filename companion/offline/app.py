"""The app for offline mode in the phone's browser (Pyodide), and its bridge to the service worker.

The worker must store the changes before the page gets the response. A service worker cannot read or set
cookies, so the bridge keeps the cookies itself.
"""

import gc
import io
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes, urlsplit

from flask import Flask, Response
from jinja2 import ModuleLoader

from companion.offline import pages
from companion.offline.store import BrowserStore
from companion.services import services_of
from companion.tables.table_store import TableStore
from companion.web.app_factory import create_table_app


class BridgeResponse(NamedTuple):
    """An HTTP response, and the texts that the browser must store before the page gets this response."""

    status: int
    headers: list[tuple[str, str]]
    changes: list[tuple[str, str | None]]
    """Name and new text of each change; None if the text is deleted."""
    body: bytes = b""


class Bridge:
    """Passes the requests of one phone to a WSGI app.

    It keeps the phone's cookies, and collects the changes to the texts that the browser stores.
    """

    def __init__(self) -> None:
        self._changes: dict[str, str | None] = {}
        self._cookies: dict[str, str] = {}
        self._cookie_count = 0
        """Number of the newest cookie: browsers send cookies in the order in which they were set."""
        self._app: Callable[..., Iterable[bytes]] | None = None
        self._body: Iterable[bytes] = ()

    def record_change(self, name: str, text: str | None) -> None:
        """Record that the browser must store ``text`` under ``name``; None: delete the stored text."""
        self._changes[name] = text

    def connect(self, app: Callable[..., Iterable[bytes]], texts: Mapping[str, str]) -> None:
        """Send all requests to this app from now on. ``texts`` are the stored texts, with the cookies."""
        self._app = app
        cookies = [
            (*json.loads(text), name.removeprefix("cookie/"))
            for name, text in texts.items()
            if name.startswith("cookie/")
        ]
        self._cookies = {name: value for _, value, name in sorted(cookies)}
        self._cookie_count = max((number for number, *_ in cookies), default=0)

    def answer(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes = b""
    ) -> BridgeResponse:
        """Send a request to the app. Return its response with the body."""
        return self.send(method, url, headers, body)._replace(body=self.render_body())

    def send(self, method: str, url: str, headers: Mapping[str, str], body: bytes = b"") -> BridgeResponse:
        """Send a request to the app. Return its response without the body (see ``render_body``)."""
        assert self._app is not None, "not open yet"
        self._changes = {}
        started: dict[str, Any] = {}

        def start_response(status: str, header_list: list[tuple[str, str]], _: object = None) -> None:
            started.update(status=int(status.split()[0]), headers=header_list)

        self._body = self._app(self._wsgi_environment(method, url, headers, body), start_response)
        other_headers = self._store_cookies(started["headers"])
        return BridgeResponse(started["status"], other_headers, [*self._changes.items()])

    def render_body(self) -> bytes:
        """Return the body of the last response. Raise RuntimeError if rendering changes a stored text."""
        change_count, parts = len(self._changes), self._body
        try:
            content = b"".join(parts)
        finally:
            if hasattr(parts, "close"):
                parts.close()
        if len(self._changes) > change_count:
            raise RuntimeError("changed while it was drawn, and not kept")
        return content

    def _wsgi_environment(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes
    ) -> dict[str, Any]:
        parts = urlsplit(url)
        has_prefix = parts.path == pages.URL_PREFIX or parts.path.startswith(f"{pages.URL_PREFIX}/")
        path = parts.path.removeprefix(pages.URL_PREFIX) if has_prefix else parts.path
        environment = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": pages.URL_PREFIX if has_prefix else "",
            "PATH_INFO": unquote_to_bytes(path or "/").decode("latin-1"),
            "QUERY_STRING": parts.query,
            "SERVER_NAME": parts.hostname or "localhost",
            "SERVER_PORT": str(parts.port or {"https": 443}.get(parts.scheme, 80)),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_HOST": parts.netloc,
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in self._cookies.items()),
            "wsgi.url_scheme": parts.scheme,
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
        }
        for name, text in headers.items():
            key = name.upper().replace("-", "_")
            if key == "CONTENT_TYPE":
                environment[key] = text
            elif key not in ("CONTENT_LENGTH", "COOKIE", "HOST"):
                environment[f"HTTP_{key}"] = text
        return environment

    def _store_cookies(self, headers: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        others = []
        for header in headers:
            if header[0].lower() != "set-cookie":
                others.append(header)
                continue
            pair, *attributes = header[1].split(";")
            name, _, value = pair.strip().partition("=")
            self._cookies.pop(name, None)  # the newest must be last, as browsers send cookies
            if any(attribute.strip().lower() == "max-age=0" for attribute in attributes):
                self.record_change(f"cookie/{name}", None)
            else:
                self._cookies[name] = value
                self._cookie_count += 1
                self.record_change(f"cookie/{name}", json.dumps([self._cookie_count, value]))
        return others


COMPILED_TEMPLATES_FOLDER = Path(__file__).resolve().parent / "templates"
"""Folder of the templates that ``make offline`` compiled. It does not exist in a checkout."""


def create_offline_app(store: TableStore) -> Flask:
    """Return the Flask app for offline mode with the tables of this store."""
    app = create_table_app(store)
    app.jinja_env.globals |= {
        "offline_prefix": pages.URL_PREFIX,
        "find_uploaded_table": pages.find_uploaded_table,
    }
    if COMPILED_TEMPLATES_FOLDER.is_dir():
        app.jinja_env.loader = ModuleLoader(str(COMPILED_TEMPLATES_FOLDER))
    app.register_blueprint(pages.bp)
    app.after_request(_ask_page_to_refresh)
    return app


def open_offline_app(
    texts: Mapping[str, str], assets: dict[str, str] | None = None, has_server: bool = True
) -> Bridge:
    """Start the offline app with the stored texts of the browser, and return the bridge to the app.

    ``assets`` maps static files to URLs; or the app makes them. ``has_server`` is False on a static site.
    """
    offline_app = _prepared_apps.pop() if _prepared_apps else OfflineApp()
    offline_app.app.jinja_env.globals["has_server"] = has_server
    offline_app.store.fill(texts)
    if assets is not None:
        services = replace(services_of(offline_app.app), asset_urls=assets)
        offline_app.app.extensions["companion"] = services
    offline_app.bridge.connect(offline_app.app, texts)
    return offline_app.bridge


class OfflineApp:
    """An app with an empty store, and the bridge that collects the changes for the browser to store."""

    def __init__(self) -> None:
        self.bridge = Bridge()
        self.store = BrowserStore(self.bridge.record_change)
        self.app = create_offline_app(self.store)


_prepared_apps: list[OfflineApp] = []


def prepare_for_snapshot() -> None:
    """Create an app in advance, so that a snapshot of Python's memory contains it.

    The garbage collector ignores the app's objects from now on, which makes entries faster.
    """
    _prepared_apps.append(OfflineApp())
    gc.collect()
    gc.freeze()


def _ask_page_to_refresh(response: Response) -> Response:
    """Make the page reload its fragments after a form, because no stream sends them in offline mode."""
    if response.status_code == 204:
        events = response.headers.get("HX-Trigger")
        response.headers["HX-Trigger"] = f"{events}, table:stale" if events else "table:stale"
    return response
