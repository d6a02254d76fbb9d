"""Requests to host, and requests for one's own seat on a new phone: who answers them, and when they
succeed.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from companion.services import services_of
from companion.tables import seat_requests
from companion.tables.links import get_table_by_code
from tests.conftest import make_settings, open_app
from tests.exports.test_exports import import_file, make_table_file
from tests.people import Phone
from tests.web.test_lobby import LobbyTable

HTMX_HEADERS = {"HX-Request": "true"}
HOLDER_SECONDS, AUTO_GRANT_SECONDS = seat_requests.HOLDER_TIMEOUT_SECONDS, seat_requests.AUTO_GRANT_SECONDS


class RequestTable(LobbyTable):
    """A table that Ana hosts, with guests on the seats after hers."""

    def __init__(self, app: Flask, *guests: str, started: bool = True, seats: int = 2) -> None:
        super().__init__(app, seats=max(seats, 1 + len(guests)))
        self.change("seats/0", name="Ana")
        self.guests = [self.join_guest(1 + seat, name) for seat, name in enumerate(guests)]
        if started:
            self.change("start")

    def wait(self, seconds: int) -> None:
        """Make the open requests this many seconds older."""
        tables = services_of(self.app).tables
        with self.app.app_context():
            table_id = get_table_by_code(tables.store, self.code).id
            with tables.change(table_id) as table:
                table.requests = [replace(one, at=one.at - seconds) for one in table.requests]

    def list_request_names(self) -> list[str]:
        """Return the names of the open requests, as URLs contain them."""
        tables = services_of(self.app).tables
        with self.app.app_context():
            return [
                seat_requests.request_id(one) for one in get_table_by_code(tables.store, self.code).requests
            ]

    def post(self, phone: Phone, path: str, **form: str) -> int:
        address = f"/t/{self.code}/requests/{path}"
        return phone.client.post(address, data=form, headers=HTMX_HEADERS).status_code

    def ask_to_host(self, phone: Phone) -> None:
        assert self.post(phone, "host") == 204

    def answer(self, phone: Phone, answer: str) -> int:
        return self.post(phone, self.list_request_names()[0], answer=answer)

    def show(self, phone: Phone) -> None:
        assert self.post(phone, f"{self.list_request_names()[0]}/shown") == 204

    def new_phone_for(self, seat: int) -> "NewPhone":
        phone = NewPhone(self.app, self.code)
        answer = phone.client.post(f"/j/{self.code}/ask", data={"seat": str(seat)})
        assert answer.headers["Location"] == f"/j/{self.code}/asking", answer.text
        return phone

    def get_host_seat(self) -> int | None:
        """Return the seat of the host, or None if nobody hosts."""
        with self.app.app_context():
            links = get_table_by_code(services_of(self.app).tables.store, self.code).links
        return next(link.seat for link in links if link.role == "host")


class NewPhone(Phone):
    """A phone that asked for a seat and waits for the answer."""

    def get_redirect(self) -> str:
        """Load the waiting page. Return the path of its redirect, or "" as long as the phone must wait."""
        answer = self.client.post(f"/j/{self.code}/asking", headers=HTMX_HEADERS)
        assert answer.status_code == 204
        return answer.headers.get("HX-Redirect", "")

    def get_role(self) -> Any:
        return self.get_table_json().get("you")

    def get_waiting_sentence(self) -> str:
        return self.client.get(f"/j/{self.code}/asking").text


def get_role(table: RequestTable, phone: Phone) -> str:
    return str(table.get_table_json(phone)["you"]["role"])


@pytest.mark.parametrize("started", [False, True])
def test_a_player_becomes_host_after_another_agrees_if_the_host_is_gone(app: Flask, started: bool) -> None:
    table = RequestTable(app, "Bo", "Cy", started=started)
    bo, cy = table.guests
    table.ask_to_host(bo)
    assert table.answer(cy, "yes") == 204
    table.wait(HOLDER_SECONDS)
    table.show(bo)
    assert (get_role(table, table.host), get_role(table, bo), get_role(table, cy)) == (
        "seat",
        "host",
        "seat",
    )
    assert table.change("start", bo) == 204
    assert table.get_table_json(bo)["started"]


@pytest.mark.parametrize("started", [False, True])
def test_all_phones_but_viewers_show_who_wants_to_host(app: Flask, started: bool) -> None:
    table = RequestTable(app, "Bo", "Cy", started=started)
    bo, cy = table.guests
    screen = Phone(app)
    screen.watch(table.code)
    boards = table.host.get_board_html(), bo.get_board_html(), cy.get_board_html()
    table.ask_to_host(bo)
    assert "Bo wants to host in your place." in table.host.get_board_html()
    assert "You asked to host." in bo.get_board_html()
    assert "Bo wants to host in place of Ana." in cy.get_board_html()
    assert "wants to host" not in screen.get_board_html()
    assert table.answer(cy, "no") == 204
    after = table.host.get_board_html(), bo.get_board_html(), cy.get_board_html()
    without_keys = [re.sub(r'name="key" value="[^"]+"', "", board) for board in (*boards, *after)]
    assert without_keys[:3] == without_keys[3:]


@pytest.mark.parametrize("part", ["asks", "answers"])
def test_a_phone_that_reloads_shows_the_request_too(app: Flask, part: str) -> None:
    """The page sends its tag to ask whether it is out of date."""
    table = RequestTable(app, "Bo", "Cy")
    cy = table.guests[1]
    if part == "answers":
        table.ask_to_host(table.guests[0])
    tag = cy.get_page(**HTMX_HEADERS).headers["ETag"]
    assert cy.get_page(**HTMX_HEADERS, **{"If-None-Match": tag}).status_code == 304
    if part == "asks":
        table.ask_to_host(table.guests[0])
    else:
        table.answer(cy, "no")
    assert cy.get_page(**HTMX_HEADERS, **{"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize(("answer", "hosts"), [("yes", 1), ("no", 0)])
def test_the_hosts_answer_takes_effect_at_once(app: Flask, answer: str, hosts: int) -> None:
    table = RequestTable(app, "Bo", "Cy")
    table.ask_to_host(table.guests[0])
    assert table.answer(table.host, answer) == 204
    assert (table.get_host_seat(), table.list_request_names()) == (hosts, [])


def test_the_asker_can_withdraw_but_not_agree(app: Flask) -> None:
    table = RequestTable(app, "Bo", "Cy")
    table.ask_to_host(table.guests[0])
    table.wait(HOLDER_SECONDS)
    assert table.answer(table.guests[0], "yes") == 403
    assert table.answer(table.guests[0], "no") == 204
    assert table.list_request_names() == []


def test_nobody_else_can_agree_while_the_hosts_phone_shows_the_request(app: Flask) -> None:
    """Otherwise two strangers on free seats could make each other the host."""
    table = RequestTable(app, "Bo", "Cy")
    bo, cy = table.guests
    table.ask_to_host(bo)
    assert table.answer(cy, "yes") == 204
    table.show(table.host)
    table.wait(AUTO_GRANT_SECONDS)
    assert table.answer(cy, "yes") == 403
    table.show(bo)
    assert table.get_host_seat() == 0
    assert "the question is on their phone" in cy.get_board_html()


def test_the_hosts_phone_has_ten_seconds_to_show_the_request(app: Flask) -> None:
    table = RequestTable(app, "Bo", "Cy")
    bo, cy = table.guests
    table.ask_to_host(bo)
    table.wait(HOLDER_SECONDS - 5)
    table.answer(cy, "yes")
    table.show(bo)
    assert table.get_host_seat() == 0
    table.wait(HOLDER_SECONDS)
    table.show(bo)
    assert table.get_host_seat() == 1


def test_the_only_other_player_becomes_host_after_a_minute_of_silence(app: Flask) -> None:
    table = RequestTable(app, "Bo")
    bo = table.guests[0]
    table.ask_to_host(bo)
    table.wait(AUTO_GRANT_SECONDS - 10)
    table.show(bo)
    assert table.get_host_seat() == 0
    table.wait(10)
    table.show(bo)
    assert table.get_host_seat() == 1


def show_request(table: RequestTable, asker: Phone) -> None:
    table.show(table.host)


def enter_note(table: RequestTable, asker: Phone) -> None:
    assert table.host.enter(kind="note", text="I am here").status_code == 200


@pytest.mark.parametrize("sign", [show_request, enter_note])
def test_a_hosts_phone_that_sends_something_is_not_silent(
    app: Flask, sign: Callable[[RequestTable, Phone], None]
) -> None:
    table = RequestTable(app, "Bo")
    bo = table.guests[0]
    table.ask_to_host(bo)
    sign(table, bo)
    table.wait(AUTO_GRANT_SECONDS)
    table.show(bo)
    assert table.get_host_seat() == 0


def test_silence_grants_nothing_if_another_player_could_answer(app: Flask) -> None:
    table = RequestTable(app, "Bo", "Cy")
    table.ask_to_host(table.guests[0])
    stranger = table.new_phone_for(2)
    table.wait(seat_requests.REQUEST_LIFETIME_SECONDS - 10)
    table.show(table.guests[0])
    assert (stranger.get_redirect(), table.get_host_seat()) == ("", 0)
    table.wait(10)
    table.show(table.guests[0])
    assert stranger.get_redirect() == f"/j/{table.code}/asking"
    assert (table.get_host_seat(), table.list_request_names()) == (0, [])
    assert "You did not get the seat" in stranger.get_waiting_sentence()


@pytest.mark.parametrize("started", [False, True])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_new_phone_gets_its_old_seat_after_somebody_agrees(app: Flask, seat: int, started: bool) -> None:
    """The seat may be the host's, and then the new phone hosts."""
    table = RequestTable(app, "Bo", "Cy", started=started)
    old, cy = (table.host, *table.guests)[seat], table.guests[1]
    assert ("New phone? Tap your old seat." in Phone(app).client.get(f"/j/{table.code}").text) == started
    assert "Ask for this seat" in Phone(app).client.get(f"/j/{table.code}?old={seat}").text
    new = table.new_phone_for(seat)
    whose = ["Ana", "Bo"][seat]
    assert f"You asked for {whose}’s seat" in new.get_waiting_sentence()
    assert f"Somebody is asking for {whose}’s seat." in cy.get_board_html()
    assert "Another phone is asking for your seat." in old.get_board_html()
    assert new.client.get(f"/t/{table.code}").headers["Location"] == f"/j/{table.code}"
    assert new.client.get(f"/j/{table.code}").headers["Location"] == f"/j/{table.code}/asking"
    assert new.get_redirect() == ""
    assert table.answer(cy, "yes") == 204
    assert new.get_redirect() == ""
    table.wait(HOLDER_SECONDS)
    assert new.get_redirect() == f"/j/{table.code}/asking"
    assert new.client.get(f"/j/{table.code}/asking").headers["Location"] == f"/t/{table.code}"
    assert new.get_role() == {"role": "host" if seat == 0 else "seat", "seat": seat}
    assert "This phone has lost its seat" in old.get_page().text
    assert table.list_request_names() == []


def test_the_yes_of_the_phone_at_the_seat_takes_effect_at_once(app: Flask) -> None:
    table = RequestTable(app, "Bo", "Cy")
    new = table.new_phone_for(1)
    assert table.answer(table.guests[0], "yes") == 204
    assert new.get_role() == {"role": "seat", "seat": 1}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_any_player_can_refuse_and_the_new_phone_shows_it(app: Flask, seat: int) -> None:
    table = RequestTable(app, "Bo", "Cy")
    new = table.new_phone_for(1)
    assert table.answer((table.host, *table.guests)[seat], "no") == 204
    assert new.get_redirect() == f"/j/{table.code}/asking"
    assert "You did not get the seat" in new.get_waiting_sentence()
    assert new.client.get(f"/j/{table.code}").status_code == 200


def test_nobody_else_can_give_a_seat_whose_phone_shows_the_request(app: Flask) -> None:
    table = RequestTable(app, "Bo", "Cy")
    new = table.new_phone_for(1)
    table.show(table.guests[0])
    table.wait(AUTO_GRANT_SECONDS)
    assert table.answer(table.guests[1], "yes") == 403
    assert table.answer(table.host, "yes") == 403
    assert (new.get_redirect(), table.list_request_names() != []) == ("", True)


def test_the_only_phone_of_a_table_is_replaced_after_a_silent_minute(app: Flask) -> None:
    table = RequestTable(app)
    new = table.new_phone_for(0)
    assert "the seat is yours" in new.get_waiting_sentence()
    table.wait(AUTO_GRANT_SECONDS - 10)
    assert new.get_redirect() == ""
    table.wait(10)
    assert new.get_redirect() == f"/j/{table.code}/asking"
    assert new.get_role() == {"role": "host", "seat": 0}


def test_a_request_ends_when_its_person_leaves(app: Flask) -> None:
    table = RequestTable(app, "Bo", "Cy")
    bo, cy = table.guests
    new = table.new_phone_for(1)
    bo.client.post(f"/t/{table.code}/leave")
    assert "asks for" not in cy.get_board_html()
    di = table.join_guest(1, "Di")
    assert table.list_request_names() == []
    assert new.get_redirect() == f"/j/{table.code}/asking"
    table.ask_to_host(di)
    di.client.post(f"/t/{table.code}/leave")
    table.join_guest(1, "Ed")
    assert (table.list_request_names(), table.get_table_json()["names"][1]) == ([], "Ed")


def test_a_request_stays_with_its_person_when_seats_are_renumbered(app: Flask) -> None:
    table = RequestTable(app, started=False, seats=4)
    bo, cy = table.join_guest(2, "Bo"), table.join_guest(3, "Cy")
    new = table.new_phone_for(2)
    table.change("start")
    assert "is asking for Bo’s seat" in cy.get_board_html()
    table.answer(bo, "yes")
    assert new.get_role() == {"role": "seat", "seat": 1}


def test_a_second_request_for_the_same_seat_is_refused(app: Flask) -> None:
    table = RequestTable(app, "Bo", "Cy")
    bo, cy = table.guests
    table.ask_to_host(bo)
    assert table.post(cy, "host") == 403
    table.new_phone_for(1)
    second = Phone(app, table.code)
    assert second.client.post(f"/j/{table.code}/ask", data={"seat": "1"}).status_code == 403
    assert len(table.list_request_names()) == 2
    assert second.client.post(f"/j/{table.code}/ask", data={"seat": "2"}).status_code == 303


def test_a_free_seat_cannot_be_requested(app: Flask) -> None:
    table = RequestTable(app)
    answer = Phone(app).client.post(f"/j/{table.code}/ask", data={"seat": "1"})
    assert answer.headers["Location"] == f"/j/{table.code}?again=1"
    assert table.list_request_names() == []


def test_a_new_phone_can_withdraw_its_request(app: Flask) -> None:
    table = RequestTable(app, "Bo", "Cy")
    new = table.new_phone_for(1)
    answer = new.client.post(f"/j/{table.code}/asking", data={"withdraw": "1"})
    assert answer.headers["Location"] == f"/j/{table.code}"
    assert table.list_request_names() == []


def test_a_finished_table_accepts_no_request_for_a_seat(app: Flask) -> None:
    host = import_file(app, make_table_file("giza", "last_tile"))
    Phone(app).client.get("/")
    for path in ("ask", "asking"):
        answer = Phone(app).client.post(f"/j/{host.code}/{path}", data={"seat": "0"})
        assert answer.status_code == 403


@pytest.mark.parametrize("way", ["hosting", "seat"])
def test_a_host_who_replaced_a_silent_one_cannot_delete_the_table(app: Flask, way: str) -> None:
    table = RequestTable(app, "Bo")
    heir: Phone = table.guests[0]
    if way == "hosting":
        table.ask_to_host(heir)
        table.wait(AUTO_GRANT_SECONDS)
        table.show(heir)
    else:
        heir = table.new_phone_for(0)
        table.answer(table.guests[0], "yes")
        table.wait(HOLDER_SECONDS)
        assert heir.get_redirect()
    assert get_role(table, heir) == "host"
    assert heir.client.post(f"/t/{table.code}/delete").status_code == 403
    assert heir.call("DELETE", "").status_code == 403
    assert heir.get_table_json()["names"][0] == "Ana"


def test_a_host_chosen_by_the_host_can_delete_the_table(app: Flask) -> None:
    table = RequestTable(app, "Bo")
    table.ask_to_host(table.guests[0])
    table.answer(table.host, "yes")
    assert table.guests[0].client.post(f"/t/{table.code}/delete").status_code == 303


@pytest.fixture
def limited_app(app: Flask) -> Iterator[Flask]:
    file = app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///")
    with open_app({**make_settings(file), "RATELIMIT_ENABLED": True}) as counted:
        yield counted


def test_an_address_can_request_seats_of_a_table_ten_times_an_hour(app: Flask, limited_app: Flask) -> None:
    table = RequestTable(app, "Bo")
    statuses = []
    for _ in range(11):
        answer = limited_app.test_client().post(f"/j/{table.code}/ask", data={"seat": "1"})
        statuses.append(answer.status_code)
        if table.list_request_names():
            table.answer(table.guests[0], "no")
            services_of(limited_app).tables.clear()
    assert statuses == [303] * 10 + [429]
