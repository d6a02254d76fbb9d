"""A rematch: everybody gets the same seat at the new table, without having to ask for it."""

import re

import pytest
from flask import Flask

from companion.live.hub import Update
from companion.services import services_of, streams_of
from companion.tables.links import get_table_by_code
from tests.conftest import failing_statements
from tests.groups.test_groups import enter_points
from tests.hostile.table_states import count_rows
from tests.people import Phone, join_table, open_as_host

NAMES = ["Ana", "Bo", "Cy"]


@pytest.fixture
def phones(app: Flask) -> list[Phone]:
    """Return the phones of three seats and a viewer at a finished count. The host's phone is the first."""
    host = open_as_host(app, "giza", NAMES, mode="tally")
    others = [join_table(app, host.code, seat) for seat in (1, 2, None)]
    enter_points(host, [0, 1, 2])
    return [host, *others]


def test_a_rematch_cannot_be_opened_during_the_game(app: Flask, phones: list[Phone]) -> None:
    phone = open_as_host(app, "giza", NAMES, mode="tally")
    early = phone.client.post(f"/t/{phone.code}/rematch")
    assert (early.status_code, "not over yet" in early.text) == (403, True)
    by_api = phone.call("POST", "/rematch", {})
    assert (by_api.status_code, by_api.get_json()["error"]["code"]) == (403, "table.not_over")
    enter_points(phone, [0, 1, 2])
    assert ask_for_rematch(phone).startswith("/t/")


def ask_for_rematch(phone: Phone, code: str = "") -> str:
    """Open or join the rematch of this table. Return the path of the redirect."""
    answer = phone.client.post(f"/t/{code or phone.code}/rematch")
    assert answer.status_code == 303
    return str(answer.headers["Location"])


def get_own_seat_name(phone: Phone, address: str) -> str:
    page = phone.client.get(address).text.split('id="seats"')[1].split("</ol>")[0]
    own = [item for item in page.split("<li") if 'class="total mine' in item]
    return own[0].split('class="whose">')[1].split("<")[0] if own else ""


def test_everybody_keeps_their_seat_whoever_opens_the_rematch(phones: list[Phone]) -> None:
    address = ask_for_rematch(phones[2])
    assert address.startswith("/t/")
    assert {ask_for_rematch(phone) for phone in phones} == {address}
    assert [get_own_seat_name(phone, address) for phone in phones] == [*NAMES, ""]


def test_a_rematch_is_not_opened_if_it_cannot_be_linked(app: Flask, phones: list[Phone]) -> None:
    with failing_statements(app, 'UPDATE OF next_code ON "table"'):
        assert phones[0].client.post(f"/t/{phones[0].code}/rematch").status_code == 503
    assert count_rows(app)["table"] == 1
    assert {ask_for_rematch(phone) for phone in phones[:3]} == {ask_for_rematch(phones[0])}


def test_asking_twice_keeps_the_seat(phones: list[Phone]) -> None:
    old, address = phones[1].code, ask_for_rematch(phones[1])
    phones[1].client.delete_cookie(f"t-{address[3:]}")  # the answer was lost on its way
    assert ask_for_rematch(phones[1], old) == address
    assert get_own_seat_name(phones[1], address) == "Bo"


def test_a_seat_taken_by_somebody_else_stays_theirs(app: Flask, phones: list[Phone]) -> None:
    address = ask_for_rematch(phones[0])
    Phone(app).sit(address[3:], 1)
    assert ask_for_rematch(phones[1]) == f"/j/{address[3:]}"
    assert phones[1].client.get(f"/j/{address[3:]}").status_code == 200


def test_a_viewer_cannot_open_a_rematch(phones: list[Phone]) -> None:
    assert phones[3].client.post(f"/t/{phones[3].code}/rematch").status_code == 403


def test_a_rematch_with_other_people_begins_in_the_lobby(phones: list[Phone]) -> None:
    host, _, cy, screen = phones
    address = host.client.post(f"/t/{host.code}/rematch", data={"lobby": "1"}).headers["Location"]
    assert ask_for_rematch(screen) == address
    assert host.client.post(f"{address}/lobby/seats/1/clear").status_code == 303
    assert host.client.post(f"{address}/lobby/start").status_code == 303
    assert ask_for_rematch(cy) == address
    assert get_own_seat_name(cy, address) == "Cy"
    assert ask_for_rematch(phones[1]) == f"/j/{address[3:]}"


def test_one_phone_for_all_is_kept_but_acting_for_a_neighbour_is_not(phones: list[Phone]) -> None:
    phones[1].enter_for(2)
    address = ask_for_rematch(phones[0])
    assert ask_for_rematch(phones[1]) == address
    assert phones[0].client.get_cookie(f"for-{address[3:]}") is not None
    assert phones[1].client.get_cookie(f"for-{address[3:]}") is None


def test_a_phone_gets_the_rematch_event_once(phones: list[Phone]) -> None:
    """A stream begins with the event only if the phone has not opened the rematch yet."""
    assert not is_rematch_sent(phones[1])
    old, address = phones[0].code, ask_for_rematch(phones[0])
    assert is_rematch_sent(phones[1])
    ask_for_rematch(phones[1])
    assert not is_rematch_sent(phones[1])
    assert f'href="/t/{old}"' in phones[1].client.get(address).text
    assert "To the rematch" in phones[1].get_board_html()


def is_rematch_sent(phone: Phone) -> bool:
    answer = phone.client.get(f"/t/{phone.code}/stream?shown=", buffered=False)
    first = next(iter(answer.iter_encoded())).decode()
    answer.close()
    return "rematch:opened" in first


def test_the_phones_at_the_old_table_show_who_follows(app: Flask, phones: list[Phone]) -> None:
    ask_for_rematch(phones[2])
    with app.app_context():
        table_id = get_table_by_code(services_of(app).tables.store, phones[3].code).id
    subscription = streams_of(app).hub.subscribe(table_id)
    ask_for_rematch(phones[0])
    update = subscription.get(0)
    assert isinstance(update, Update)
    assert update.people_changed
    page = phones[1].get_page("/rematch").text
    assert re.findall(r'class="tag (c\d) comes"', page) == ["c0", "c2"]


def test_a_phone_that_stays_is_asked_once_and_can_follow_later(phones: list[Phone]) -> None:
    address = ask_for_rematch(phones[2])
    page = phones[1].client.get(f"/t/{phones[1].code}/rematch").text
    assert "Cy starts a rematch" in page
    assert re.findall(r'class="tag (c\d) comes"', page) == ["c2"]
    stayed = phones[1].client.post(f"/t/{phones[1].code}/rematch", data={"stay": "1"})
    assert stayed.headers["Location"] == f"/t/{phones[1].code}"
    assert not is_rematch_sent(phones[1])
    assert "To the rematch" in phones[1].get_board_html()
    assert ask_for_rematch(phones[1]) == address
    assert get_own_seat_name(phones[1], address) == "Bo"


def test_the_rematch_belongs_to_the_same_groups(phones: list[Phone], app: Flask) -> None:
    host = phones[0].client
    group = host.post("/api/v1/groups", json={"name": "Thursday"}).get_json()["group"]
    form = {"mode": "tally", "start": "1", "name": NAMES, "group": group}
    phones[0].open_with_form("giza", form)
    enter_points(phones[0], [0, 1, 2])
    code = ask_for_rematch(phones[0])[3:]
    tables = host.get(f"/api/v1/groups/{group}").get_json()["tables"]
    assert code in {table["code"] for table in tables}


def test_an_undo_after_the_end_restores_the_board_on_every_phone(phones: list[Phone]) -> None:
    assert all('id="end-title"' in phone.get_board_html() for phone in phones)
    phones[1].enter(kind="undo", of=phones[1].get_version())
    assert not any('id="end-title"' in phone.get_board_html() for phone in phones)


def test_after_a_rematch_was_deleted_another_one_can_be_opened(phones: list[Phone]) -> None:
    old, address = phones[0].code, ask_for_rematch(phones[0])
    assert "rematch:opened" in phones[1].get_page(**{"HX-Request": "true"}).headers["HX-Trigger"]
    assert phones[0].client.post(f"{address}/delete").status_code == 303
    assert "HX-Trigger" not in phones[1].get_page(**{"HX-Request": "true"}).headers
    followed = phones[1].client.post(f"/t/{old}/rematch", data={"follow": "1"})  # the countdown has ended
    assert followed.headers["Location"] == f"/t/{old}"
    second = ask_for_rematch(phones[1], old)
    assert second not in (address, f"/t/{old}")
    assert {ask_for_rematch(phone, old) for phone in phones} == {second}
