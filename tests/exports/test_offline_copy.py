"""A phone copies a table from the server, continues it offline, and sends it back to the server."""

import re
from dataclasses import replace

import pytest
from flask import Flask

from companion.exports.offline_copy import store_offline_copy
from companion.offline.store import BrowserStore
from companion.services import tables
from companion.web.app_factory import create_table_app
from tests.people import Phone, join_table, open_as_host
from tests.recorded_plays import enter_recorded_lines, get_longest_play, open_play
from tests.web.test_lobby import LobbyTable

PHONE_SECRET = "of-this-phone-alone"


def create_offline_app() -> Flask:
    return create_table_app(BrowserStore(lambda name, text: None), {"TESTING": True})


@pytest.fixture
def offline_app() -> Flask:
    return create_offline_app()


@pytest.fixture
def ana(app: Flask) -> Phone:
    """Return the host's phone at a table of three; nobody has a phone on Cy's seat."""
    return open_as_host(app, "cheops_catan", ["Ana", "Bo", "Cy"])


@pytest.fixture
def bo(app: Flask, ana: Phone) -> Phone:
    return join_table(app, ana.code, 1)


def copy_to_phone(phone: Phone, offline_app: Flask, older: Phone | None = None) -> Phone:
    query = ""
    if older is not None:
        with offline_app.app_context():
            record = tables().store.find_record(code=phone.code)
            assert record is not None
            version, mark = tables().store.latest_entry(record.id)
        query = f"?after={version}&mark={mark}"
    answer = phone.get_page(f"/along.json{query}")
    assert answer.status_code == 200, answer.text
    with offline_app.app_context():
        store_offline_copy(tables().store, answer.get_json(), PHONE_SECRET)
        tables().clear_cache()
    offline_phone = Phone(offline_app, phone.code)
    offline_phone.client.set_cookie(f"t-{phone.code}", PHONE_SECRET)
    return offline_phone


def found_settlement(phone: Phone, seat: int, key: str = "") -> int:
    extra = {"key": key} if key else {}
    return phone.enter(**{"move seat at_site": f"Found {seat} 0"}, **extra).status_code


def get_board_html(phone: Phone) -> str:
    html = re.sub(r'name="key" value="[^"]+"', "", phone.get_board_html())
    return re.sub(r"<details><summary>New address.*?</details>", "", html)


def test_queued_entries_continue_in_a_copy_that_has_the_first_of_them(
    ana: Phone, offline_app: Flask
) -> None:
    found_settlement(ana, 0, "key-of-ana-1")
    offline_phone = copy_to_phone(ana, offline_app)
    fields = {"move seat at_site": "Found 1 0", "key": "key-of-ana-2"}
    assert offline_phone.enter(**fields, seen="0", uncontested="1").status_code == 200


def test_the_copy_shows_the_same_board_and_the_server_checks_its_entries_again(
    ana: Phone, bo: Phone, offline_app: Flask
) -> None:
    found_settlement(ana, 0)
    offline_phone = copy_to_phone(bo, offline_app)
    assert get_board_html(offline_phone) == get_board_html(bo)
    assert found_settlement(offline_phone, 1, "key-of-bo-1") == 200
    assert found_settlement(offline_phone, 1) == 422
    assert bo.get_version() == 1
    assert found_settlement(bo, 1, "key-of-bo-1") == 200
    assert get_board_html(copy_to_phone(bo, offline_app, offline_phone)) == get_board_html(bo)


def test_entries_by_others_replace_the_phones_own_after_reconnecting(
    ana: Phone, bo: Phone, offline_app: Flask
) -> None:
    found_settlement(ana, 0)
    offline_phone = copy_to_phone(bo, offline_app)
    found_settlement(offline_phone, 1, "key-of-bo-1")
    ana.enter(kind="note", text="tea")
    updated = copy_to_phone(bo, offline_app, offline_phone)
    assert updated.get_version() == bo.get_version() == 2
    assert get_board_html(updated) == get_board_html(bo)
    assert found_settlement(updated, 1, "key-of-bo-1") == 200


def test_an_update_of_the_copy_contains_new_names_and_people(
    ana: Phone, bo: Phone, app: Flask, offline_app: Flask
) -> None:
    found_settlement(ana, 0)
    offline_phone = copy_to_phone(ana, offline_app)
    assert get_board_html(offline_phone) == get_board_html(ana)
    Phone(app).sit(ana.code, 2, "Cyra")
    updated = copy_to_phone(ana, offline_app, offline_phone)
    assert "Cyra" in updated.get_board_html()
    assert get_board_html(updated) == get_board_html(ana)


def test_an_update_of_the_copy_contains_each_changed_setting(app: Flask, offline_app: Flask) -> None:
    table = LobbyTable(app, "cheops_catan", seats=3)
    former = copy_to_phone(table.host, offline_app)
    table.change("seats/1", name="Bo")
    table.change("settings", first="1")
    table.host.client.post(f"/t/{table.code}/guide", data={"seat": "1", "on": "yes"})
    with app.app_context(), tables().change(1) as record:
        record.next_code = "REMATC"
    copies = []
    for phone_app, older in ((offline_app, former), (create_offline_app(), None)):
        copy_to_phone(table.host, phone_app, older)
        with phone_app.app_context():
            copies.append(tables().store.find_record(code=table.code))
    updated, new = [record and replace(record, links=[]) for record in copies]
    assert updated == new
    assert new
    assert (new.names[1], new.first, new.guided, new.next_code) == ("Bo", 1, [1], "REMATC")


def test_a_log_with_hidden_values_is_not_copied(app: Flask) -> None:
    phone = open_as_host(app, "giza", ["Ana", "Bo"])
    assert phone.get_page("/along.json").status_code == 200  # nobody else is there
    join_table(app, phone.code, 1)
    answer = phone.get_page("/along.json", **{"HX-Request": "true"})
    assert (answer.status_code, answer.headers["X-Answer"]) == (403, "not_yours")
    assert "hidden information" in (answer.json or {})["withheld"]


def test_the_copy_of_an_open_log_shows_only_what_the_seat_may_see(app: Flask, offline_app: Flask) -> None:
    """In Cheops (1998), no page shows the money of others, although the log contains all sales."""
    play = get_longest_play("cheops_treasure")
    ana = open_play(app, "cheops_treasure", play)
    bo = join_table(app, ana.code, 1)
    enter_recorded_lines(ana, play["log"][:40])
    offline_phone = copy_to_phone(bo, offline_app)
    assert get_board_html(offline_phone) == get_board_html(bo) != get_board_html(ana)
