"""Nothing leaks, whatever a test does: all that leaves an app is searched for every secret it handed out.

An answer tells the secrets of who asked alone: what the request brought along, and what was made while it
was answered. Logs, meters, the database and what a process keeps drawn hold none. The rooms of pages, of
the API and of strangers put this around every app.
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
from companion.tables import links
from companion.tables.links import hash_secret

SHORTEST = 18
"""Bytes of a secret; what has fewer is a key or a birth, which everybody at a table may know."""
MOST = 200
JUST_BELOW_INFO = logging.INFO - 1
MADE = "secrets that a test saw made"
Environ = dict[str, Any]


class LeakError(AssertionError):
    """Somebody was told what only others may know."""


class _Request(threading.local):
    """What was made while a thread answers."""

    made: set[str] | None = None


class _Watch(logging.Handler):
    """Reads each line as a server would log it."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.private: deque[str] = deque(maxlen=400)
        self.setFormatter(monitoring.JsonFormatter())

    def emit(self, record: logging.LogRecord) -> None:
        line = self.format(record)
        if told := [one for one in self.private if one in line]:
            raise LeakError(f"a line of {record.name} tells {told}: {line}")


_request, _log = _Request(), _Watch()


def _read_answers(line: logging.LogRecord) -> bool:
    """Read the line of each answer; it goes on only where a test wants to see it, too."""
    _log.emit(line)
    return monitoring.log.level != JUST_BELOW_INFO


def handed_out(app: Flask) -> dict[str, None]:
    """The secrets of an app, the newest last, and the one of its host's page."""
    made: dict[str, None] = app.extensions.setdefault(MADE, {})
    if not made and "phones" in app.extensions:
        made[secret_path(app).removeprefix("/host/")] = None
    return made


def _note(secret: str) -> str:
    if _request.made is not None:
        _request.made.add(secret)
    made = handed_out(current_app) if has_app_context() else {}
    if secret not in made:
        made[secret] = None
        _log.private.append(secret)
    if len(made) > MOST:
        del made[next(iter(made))]
    return secret


def _session(app: Flask, cookies: str) -> str:
    """What the signed session among cookies says."""
    request = app.request_class({"HTTP_COOKIE": cookies})
    return str(dict(app.session_interface.open_session(app, request) or {}))


def _brought(environ: Environ) -> str:
    body: Any = environ.get("wsgi.input")
    sent = body.getvalue().decode("latin-1") if hasattr(body, "getvalue") else ""
    texts = (text for name, text in environ.items() if isinstance(text, str))
    return "\n".join((*texts, sent))


def _for_others(headers: Headers) -> str:
    """Why others than who asked may come to read an answer; empty where they may not."""
    if "attachment" in headers.get("Content-Disposition", ""):
        return "a file to hand on"
    if not re.search("no-store|private", headers.get("Cache-Control", "")):
        return "a cache in between may keep it"
    return ""


def search(app: Flask, where: str, text: str, known: str = "", made: Iterable[str] = ()) -> None:
    """An error where a text holds a secret that was neither known to who is told nor made for them."""
    told = [one for one in handed_out(app) if one in text and one not in known and one not in made]
    if told:
        around = [text[max(0, text.index(one) - 60) : text.index(one)] for one in told]
        raise LeakError(f"{where} tells {told}, after {around}")


def _answer(app: Flask, environ: Environ, start_response: Any) -> Iterable[bytes]:
    where = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}"
    before, made = _request.made, set[str]()
    brought = _brought(environ) + _session(app, environ.get("HTTP_COOKIE", ""))
    for_others = [""]

    def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
        for_others[0] = _for_others(Headers(headers))
        search(app, f"a header of {where}", str(Headers(headers)), brought, made)
        for cookie in Headers(headers).getlist("Set-Cookie"):
            if not ("HttpOnly" in cookie and "SameSite=Lax" in cookie):
                raise LeakError(f"{where} leaves a cookie to scripts or to other sites: {cookie}")
            search(app, f"a cookie of {where}", _session(app, cookie), brought, made)
        return start_response(status, headers, *error)

    def read(parts: Iterable[bytes]) -> Iterator[bytes]:
        for part in parts:
            text = part.decode("latin-1")
            search(app, where, text, brought, made)
            if for_others[0]:
                search(app, f"{where} ({for_others[0]})", text)
            yield part

    _request.made = made
    try:
        parts = app.wsgi_app(environ, start)
    finally:
        _request.made = before
    return ClosingIterator(read(parts), getattr(parts, "close", None))


def search_what_is_left(app: Flask) -> None:
    if MADE not in app.extensions:
        return
    search(app, "/metrics", generate_latest(metrics_of(app).registry).decode())
    for name in ("sheets", "pages"):
        memory = app.extensions.get(name)
        kept = memory._kept.values() if memory else ()
        texts = (part.text for one in kept for part in one.parts.values())
        search(app, f"one of the {name} in memory", "".join(texts))
    file = Path(app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///"))
    for written in file.parent.glob(f"{file.name}*") if file.is_file() else ():
        search(app, f"the database's {written.suffix}", written.read_bytes().decode("latin-1"))


def search_log(log: Path, database: Path) -> None:
    """What a real server has logged: of its secrets the database knows the hashes, of tables the codes."""
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
    """While this lasts, whoever is told somebody else's secret fails the test."""
    made_by, code_by = secrets.token_urlsafe, links.make_join_code
    derived = {
        (URLSafeSerializer, "dumps"): URLSafeSerializer.dumps,
        (links, "derive_secret"): links.derive_secret,
    }

    def token(size: int | None = None) -> str:
        return _note(made_by(size)) if size and size >= SHORTEST else made_by(size)

    def code(store: Any) -> str:
        found = code_by(store)
        _log.private.append(found)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_urlsafe", token)
        patch.setattr("companion.tables.opening.make_join_code", code)
        for (module, name), by in derived.items():
            patch.setattr(module, name, lambda *of, by=by: _note(by(*of)))
        patch.setattr(Flask, "__call__", _answer)
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
    """Whatever a test of a room does that imports this."""
    with nothing_leaks():
        yield
