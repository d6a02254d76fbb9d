"""The same file brought in twice leads to the same table, and makes nobody more than they were."""

import json
import re
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from companion.store.models import Table, db
from tests.exports.test_exports import import_file, make_table_file
from tests.people import Phone, hosting

GAME = ("giza", "last_tile")


def tables(app: Flask) -> int:
    with app.app_context():
        return db.session.scalar(select(func.count()).select_from(Table)) or 0


def told(phone: Phone) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(phone.get_page("/table.json").data)
    return found


@pytest.fixture
def born(app: Flask) -> Phone:
    phone = hosting(app, "cheops_dice", ["Ana", "Bo"])
    phone.enter(seat=0, move="Roll", **{"dice[]": "red red blue"})
    phone.enter(kind="note", text="tea")
    return phone


def plays_here(phone: Phone) -> bool:
    return phone.enter(kind="note", text="me too").status_code == 200


@pytest.mark.parametrize("old", [True, False], ids=["without a birth", "with its birth"])
def test_a_form_that_is_sent_again_leads_to_the_same_table_and_link(
    app: Flask, other_app: Flask, born: Phone, old: bool
) -> None:
    file = make_table_file(*GAME) if old else told(born)
    first, second = (import_file(other_app, file, claim="a secret of this phone") for _ in range(2))
    assert first.bearer() == second.bearer()
    assert first.code == second.code
    assert tables(other_app) == 1
    assert second.told()["you"]["role"] == "host"
    assert plays_here(second)


def test_the_import_page_says_who_sends_its_form_and_the_api_takes_a_key_for_it(
    app: Flask, other_app: Flask, born: Phone
) -> None:
    (claim,) = re.findall('name="claim" value="([^"]+)"', Phone(app).client.get("/import").text)
    assert claim not in Phone(app).client.get("/import").text
    key = {"Idempotency-Key": claim}
    answers = [
        other_app.test_client().post("/api/v1/tables/import", json=told(born), headers=key).json
        for _ in range(2)
    ]
    assert answers[0] == answers[1]


def test_whoever_has_the_file_of_a_table_that_somebody_hosts_may_watch_it_and_adds_nothing(
    app: Flask, other_app: Flask, born: Phone
) -> None:
    host, file = import_file(other_app, told(born)), told(born)
    file["log"].append({**file["log"][1], "key": "of-a-file"})
    viewer, other = import_file(other_app, told(born)), import_file(other_app, file)
    assert viewer.code == host.code != other.code
    assert (viewer.told()["you"]["role"], host.told()["you"]["role"]) == ("viewer", "host")
    assert not plays_here(viewer)
    assert host.version() == 2


def test_whoever_has_the_file_of_a_table_that_nobody_hosts_is_its_host(
    other_app: Flask, born: Phone
) -> None:
    host = import_file(other_app, told(born))
    host.client.post(f"/t/{host.code}/leave")
    assert import_file(other_app, told(born)).told()["you"]["role"] == "host"


def test_entries_keep_their_keys(other_app: Flask, born: Phone) -> None:
    born.enter(key="phone-key-1", seat=0, move="Pass")
    phone = import_file(other_app, told(born))
    again = phone.enter(key="phone-key-1", seat=0, move="Pass")
    assert again.headers["X-Entry"] == "3"
    assert phone.version() == 3


def test_a_file_of_a_table_that_was_opened_here_leads_back_to_it(app: Flask, born: Phone) -> None:
    file = told(born)
    plays_here(born)
    stranger = import_file(app, file)
    assert stranger.code == born.code
    assert tables(app) == 1
    assert stranger.get_page().status_code == 200
    assert not plays_here(stranger)
    born.client.post("/import", data={"text": json.dumps(file)})
    assert plays_here(born)


def test_a_file_that_says_something_else_is_a_table_of_its_own(app: Flask, born: Phone) -> None:
    file = told(born)
    file["log"][1]["data"]["text"] = "coffee"
    other, again = import_file(app, file), import_file(app, file)
    assert other.code == again.code != born.code
    assert tables(app) == 2
    longer = told(other)
    assert longer["birth"] != file["birth"]


@pytest.mark.parametrize("change", [{"birth": "x"}, {"birth": 3}, {"birth": "é" * 20 + " "}])
def test_a_birth_that_is_none_is_malformed(app: Flask, born: Phone, change: Any) -> None:
    answer = Phone(app).client.post("/import", data={"text": json.dumps({**told(born), **change})})
    assert answer.status_code == 400


def test_a_table_that_came_as_a_file_goes_on_with_what_was_entered_elsewhere_since(
    other_app: Flask, born: Phone
) -> None:
    claim = "a secret of this phone"
    first = import_file(other_app, told(born), claim)
    assert first.version() == 2
    born.enter(key="phone-key-3", seat=0, move="Pass")
    for _ in range(2):
        second = import_file(other_app, told(born), claim)
        assert second.code == first.code
        assert first.version() == 3
    assert tables(other_app) == 1
    assert first.enter(key="phone-key-3", seat=0, move="Pass").headers["X-Entry"] == "3"
    older = told(born)
    older["log"].pop()
    assert import_file(other_app, older).version() == 3


def test_a_table_goes_on_with_all_that_was_entered_elsewhere_or_with_nothing(
    other_app: Flask, born: Phone
) -> None:
    claim = "a secret of this phone"
    first = import_file(other_app, told(born), claim)
    for text in ("one", "two"):
        born.enter(kind="note", text=text)
    with other_app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql(
            "CREATE TRIGGER fails BEFORE INSERT ON entry WHEN NEW.seq = 4"
            " BEGIN SELECT RAISE(ABORT, 'disk'); END"
        )
    headers = {"Idempotency-Key": claim}
    answer = Phone(other_app).client.post("/api/v1/tables/import", json=told(born), headers=headers)
    assert (answer.status_code, first.version()) == (503, 2)


def test_where_both_were_played_on_each_is_a_table(other_app: Flask, born: Phone) -> None:
    first = import_file(other_app, told(born))
    assert plays_here(first)
    born.enter(seat=0, move="Pass")
    second = import_file(other_app, told(born))
    assert second.code != first.code
    assert (first.version(), second.version()) == (3, 3)
    assert tables(other_app) == 2


def test_a_table_that_was_opened_here_takes_nothing_from_a_file(app: Flask, born: Phone) -> None:
    longer = told(born)
    longer["log"].append({**longer["log"][1], "key": "of-a-file"})
    assert import_file(app, longer).code != born.code
    assert born.version() == 2
