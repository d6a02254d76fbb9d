"""A disk that takes no writes is named to players and to whoever runs the app, and nothing is lost."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask
from sqlalchemy import event
from sqlalchemy.engine import Engine
from werkzeug.test import TestResponse

from companion.store import db
from companion.store.write_errors import error_cause
from tests.people import Phone, hosting

NOTE = {"kind": "note", "text": "x" * 400}
SENTENCES = {"disk_full": "disk is full", "unwritable": "disk cannot be written to"}


def set_on_connections(app: Flask, pragma: str) -> Callable[[], None]:
    """Run a pragma on each connection of the app that is used from now on; what ends that."""
    with app.app_context():
        engine: Engine = db.engine

    def run(connection: object, *_: object) -> None:
        connection.execute(pragma)  # type: ignore[attr-defined]

    event.listen(engine, "checkout", run)
    return lambda: event.remove(engine, "checkout", run)


def entered_until_refused(phone: Phone) -> TestResponse:
    for number in range(400):
        answer = phone.enter(key=f"filling-{number:04}", **NOTE)
        if answer.status_code != 200:
            return answer
    raise AssertionError("never full")


@pytest.fixture
def ana(app: Flask) -> Phone:
    return hosting(app, "giza", ["Ana", "Bo"])


def pages(app: Flask) -> int:
    with app.app_context(), db.engine.connect() as connection:
        return int(connection.exec_driver_sql("PRAGMA page_count").scalar_one())


@pytest.mark.parametrize("cause", SENTENCES)
def test_a_disk_that_takes_nothing_is_named_until_it_does(app: Flask, ana: Phone, cause: str) -> None:
    full = f"PRAGMA max_page_count = {pages(app) + 2}"
    end = set_on_connections(app, full if cause == "disk_full" else "PRAGMA query_only = 1")
    refused = entered_until_refused(ana)
    version = ana.version()
    assert (refused.status_code, refused.headers["X-Answer"]) == (503, "unsaved")
    assert SENTENCES[cause] in refused.text
    error = ana.call("POST", "/entries", {"key": "by-the-api-1", **NOTE}).json["error"]
    assert (error["kind"], error["code"]) == ("busy", f"table.{cause}")
    ready = app.test_client().get("/readyz")
    assert (ready.status_code, cause in ready.text) == (503, True)
    assert app.test_client().get("/readyz?reads").status_code == 200
    assert SENTENCES[cause] in app.test_client().get("/host").text
    end()
    end = set_on_connections(app, "PRAGMA max_page_count = 100000")
    if cause == "unwritable":
        set_on_connections(app, "PRAGMA query_only = 0")
    again = ana.enter(key=f"filling-{version:04}", **NOTE)
    assert (again.status_code, ana.version()) == (200, version + 1)
    assert app.test_client().get("/readyz").status_code == 200
    assert SENTENCES[cause] not in app.test_client().get("/host").text


def test_whatever_writes_says_that_the_disk_takes_nothing(app: Flask, ana: Phone) -> None:
    set_on_connections(app, "PRAGMA query_only = 1")
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
        assert SENTENCES["unwritable"] in answer.text, path


def test_a_damaged_database_is_named(app: Flask, ana: Phone) -> None:
    file = Path(app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///"))
    with app.app_context():
        db.engine.dispose()
    for beside in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        beside.unlink(missing_ok=True)
    file.write_bytes(b"no database at all" * 1000)
    answer = app.test_client().get(f"/j/{ana.code}")
    assert (answer.status_code, "data is damaged" in answer.text) == (503, True)


@pytest.mark.parametrize(
    ("state", "cause"),
    [("53100", "disk_full"), ("25006", "unwritable"), ("XX001", "damaged"), ("57P03", "busy")],
)
def test_postgresql_names_the_cause_by_its_sqlstate(state: str, cause: str) -> None:
    error = Exception()
    error.orig = SimpleNamespace(sqlstate=state)  # type: ignore[attr-defined]
    assert error_cause(error) == cause
