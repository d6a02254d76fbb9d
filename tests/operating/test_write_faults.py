"""The app reports failed writes to players and to the host, and loses no entries."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask
from sqlalchemy import event
from sqlalchemy.engine import Engine
from werkzeug.test import TestResponse

from companion.store import connections
from companion.store.connections import error_cause
from companion.store.models import db
from tests.people import Phone

LONG_NOTE = {"kind": "note", "text": "x" * 400}
SENTENCES_BY_CODE = {"disk_full": "disk is full", "unwritable": "disk cannot be written to"}


def set_pragma_on_connections(app: Flask, pragma: str) -> Callable[[], None]:
    """Run this pragma on each database connection from now on. Return a function that ends this."""
    with app.app_context():
        engine: Engine = db.engine

    def execute_pragma(connection: object, *_: object) -> None:
        connection.execute(pragma)  # type: ignore[attr-defined]

    event.listen(engine, "checkout", execute_pragma)
    return lambda: event.remove(engine, "checkout", execute_pragma)


def enter_until_refused(phone: Phone) -> TestResponse:
    for number in range(400):
        answer = phone.enter(key=f"filling-{number:04}", **LONG_NOTE)
        if answer.status_code != 200:
            return answer
    raise AssertionError("never full")


@pytest.mark.parametrize("cause", SENTENCES_BY_CODE)
def test_a_failed_write_is_reported_until_a_write_succeeds(app: Flask, ana: Phone, cause: str) -> None:
    with app.app_context(), db.engine.connect() as connection:
        pages = int(connection.exec_driver_sql("PRAGMA page_count").scalar_one())
    full = f"PRAGMA max_page_count = {pages + 2}"
    end = set_pragma_on_connections(app, full if cause == "disk_full" else "PRAGMA query_only = 1")
    refusal = enter_until_refused(ana)
    version = ana.get_version()
    assert (refusal.status_code, refusal.headers["X-Answer"]) == (503, "unsaved")
    assert SENTENCES_BY_CODE[cause] in refusal.text
    error = ana.call("POST", "/entries", {"key": "by-the-api-1", **LONG_NOTE}).json["error"]
    assert (error["kind"], error["code"]) == ("busy", f"table.{cause}")
    ready = app.test_client().get("/readyz")
    assert (ready.status_code, cause in ready.text) == (503, True)
    assert app.test_client().get("/readyz?reads").status_code == 200
    assert SENTENCES_BY_CODE[cause] in app.test_client().get("/host").text
    end()
    end = set_pragma_on_connections(app, "PRAGMA max_page_count = 100000")
    if cause == "unwritable":
        set_pragma_on_connections(app, "PRAGMA query_only = 0")
    again = ana.enter(key=f"filling-{version:04}", **LONG_NOTE)
    assert (again.status_code, ana.get_version()) == (200, version + 1)
    assert app.test_client().get("/readyz").status_code == 200
    assert SENTENCES_BY_CODE[cause] not in app.test_client().get("/host").text


def test_every_request_that_writes_reports_the_failed_write(app: Flask, ana: Phone) -> None:
    set_pragma_on_connections(app, "PRAGMA query_only = 1")
    stranger = Phone(app)
    answers = {
        path: phone.client.post(path, data=data)
        for phone, path, data in (
            (stranger, "/open/giza", {"mode": "referee", "name": ["Ana", "Bo"], "start": "1"}),
            (stranger, f"/j/{ana.code}", {"seat": "1", "name": "Bo"}),
            (stranger, "/groups", {"name": "Friday"}),
            (ana, f"/t/{ana.code}/seats/viewer", {}),
            (ana, f"/t/{ana.code}/leave", {}),
        )
    }
    for path, answer in answers.items():
        assert answer.status_code == 503, path
        assert SENTENCES_BY_CODE["unwritable"] in answer.text, path


def test_a_damaged_database_is_reported(app: Flask, ana: Phone) -> None:
    file = Path(app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///"))
    with app.app_context():
        db.engine.dispose()
    for path in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        path.unlink(missing_ok=True)
    file.write_bytes(b"no database at all" * 1000)
    answer = app.test_client().get(f"/j/{ana.code}")
    assert (answer.status_code, "data is damaged" in answer.text) == (503, True)


@pytest.mark.parametrize(
    ("state", "cause"),
    [("53100", "disk_full"), ("25006", "unwritable"), ("XX001", "damaged"), ("57P03", "busy")],
)
def test_sqlstates_of_postgresql_are_mapped_to_causes(state: str, cause: str) -> None:
    error = Exception()
    error.orig = SimpleNamespace(sqlstate=state)  # type: ignore[attr-defined]
    assert error_cause(error) == cause


def test_every_commit_is_flushed_to_the_disk(tmp_path: Path) -> None:
    """The apps of other tests do not wait for the disk."""
    connection = sqlite3.connect(tmp_path / "companion.sqlite3")
    connections._set_pragmas(connection, None)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()
