"""Requests for hosting, and for one's seat on a new phone: who answers, and when they take effect."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from companion.services import services_of
from companion.tables import seat_requests
from companion.tables.links import get_table_by_code
from tests.conftest import open_app, settings
from tests.exports.test_exports import import_file, make_table_file
from tests.people import Phone
from tests.web.test_lobby import LobbyTable

HTMX = {"HX-Request": "true"}
WITHIN, SILENCE = seat_requests.HOLDER_TIMEOUT_SECONDS, seat_requests.AUTO_GRANT_SECONDS


class RequestTable(LobbyTable):
    """A table hosted by Ana, with guests on the seats after hers."""

    def __init__(self, app: Flask, *guests: str, started: bool = True, seats: int = 2) -> None:
        super().__init__(app, seats=max(seats, 1 + len(guests)))
        self.change("seats/0", name="Ana")
        self.guests = [self.guest(1 + seat, name) for seat, name in enumerate(guests)]
        if started:
            self.change("start")

    def wait(self, seconds: int) -> None:
        """Make the open requests older by so many seconds."""
        tables = services_of(self.app).tables
        with self.app.app_context():
            table_id = get_table_by_code(tables.store, self.code).id
            with tables.change(table_id) as table:
                table.requests = [replace(one, at=one.at - seconds) for one in table.requests]

    def names(self) -> list[str]:
        """Return the names of the open requests, as used in URLs."""
        tables = services_of(self.app).tables
        with self.app.app_context():
            return [
                seat_requests.request_id(one) for one in get_table_by_code(tables.store, self.code).requests
            ]

    def post(self, phone: Phone, path: str, **form: str) -> int:
        address = f"/t/{self.code}/requests/{path}"
        return phone.client.post(address, data=form, headers=HTMX).status_code

    def ask_to_host(self, phone: Phone) -> None:
        assert self.post(phone, "host") == 204

    def answer(self, phone: Phone, answer: str) -> int:
        return self.post(phone, self.names()[0], answer=answer)

    def show(self, phone: Phone) -> None:
        assert self.post(phone, f"{self.names()[0]}/shown") == 204

    def new_phone_for(self, seat: int) -> "NewPhone":
        phone = NewPhone(self.app, self.code)
        answer = phone.client.post(f"/j/{self.code}/ask", data={"seat": str(seat)})
        assert answer.headers["Location"] == f"/j/{self.code}/asking", answer.text
        return phone

    def hosts(self) -> int | None:
        """Return the seat of the host."""
        with self.app.app_context():
            links = get_table_by_code(services_of(self.app).tables.store, self.code).links
        return next(link.seat for link in links if link.role == "host")


class NewPhone(Phone):
    """A phone that asked for a seat."""

    def look(self) -> str:
        """Return the redirect of its waiting page; empty while it waits."""
        answer = self.client.post(f"/j/{self.code}/asking", headers=HTMX)
        assert answer.status_code == 204
        return answer.headers.get("HX-Redirect", "")

    def role(self) -> Any:
        return self.told().get("you")

    def waits(self) -> str:
        return self.client.get(f"/j/{self.code}/asking").text


def role(table: RequestTable, phone: Phone) -> str:
    return str(table.told(phone)["you"]["role"])


@pytest.mark.parametrize("started", [False, True])
def test_a_player_becomes_host_after_another_agrees_if_the_host_is_gone(app: Flask, started: bool) -> None:
    table = RequestTable(app, "Bo", "Cy", started=started)
    bo, cy = table.guests
    table.ask_to_host(bo)
    assert table.answer(cy, "yes") == 204
    table.wait(WITHIN)
    table.show(bo)
    assert (role(table, table.host), role(table, bo), role(table, cy)) == ("seat", "host", "seat")
    assert table.change("start", bo) == 204
    assert table.told(bo)["started"]


@pytest.mark.parametrize("started", [False, True])
def test_all_phones_but_viewers_show_who_wants_to_host(app: Flask, started: bool) -> None:
    table = RequestTable(app, "Bo", "Cy", started=started)
    bo, cy = table.guests
    screen = Phone(app)
    screen.watch(table.code)
    boards = table.host.board(), bo.board(), cy.board()
    table.ask_to_host(bo)
    assert "Bo wants to host in your place." in table.host.board()
    assert "You asked to host." in bo.board()
    assert "Bo wants to host in place of Ana." in cy.board()
    assert "wants to host" not in screen.board()
    assert table.answer(cy, "no") == 204
    after = table.host.board(), bo.board(), cy.board()
    without_keys = [re.sub(r'name="key" value="[^"]+"', "", board) for board in (*boards, *after)]
    assert without_keys[:3] == without_keys[3:]


@pytest.mark.parametrize("part", ["asks", "answers"])
def test_a_phone_that_reloads_shows_the_request_too(app: Flask, part: str) -> None:
    """A page asks by its tag whether it is out of date."""
    table = RequestTable(app, "Bo", "Cy")
    cy = table.guests[1]
    if part == "answers":
        table.ask_to_host(table.guests[0])
    tag = cy.get_page(**HTMX).headers["ETag"]
    assert cy.get_page(**HTMX, **{"If-None-Match": tag}).status_code == 304
    if part == "asks":
        table.ask_to_host(table.guests[0])
    else:
        table.answer(cy, "no")
    assert cy.get_page(**HTMX, **{"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize(("answer", "hosts"), [("yes", 1), ("no", 0)])
def test_the_hosts_answer_takes_effect_at_once(app: Flask, answer: str, hosts: int) -> None:
    table = RequestTable(app, "Bo", "Cy")
    table.ask_to_host(table.guests[0])
    assert table.answer(table.host, answer) == 204
    assert (table.hosts(), table.names()) == (hosts, [])


def test_the_asker_can_withdraw_but_not_agree(app: Flask) -> None:
    table = RequestTable(app, "Bo", "Cy")
    table.ask_to_host(table.guests[0])
    table.wait(WITHIN)
    assert table.answer(table.guests[0], "yes") == 403
    assert table.answer(table.guests[0], "no") == 204
    assert table.names() == []


def test_nobody_else_can_agree_while_the_hosts_phone_shows_the_request(app: Flask) -> None:
    """So two strangers on free seats cannot make each other the host."""
    table = RequestTable(app, "Bo", "Cy")
    bo, cy = table.guests
    table.ask_to_host(bo)
    assert table.answer(cy, "yes") == 204
    table.show(table.host)
    table.wait(SILENCE)
    assert table.answer(cy, "yes") == 403
    table.show(bo)
    assert table.hosts() == 0
    assert "the question is on their phone" in cy.board()


def test_the_hosts_phone_has_ten_seconds_to_show_the_request(app: Flask) -> None:
    table = RequestTable(app, "Bo", "Cy")
    bo, cy = table.guests
    table.ask_to_host(bo)
    table.wait(WITHIN - 5)
    table.answer(cy, "yes")
    table.show(bo)
    assert table.hosts() == 0
    table.wait(WITHIN)
    table.show(bo)
    assert table.hosts() == 1


def test_the_only_other_player_becomes_host_after_a_minute_of_silence(app: Flask) -> None:
    table = RequestTable(app, "Bo")
    bo = table.guests[0]
    table.ask_to_host(bo)
    table.wait(SILENCE - 10)
    table.show(bo)
    assert table.hosts() == 0
    table.wait(10)
    table.show(bo)
    assert table.hosts() == 1


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
    table.wait(SILENCE)
    table.show(bo)
    assert table.hosts() == 0


def test_silence_grants_nothing_if_another_player_could_answer(app: Flask) -> None:
    table = RequestTable(app, "Bo", "Cy")
    table.ask_to_host(table.guests[0])
    stranger = table.new_phone_for(2)
    table.wait(seat_requests.REQUEST_LIFETIME_SECONDS - 10)
    table.show(table.guests[0])
    assert (stranger.look(), table.hosts()) == ("", 0)
    table.wait(10)
    table.show(table.guests[0])
    assert stranger.look() == f"/j/{table.code}/asking"
    assert (table.hosts(), table.names()) == (0, [])
    assert "You did not get the seat" in stranger.waits()


@pytest.mark.parametrize("started", [False, True])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_new_phone_gets_its_old_seat_after_somebody_agrees(app: Flask, seat: int, started: bool) -> None:
    """Also the host's seat, with hosting."""
    table = RequestTable(app, "Bo", "Cy", started=started)
    old, cy = (table.host, *table.guests)[seat], table.guests[1]
    assert ("New phone? Tap your old seat." in Phone(app).client.get(f"/j/{table.code}").text) == started
    assert "Ask for this seat" in Phone(app).client.get(f"/j/{table.code}?old={seat}").text
    new = table.new_phone_for(seat)
    whose = ["Ana", "Bo"][seat]
    assert f"You asked for {whose}’s seat" in new.waits()
    assert f"Somebody is asking for {whose}’s seat." in cy.board()
    assert "Another phone is asking for your seat." in old.board()
    assert new.client.get(f"/t/{table.code}").headers["Location"] == f"/j/{table.code}"
    assert new.client.get(f"/j/{table.code}").headers["Location"] == f"/j/{table.code}/asking"
    assert new.look() == ""
    assert table.answer(cy, "yes") == 204
    assert new.look() == ""
    table.wait(WITHIN)
    assert new.look() == f"/j/{table.code}/asking"
    assert new.client.get(f"/j/{table.code}/asking").headers["Location"] == f"/t/{table.code}"
    assert new.role() == {"role": "host" if seat == 0 else "seat", "seat": seat}
    assert "This phone has lost its seat" in old.get_page().text
    assert table.names() == []


def test_the_yes_of_the_phone_at_the_seat_takes_effect_at_once(app: Flask) -> None:
    table = RequestTable(app, "Bo", "Cy")
    new = table.new_phone_for(1)
    assert table.answer(table.guests[0], "yes") == 204
    assert new.role() == {"role": "seat", "seat": 1}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_any_player_can_refuse_and_the_new_phone_shows_it(app: Flask, seat: int) -> None:
    table = RequestTable(app, "Bo", "Cy")
    new = table.new_phone_for(1)
    assert table.answer((table.host, *table.guests)[seat], "no") == 204
    assert new.look() == f"/j/{table.code}/asking"
    assert "You did not get the seat" in new.waits()
    assert new.client.get(f"/j/{table.code}").status_code == 200


def test_nobody_else_can_give_a_seat_whose_phone_shows_the_request(app: Flask) -> None:
    table = RequestTable(app, "Bo", "Cy")
    new = table.new_phone_for(1)
    table.show(table.guests[0])
    table.wait(SILENCE)
    assert table.answer(table.guests[1], "yes") == 403
    assert table.answer(table.host, "yes") == 403
    assert (new.look(), table.names() != []) == ("", True)


def test_the_only_phone_of_a_table_is_replaced_after_a_silent_minute(app: Flask) -> None:
    table = RequestTable(app)
    new = table.new_phone_for(0)
    assert "the seat is yours" in new.waits()
    table.wait(SILENCE - 10)
    assert new.look() == ""
    table.wait(10)
    assert new.look() == f"/j/{table.code}/asking"
    assert new.role() == {"role": "host", "seat": 0}


def test_a_request_ends_when_its_person_leaves(app: Flask) -> None:
    table = RequestTable(app, "Bo", "Cy")
    bo, cy = table.guests
    new = table.new_phone_for(1)
    bo.client.post(f"/t/{table.code}/leave")
    assert "asks for" not in cy.board()
    di = table.guest(1, "Di")
    assert table.names() == []
    assert new.look() == f"/j/{table.code}/asking"
    table.ask_to_host(di)
    di.client.post(f"/t/{table.code}/leave")
    table.guest(1, "Ed")
    assert (table.names(), table.told()["names"][1]) == ([], "Ed")


def test_a_request_stays_with_its_person_when_seats_are_renumbered(app: Flask) -> None:
    table = RequestTable(app, started=False, seats=4)
    bo, cy = table.guest(2, "Bo"), table.guest(3, "Cy")
    new = table.new_phone_for(2)
    table.change("start")
    assert "is asking for Bo’s seat" in cy.board()
    table.answer(bo, "yes")
    assert new.role() == {"role": "seat", "seat": 1}


def test_a_second_request_for_the_same_seat_is_refused(app: Flask) -> None:
    table = RequestTable(app, "Bo", "Cy")
    bo, cy = table.guests
    table.ask_to_host(bo)
    assert table.post(cy, "host") == 403
    table.new_phone_for(1)
    second = Phone(app, table.code)
    assert second.client.post(f"/j/{table.code}/ask", data={"seat": "1"}).status_code == 403
    assert len(table.names()) == 2
    assert second.client.post(f"/j/{table.code}/ask", data={"seat": "2"}).status_code == 303


def test_a_free_seat_cannot_be_requested(app: Flask) -> None:
    table = RequestTable(app)
    answer = Phone(app).client.post(f"/j/{table.code}/ask", data={"seat": "1"})
    assert answer.headers["Location"] == f"/j/{table.code}?again=1"
    assert table.names() == []


def test_a_new_phone_can_withdraw_its_request(app: Flask) -> None:
    table = RequestTable(app, "Bo", "Cy")
    new = table.new_phone_for(1)
    answer = new.client.post(f"/j/{table.code}/asking", data={"withdraw": "1"})
    assert answer.headers["Location"] == f"/j/{table.code}"
    assert table.names() == []


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
        table.wait(SILENCE)
        table.show(heir)
    else:
        heir = table.new_phone_for(0)
        table.answer(table.guests[0], "yes")
        table.wait(WITHIN)
        assert heir.look()
    assert role(table, heir) == "host"
    assert heir.client.post(f"/t/{table.code}/delete").status_code == 403
    assert heir.call("DELETE", "").status_code == 403
    assert heir.told()["names"][0] == "Ana"


def test_a_host_chosen_by_the_host_can_delete_the_table(app: Flask) -> None:
    table = RequestTable(app, "Bo")
    table.ask_to_host(table.guests[0])
    table.answer(table.host, "yes")
    assert table.guests[0].client.post(f"/t/{table.code}/delete").status_code == 303


@pytest.fixture
def limited_app(app: Flask) -> Iterator[Flask]:
    file = app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///")
    with open_app({**settings(file), "RATELIMIT_ENABLED": True}) as counted:
        yield counted


def test_an_address_can_request_seats_of_a_table_ten_times_an_hour(app: Flask, limited_app: Flask) -> None:
    table = RequestTable(app, "Bo")
    statuses = []
    for _ in range(11):
        answer = limited_app.test_client().post(f"/j/{table.code}/ask", data={"seat": "1"})
        statuses.append(answer.status_code)
        if table.names():
            table.answer(table.guests[0], "no")
            services_of(limited_app).tables.clear()
    assert statuses == [303] * 10 + [429]
