"""Searches everything that an app sends or stores for the secrets that the app has created.

A response may contain only secrets of its request, and those created while it was made. Logs, metrics,
the database and caches may contain none. The tests of pages, of the API and of hostile requests use this
for each app.
"""

import logging
import re
import secrets
import sqlite3
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, current_app, has_app_context
from itsdangerous import URLSafeSerializer
from prometheus_client import generate_latest
from werkzeug.datastructures import Headers
from werkzeug.wsgi import ClosingIterator

from companion.lan.host_page import secret_path
from companion.server import monitoring
from companion.server.monitoring import metrics_of
from companion.services import services_of
from companion.tables import links
from companion.tables.links import hash_secret

MIN_SECRET_BYTES = 18
"""Bytes of the shortest secret. Shorter random values are ids that everybody at a table may know."""
MAX_SECRETS = 200
CHECKED_ONLY_LOG_LEVEL = logging.INFO - 1
SECRETS_EXTENSION_NAME = "secrets that a test saw created"
WsgiEnviron = dict[str, Any]


class LeakError(AssertionError):
    """Raised if a secret is shown to somebody who must not know it."""


class _CreatedSecrets(threading.local):
    """The secrets that were created while this thread handles a request."""

    created: set[str] | None = None


class _LogChecker(logging.Handler):
    """A logging handler that raises LeakError if a formatted record contains a secret or a table's code."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.private: deque[str] = deque(maxlen=400)
        self.setFormatter(monitoring.JsonFormatter())

    def emit(self, record: logging.LogRecord) -> None:
        line = self.format(record)
        if leaked := [one for one in self.private if one in line]:
            raise LeakError(f"a line of {record.name} tells {leaked}: {line}")


_request_secrets, _log_checker = _CreatedSecrets(), _LogChecker()


def _check_access_log(line: logging.LogRecord) -> bool:
    _log_checker.emit(line)
    return monitoring.log.level != CHECKED_ONLY_LOG_LEVEL


def get_created_secrets(app: Flask) -> dict[str, None]:
    """Return a dict whose keys are the secrets of an app in the order of creation."""
    created: dict[str, None] = app.extensions.setdefault(SECRETS_EXTENSION_NAME, {})
    if not created and "phones" in app.extensions:
        created[secret_path(app).removeprefix("/host/")] = None
    return created


def _record_secret(secret: str) -> str:
    if _request_secrets.created is not None:
        _request_secrets.created.add(secret)
    created = get_created_secrets(current_app) if has_app_context() else {}
    if secret not in created:
        created[secret] = None
        _log_checker.private.append(secret)
    if len(created) > MAX_SECRETS:
        del created[next(iter(created))]
    return secret


def _get_session_text(app: Flask, cookies: str) -> str:
    request = app.request_class({"HTTP_COOKIE": cookies})
    return str(dict(app.session_interface.open_session(app, request) or {}))


def _get_request_text(environ: WsgiEnviron) -> str:
    body: Any = environ.get("wsgi.input")
    sent = body.getvalue().decode("latin-1") if hasattr(body, "getvalue") else ""
    texts = (text for name, text in environ.items() if isinstance(text, str))
    return "\n".join((*texts, sent))


def _get_public_reason(headers: Headers) -> str:
    """Return why people other than the receiver may read this response, or "" if they may not."""
    if "attachment" in headers.get("Content-Disposition", ""):
        return "a file to hand on"
    if not re.search("no-store|private", headers.get("Cache-Control", "")):
        return "a cache in between may keep it"
    return ""


def assert_no_secret(app: Flask, where: str, text: str, known: str = "", new: Iterable[str] = ()) -> None:
    """Raise LeakError if ``text`` contains a secret that the app has created. The error names ``where``.

    Secrets that are also in the text ``known`` or in ``new`` are allowed.
    """
    leaked = [
        one for one in get_created_secrets(app) if one in text and one not in known and one not in new
    ]
    if leaked:
        around = [text[max(0, text.index(one) - 60) : text.index(one)] for one in leaked]
        raise LeakError(f"{where} tells {leaked}, after {around}")


def _respond_and_check(app: Flask, environ: WsgiEnviron, start_response: Any) -> Iterable[bytes]:
    where = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}"
    before, created = _request_secrets.created, set[str]()
    brought = _get_request_text(environ) + _get_session_text(app, environ.get("HTTP_COOKIE", ""))
    for_others = [""]

    def check_headers(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
        for_others[0] = _get_public_reason(Headers(headers))
        assert_no_secret(app, f"a header of {where}", str(Headers(headers)), brought, created)
        for cookie in Headers(headers).getlist("Set-Cookie"):
            if not ("HttpOnly" in cookie and "SameSite=Lax" in cookie):
                raise LeakError(f"{where} leaves a cookie to scripts or to other sites: {cookie}")
            assert_no_secret(app, f"a cookie of {where}", _get_session_text(app, cookie), brought, created)
        return start_response(status, headers, *error)

    def iterate_checked_parts(parts: Iterable[bytes]) -> Iterator[bytes]:
        for part in parts:
            text = part.decode("latin-1")
            assert_no_secret(app, where, text, brought, created)
            if for_others[0]:
                assert_no_secret(app, f"{where} ({for_others[0]})", text)
            yield part

    _request_secrets.created = created
    try:
        parts = app.wsgi_app(environ, check_headers)
    finally:
        _request_secrets.created = before
    return ClosingIterator(iterate_checked_parts(parts), getattr(parts, "close", None))


def assert_no_secret_stored(app: Flask) -> None:
    if SECRETS_EXTENSION_NAME not in app.extensions:
        return
    assert_no_secret(app, "/metrics", generate_latest(metrics_of(app).registry).decode())
    for page in services_of(app).pages.values():
        assert_no_secret(app, "a cached page", page.html())
    file = Path(app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///"))
    for written in file.parent.glob(f"{file.name}*") if file.is_file() else ():
        assert_no_secret(app, f"the database's {written.suffix}", written.read_bytes().decode("latin-1"))


def assert_no_secret_logged(log: Path, database: Path) -> None:
    """Raise LeakError if a server's log contains a table's code or a secret in the database."""
    with closing(sqlite3.connect(database)) as connection:
        queries = [f"SELECT digest FROM '{table}'" for table in ("link", "group", "edition")]
        digests = {digest for query in queries for (digest,) in connection.execute(query)}
        codes = {code for (code,) in connection.execute("SELECT code FROM 'table'")}
    words = set(re.findall(r"[\w-]+", log.read_text("utf-8", errors="replace")))
    leaked = {word for word in words if word in codes or hash_secret(word) in digests}
    if leaked:
        raise LeakError(f"the server's log tells {leaked}")


@contextmanager
def fail_on_leaks() -> Iterator[None]:
    """Check all apps during the block: a leaked secret raises LeakError."""
    make_token, make_code = secrets.token_urlsafe, links.make_join_code
    derived = {
        (URLSafeSerializer, "dumps"): URLSafeSerializer.dumps,
        (links, "derive_secret"): links.derive_secret,
    }

    def make_recorded_token(size: int | None = None) -> str:
        return _record_secret(make_token(size)) if size and size >= MIN_SECRET_BYTES else make_token(size)

    def make_recorded_code(store: Any) -> str:
        join_code = make_code(store)
        _log_checker.private.append(join_code)
        return join_code

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_urlsafe", make_recorded_token)
        patch.setattr("companion.tables.opening.make_join_code", make_recorded_code)
        for (module, name), by in derived.items():
            patch.setattr(module, name, lambda *of, by=by: _record_secret(by(*of)))
        patch.setattr(Flask, "__call__", _respond_and_check)
        patch.setattr(logging, "_logRecordFactory", logging.getLogRecordFactory())
        monitoring.redact_logs()
        monitoring.log.setLevel(CHECKED_ONLY_LOG_LEVEL)
        monitoring.log.addFilter(_check_access_log)
        logging.getLogger().addHandler(_log_checker)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(_log_checker)
            monitoring.log.removeFilter(_check_access_log)
            monitoring.log.setLevel(logging.NOTSET)


@pytest.fixture(scope="package", autouse=True)
def check_for_leaked_secrets() -> Iterator[None]:
    """Fail on leaked secrets in all tests of a package whose conftest imports this fixture."""
    with fail_on_leaks():
        yield
