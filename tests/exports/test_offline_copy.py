"""A phone takes a table of the server along, goes on with it alone, and comes back."""

import re

import pytest
from flask import Flask

from companion.exports.offline_copy import store_offline_copy
from companion.offline.store import BrowserStore
from companion.services import tables
from companion.web.common.app_factory import create_table_app
from tests.people import Phone, hosting
from tests.recorded_plays import enter, line_to_json, open_play, watched_play

SECRET = "of-this-phone-alone"


@pytest.fixture
def offline_app() -> Flask:
    return create_table_app(BrowserStore(lambda name, text: None), {"TESTING": True})


@pytest.fixture
def ana(app: Flask) -> Phone:
    """The host of a table of three; Cy plays without a phone."""
    return hosting(app, "cheops_catan", ["Ana", "Bo", "Cy"])


@pytest.fixture
def bo(app: Flask, ana: Phone) -> Phone:
    phone = Phone(app)
    phone.sit(ana.code, 1)
    return phone


def taken(phone: Phone, offline_app: Flask, known: Phone | None = None) -> Phone:
    """The phone's own copy of its table, made anew; ``known`` is the one that it has."""
    query = ""
    if known is not None:
        with offline_app.app_context():
            record = tables().store.find_record(code=phone.code)
            assert record is not None
            version, mark = tables().store.latest_entry(record.id)
        query = f"?after={version}&mark={mark}"
    answer = phone.get_page(f"/along.json{query}")
    assert answer.status_code == 200, answer.text
    with offline_app.app_context():
        store_offline_copy(tables().store, answer.get_json(), SECRET)
        tables().clear()
    alone = Phone(offline_app, phone.code)
    alone.client.set_cookie(f"t-{phone.code}", SECRET)
    return alone


def found(phone: Phone, seat: int, key: str = "") -> int:
    keyed = {"key": key} if key else {}
    return phone.enter(**{"move seat at_site": f"Found {seat} 0"}, **keyed).status_code


def board(phone: Phone) -> str:
    """What stands on the glass, without the keys of its forms, and the way to another server."""
    shown = re.sub(r'name="key" value="[^"]+"', "", phone.board())
    return re.sub(r"<details><summary>New address.*?</details>", "", shown)


def test_a_run_goes_on_in_a_copy_that_has_its_first_entries(ana: Phone, offline_app: Flask) -> None:
    """The server took one of the run, and the line went before the next."""
    found(ana, 0, "key-of-ana-1")
    alone = taken(ana, offline_app)
    fields = {"move seat at_site": "Found 1 0", "key": "key-of-ana-2"}
    assert alone.enter(**fields, seen="0", uncontested="1").status_code == 200


def test_the_copy_shows_and_judges_the_same_and_the_server_judges_again(
    ana: Phone, bo: Phone, offline_app: Flask
) -> None:
    found(ana, 0)
    alone = taken(bo, offline_app)
    assert board(alone) == board(bo)
    assert found(alone, 1, "key-of-bo-1") == 200
    assert found(alone, 1) == 422
    assert bo.version() == 1
    assert found(bo, 1, "key-of-bo-1") == 200
    assert board(taken(bo, offline_app, alone)) == board(bo)


def test_what_others_entered_meanwhile_takes_the_place_of_what_the_phone_thought(
    ana: Phone, bo: Phone, offline_app: Flask
) -> None:
    found(ana, 0)
    alone = taken(bo, offline_app)
    found(alone, 1, "key-of-bo-1")
    ana.enter(kind="note", text="tea")
    again = taken(bo, offline_app, alone)
    assert again.version() == bo.version() == 2
    assert board(again) == board(bo)
    assert found(again, 1, "key-of-bo-1") == 200


def test_names_and_people_come_along_too(ana: Phone, bo: Phone, app: Flask, offline_app: Flask) -> None:
    found(ana, 0)
    alone = taken(ana, offline_app)
    assert board(alone) == board(ana)
    Phone(app).sit(ana.code, 2, "Cyra")
    again = taken(ana, offline_app, alone)
    assert "Cyra" in again.board()
    assert board(again) == board(ana)


def test_a_log_that_hides_something_stays_with_the_server(app: Flask) -> None:
    phone = hosting(app, "giza", ["Ana", "Bo"])
    assert phone.get_page("/along.json").status_code == 200  # nobody else is there
    Phone(app).sit(phone.code, 1)
    answer = phone.get_page("/along.json", **{"HX-Request": "true"})
    assert (answer.status_code, answer.headers["X-Answer"]) == (403, "not_yours")
    assert "hidden information" in (answer.json or {})["withheld"]


def test_where_the_log_is_open_the_copy_shows_no_more_than_its_seat_may_see(
    app: Flask, offline_app: Flask
) -> None:
    """Cheops (1998): the others' money stands on no page, though what was sold is in the log."""
    play = watched_play("cheops_treasure")
    ana = open_play(app, "cheops_treasure", play)
    bo = Phone(app)
    bo.sit(ana.code, 1)
    for number, line in enumerate(play["log"][:40]):
        enter(ana, line_to_json(line, number))
    alone = taken(bo, offline_app)
    assert board(alone) == board(bo) != board(ana)
