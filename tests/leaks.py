"""Search everything that leaves an app for the secrets that it has created.

A response may contain only secrets of the request, and those created while it was answered. Logs, metrics,
the database and caches may contain none. The tests of pages, of the API and of hostile requests use this
for every app.
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
JUST_BELOW_INFO = logging.INFO - 1
EXTENSION = "secrets that a test saw made"
Environ = dict[str, Any]


class LeakError(AssertionError):
    """A secret was shown to somebody who must not know it."""


class _CreatedSecrets(threading.local):
    """The secrets that were created while the current thread answers a request."""

    made: set[str] | None = None


class _LogChecker(logging.Handler):
    """Formats each log record as a server would, and fails if it contains a secret or a code."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.private: deque[str] = deque(maxlen=400)
        self.setFormatter(monitoring.JsonFormatter())

    def emit(self, record: logging.LogRecord) -> None:
        line = self.format(record)
        if told := [one for one in self.private if one in line]:
            raise LeakError(f"a line of {record.name} tells {told}: {line}")


_request, _log = _CreatedSecrets(), _LogChecker()


def _read_answers(line: logging.LogRecord) -> bool:
    """Check the access log. Return False to drop the record, unless a test reads this log."""
    _log.emit(line)
    return monitoring.log.level != JUST_BELOW_INFO


def created_secrets(app: Flask) -> dict[str, None]:
    """Return the secrets of an app, the newest last, including the one of its host's page."""
    made: dict[str, None] = app.extensions.setdefault(EXTENSION, {})
    if not made and "phones" in app.extensions:
        made[secret_path(app).removeprefix("/host/")] = None
    return made


def _record_secret(secret: str) -> str:
    if _request.made is not None:
        _request.made.add(secret)
    made = created_secrets(current_app) if has_app_context() else {}
    if secret not in made:
        made[secret] = None
        _log.private.append(secret)
    if len(made) > MAX_SECRETS:
        del made[next(iter(made))]
    return secret


def _session_text(app: Flask, cookies: str) -> str:
    """Return the contents of the signed session among these cookies."""
    request = app.request_class({"HTTP_COOKIE": cookies})
    return str(dict(app.session_interface.open_session(app, request) or {}))


def _request_text(environ: Environ) -> str:
    body: Any = environ.get("wsgi.input")
    sent = body.getvalue().decode("latin-1") if hasattr(body, "getvalue") else ""
    texts = (text for name, text in environ.items() if isinstance(text, str))
    return "\n".join((*texts, sent))


def _public_reason(headers: Headers) -> str:
    """Return why others may read a response, or an empty string."""
    if "attachment" in headers.get("Content-Disposition", ""):
        return "a file to hand on"
    if not re.search("no-store|private", headers.get("Cache-Control", "")):
        return "a cache in between may keep it"
    return ""


def assert_no_secret(app: Flask, where: str, text: str, known: str = "", made: Iterable[str] = ()) -> None:
    """Raise LeakError if a text contains a secret that was neither in ``known`` nor in ``made``."""
    told = [one for one in created_secrets(app) if one in text and one not in known and one not in made]
    if told:
        around = [text[max(0, text.index(one) - 60) : text.index(one)] for one in told]
        raise LeakError(f"{where} tells {told}, after {around}")


def _checked_response(app: Flask, environ: Environ, start_response: Any) -> Iterable[bytes]:
    where = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}"
    before, made = _request.made, set[str]()
    brought = _request_text(environ) + _session_text(app, environ.get("HTTP_COOKIE", ""))
    for_others = [""]

    def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
        for_others[0] = _public_reason(Headers(headers))
        assert_no_secret(app, f"a header of {where}", str(Headers(headers)), brought, made)
        for cookie in Headers(headers).getlist("Set-Cookie"):
            if not ("HttpOnly" in cookie and "SameSite=Lax" in cookie):
                raise LeakError(f"{where} leaves a cookie to scripts or to other sites: {cookie}")
            assert_no_secret(app, f"a cookie of {where}", _session_text(app, cookie), brought, made)
        return start_response(status, headers, *error)

    def read(parts: Iterable[bytes]) -> Iterator[bytes]:
        for part in parts:
            text = part.decode("latin-1")
            assert_no_secret(app, where, text, brought, made)
            if for_others[0]:
                assert_no_secret(app, f"{where} ({for_others[0]})", text)
            yield part

    _request.made = made
    try:
        parts = app.wsgi_app(environ, start)
    finally:
        _request.made = before
    return ClosingIterator(read(parts), getattr(parts, "close", None))


def search_stored_data(app: Flask) -> None:
    if EXTENSION not in app.extensions:
        return
    assert_no_secret(app, "/metrics", generate_latest(metrics_of(app).registry).decode())
    for page in services_of(app).pages.values():
        assert_no_secret(app, "a cached page", page.html())
    file = Path(app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///"))
    for written in file.parent.glob(f"{file.name}*") if file.is_file() else ():
        assert_no_secret(app, f"the database's {written.suffix}", written.read_bytes().decode("latin-1"))


def search_log(log: Path, database: Path) -> None:
    """Raise LeakError if a server's log contains a table's code, or a secret whose hash is stored."""
    with closing(sqlite3.connect(database)) as kept:
        held = [f"SELECT digest FROM '{table}'" for table in ("link", "group", "edition")]
        digests = {digest for asked in held for (digest,) in kept.execute(asked)}
        codes = {code for (code,) in kept.execute("SELECT code FROM 'table'")}
    words = set(re.findall(r"[\w-]+", log.read_text("utf-8", errors="replace")))
    told = {word for word in words if word in codes or hash_secret(word) in digests}
    if told:
        raise LeakError(f"the server's log tells {told}")


@contextmanager
def nothing_leaks() -> Iterator[None]:
    """While this context lasts, a leaked secret fails the test."""
    made_by, code_by = secrets.token_urlsafe, links.make_join_code
    derived = {
        (URLSafeSerializer, "dumps"): URLSafeSerializer.dumps,
        (links, "derive_secret"): links.derive_secret,
    }

    def token(size: int | None = None) -> str:
        return _record_secret(made_by(size)) if size and size >= MIN_SECRET_BYTES else made_by(size)

    def code(store: Any) -> str:
        found = code_by(store)
        _log.private.append(found)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_urlsafe", token)
        patch.setattr("companion.tables.opening.make_join_code", code)
        for (module, name), by in derived.items():
            patch.setattr(module, name, lambda *of, by=by: _record_secret(by(*of)))
        patch.setattr(Flask, "__call__", _checked_response)
        patch.setattr(logging, "_logRecordFactory", logging.getLogRecordFactory())
        monitoring.redact_logs()
        monitoring.log.setLevel(JUST_BELOW_INFO)
        monitoring.log.addFilter(_read_answers)
        logging.getLogger().addHandler(_log)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(_log)
            monitoring.log.removeFilter(_read_answers)
            monitoring.log.setLevel(logging.NOTSET)


@pytest.fixture(scope="package", autouse=True)
def nobody_is_told_somebody_elses_secret() -> Iterator[None]:
    """Check all tests of a package that imports this fixture."""
    with nothing_leaks():
        yield
