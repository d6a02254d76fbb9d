"""Requests to host, and for one's own seat on a new phone: who answers, and when they succeed."""

import re
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from companion.services import services_of
from companion.tables import seat_requests
from companion.tables.links import get_table_by_code
from tests.exports.test_exports import import_file, make_table_file
from tests.people import Phone, join_table
from tests.web.test_lobby import HTMX_HEADERS, LobbyTable

HOLDER_SECONDS, AUTO_GRANT_SECONDS = seat_requests.HOLDER_TIMEOUT_SECONDS, seat_requests.AUTO_GRANT_SECONDS


class TableWithRequests(LobbyTable):
    """A table of Ana and guests, to which phones send requests for a seat or for the role of host."""

    def __init__(self, app: Flask, guests: str = "", *, started: bool = True, seats: int = 2) -> None:
        names = guests.split()
        super().__init__(app, seats=max(seats, 1 + len(names)))
        self.change("seats/0", name="Ana")
        self.phones = [self.host, *(self.join_guest(1 + seat, name) for seat, name in enumerate(names))]
        if started:
            self.change("start")

    def wait(self, seconds: int) -> None:
        tables = services_of(self.app).tables
        with self.app.app_context():
            table_id = get_table_by_code(tables.store, self.code).id
            with tables.change(table_id) as table:
                table.requests = [replace(one, at=one.at - seconds) for one in table.requests]

    def list_request_ids(self) -> list[str]:
        with self.app.app_context():
            record = get_table_by_code(services_of(self.app).tables.store, self.code)
        return [one.id for one in record.requests]

    def post_request(self, seat: int, path: str, **form: str) -> int:
        address = f"/t/{self.code}/requests/{path}"
        return self.phones[seat].client.post(address, data=form, headers=HTMX_HEADERS).status_code

    def ask_to_host(self, seat: int) -> int:
        return self.post_request(seat, "host")

    def answer(self, seat: int, answer: str) -> int:
        return self.post_request(seat, self.list_request_ids()[0], answer=answer)

    def show(self, seat: int) -> int:
        """Let the phone of this seat show the first request. This grants a request that is old enough."""
        return self.post_request(seat, f"{self.list_request_ids()[0]}/shown")

    def enter_note(self, seat: int) -> None:
        assert self.phones[seat].enter(kind="note", text="I am here").status_code == 200

    def ask_on_new_phone(self, seat: int) -> "NewPhone":
        phone = NewPhone(self.app, self.code)
        answer = phone.client.post(f"/j/{self.code}/ask", data={"seat": str(seat)})
        assert answer.headers["Location"] == f"/j/{self.code}/asking", answer.text
        return phone

    def get_host_seat(self) -> int | None:
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


HOSTING_SCENARIOS: dict[str, tuple[str, list[tuple[Any, ...]], int]] = {
    "the host agrees": ("Bo Cy", [("answer", 0, "yes")], 1),
    "the host refuses": ("Bo Cy", [("answer", 0, "no")], 0),
    "another player agrees, the host is gone":
        ("Bo Cy", [("answer", 2, "yes"), ("wait", HOLDER_SECONDS), ("show", 1)], 1),
    "another player agrees, and the host has ten seconds":
        ("Bo Cy", [("wait", HOLDER_SECONDS - 5), ("answer", 2, "yes"), ("show", 1)], 0),
    "another player agrees, the host's phone shows it":
        ("Bo Cy", [("answer", 2, "yes"), ("show", 0), ("wait", AUTO_GRANT_SECONDS), ("show", 1)], 0),
    "another player could answer":
        ("Bo Cy", [("wait", seat_requests.REQUEST_LIFETIME_SECONDS - 10), ("show", 1)], 0),
    "nobody else is there": ("Bo", [("wait", AUTO_GRANT_SECONDS), ("show", 1)], 1),
    "nobody else is there, too early": ("Bo", [("wait", AUTO_GRANT_SECONDS - 10), ("show", 1)], 0),
    "the host's phone shows it": ("Bo", [("show", 0), ("wait", AUTO_GRANT_SECONDS), ("show", 1)], 0),
    "the host enters something": ("Bo", [("enter_note", 0), ("wait", AUTO_GRANT_SECONDS), ("show", 1)], 0),
}  # fmt: skip
"""The guests, what happens after Bo on seat 1 asks to host, and the seat that then hosts."""


@pytest.mark.parametrize("name", HOSTING_SCENARIOS)
def test_a_player_becomes_host_if_the_host_agrees_or_is_gone(app: Flask, name: str) -> None:
    guests, actions, host_seat = HOSTING_SCENARIOS[name]
    table = TableWithRequests(app, guests)
    assert table.ask_to_host(1) == 204
    for action, *arguments in actions:
        getattr(table, action)(*arguments)
    assert table.get_host_seat() == host_seat


@pytest.mark.parametrize("started", [False, True])
def test_all_phones_but_viewers_show_who_wants_to_host(app: Flask, started: bool) -> None:
    table = TableWithRequests(app, "Bo Cy", started=started)
    screen = join_table(app, table.code)
    pages = [phone.get_board_html() for phone in table.phones]
    table.ask_to_host(1)
    sentences = (
        "Bo wants to host in your place.",
        "You asked to host.",
        "Bo wants to host in place of Ana.",
    )
    for phone, sentence in zip(table.phones, sentences, strict=True):
        assert sentence in phone.get_board_html()
    assert "wants to host" not in screen.get_board_html()
    assert table.answer(2, "no") == 204
    pages += [phone.get_board_html() for phone in table.phones]
    without_keys = [re.sub(r'name="key" value="[^"]+"', "", page) for page in pages]
    assert without_keys[:3] == without_keys[3:]


def test_a_request_names_the_host_of_now(app: Flask) -> None:
    table = TableWithRequests(app, "Bo Cy")
    table.host.get_board_html()
    table.host.client.post(f"/t/{table.code}/seats/1/host")
    table.ask_to_host(2)
    assert "Cy wants to host in place of Bo." in table.host.get_board_html()


@pytest.mark.parametrize("part", ["asks", "answers"])
def test_a_phone_that_reloads_shows_the_request_too(app: Flask, part: str) -> None:
    table = TableWithRequests(app, "Bo Cy")
    cy = table.phones[2]
    if part == "answers":
        table.ask_to_host(1)
    tag = cy.get_page(**HTMX_HEADERS).headers["ETag"]
    assert cy.get_page(**HTMX_HEADERS, **{"If-None-Match": tag}).status_code == 304
    if part == "asks":
        table.ask_to_host(1)
    else:
        table.answer(2, "no")
    assert cy.get_page(**HTMX_HEADERS, **{"If-None-Match": tag}).status_code == 200


def test_the_asker_can_withdraw_but_not_agree(app: Flask) -> None:
    table = TableWithRequests(app, "Bo Cy")
    table.ask_to_host(1)
    table.wait(HOLDER_SECONDS)
    assert [table.answer(1, answer) for answer in ("yes", "no")] == [403, 204]
    assert table.list_request_ids() == []


def test_nobody_else_can_agree_while_the_hosts_phone_shows_the_request(app: Flask) -> None:
    """Otherwise two strangers on free seats could make each other the host."""
    table = TableWithRequests(app, "Bo Cy")
    table.ask_to_host(1)
    table.show(0)
    table.wait(AUTO_GRANT_SECONDS)
    assert table.answer(2, "yes") == 403
    assert "the question is on their phone" in table.phones[2].get_board_html()


def test_requests_that_nobody_answers_end(app: Flask) -> None:
    table = TableWithRequests(app, "Bo Cy")
    table.ask_to_host(1)
    stranger = table.ask_on_new_phone(2)
    table.wait(seat_requests.REQUEST_LIFETIME_SECONDS - 10)
    table.show(1)
    assert stranger.get_redirect() == ""
    table.wait(10)
    table.show(1)
    assert stranger.get_redirect() == f"/j/{table.code}/asking"
    assert table.list_request_ids() == []
    assert "You did not get the seat" in stranger.get_waiting_sentence()


@pytest.mark.parametrize("started", [False, True])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_new_phone_gets_its_old_seat_after_somebody_agrees(app: Flask, seat: int, started: bool) -> None:
    table = TableWithRequests(app, "Bo Cy", started=started)
    old, join = table.phones[seat], f"/j/{table.code}"
    assert ("New phone? Tap your old seat." in Phone(app).client.get(join).text) == started
    assert "Ask for this seat" in Phone(app).client.get(f"{join}?old={seat}").text
    new, whose = table.ask_on_new_phone(seat), ["Ana", "Bo"][seat]
    assert f"You asked for {whose}’s seat" in new.get_waiting_sentence()
    assert f"Somebody is asking for {whose}’s seat." in table.phones[2].get_board_html()
    assert "Another phone is asking for your seat." in old.get_board_html()
    assert new.client.get(f"/t/{table.code}").headers["Location"] == join
    assert new.client.get(join).headers["Location"] == f"{join}/asking"
    assert new.get_redirect() == ""
    assert table.answer(2, "yes") == 204
    assert new.get_redirect() == ""
    table.wait(HOLDER_SECONDS)
    assert new.get_redirect() == f"{join}/asking"
    assert new.client.get(f"{join}/asking").headers["Location"] == f"/t/{table.code}"
    assert new.get_role() == {"role": "host" if seat == 0 else "seat", "seat": seat}
    assert "This phone has lost its seat" in old.get_page().text
    assert table.list_request_ids() == []


def test_the_yes_of_the_phone_at_the_seat_takes_effect_at_once(app: Flask) -> None:
    table = TableWithRequests(app, "Bo Cy")
    new = table.ask_on_new_phone(1)
    assert table.answer(1, "yes") == 204
    assert new.get_role() == {"role": "seat", "seat": 1}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_any_player_can_refuse_and_the_new_phone_shows_it(app: Flask, seat: int) -> None:
    table = TableWithRequests(app, "Bo Cy")
    new = table.ask_on_new_phone(1)
    assert table.answer(seat, "no") == 204
    assert new.get_redirect() == f"/j/{table.code}/asking"
    assert "You did not get the seat" in new.get_waiting_sentence()
    assert new.client.get(f"/j/{table.code}").status_code == 200


def test_nobody_else_can_give_a_seat_whose_phone_shows_the_request(app: Flask) -> None:
    table = TableWithRequests(app, "Bo Cy")
    new = table.ask_on_new_phone(1)
    table.show(1)
    table.wait(AUTO_GRANT_SECONDS)
    assert [table.answer(seat, "yes") for seat in (2, 0)] == [403, 403]
    assert (new.get_redirect(), table.list_request_ids() != []) == ("", True)


def test_the_only_phone_of_a_table_is_replaced_after_a_silent_minute(app: Flask) -> None:
    table = TableWithRequests(app)
    new = table.ask_on_new_phone(0)
    assert "the seat is yours" in new.get_waiting_sentence()
    table.wait(AUTO_GRANT_SECONDS - 10)
    assert new.get_redirect() == ""
    table.wait(10)
    assert new.get_redirect() == f"/j/{table.code}/asking"
    assert new.get_role() == {"role": "host", "seat": 0}


def test_the_only_phone_is_replaced_at_a_table_without_a_host(app: Flask) -> None:
    table = TableWithRequests(app)
    invitation, guest = table.host.make_invitation(1), Phone(app)
    table.host.client.post(f"/t/{table.code}/leave")
    guest.client.post(invitation)
    new = table.ask_on_new_phone(1)
    table.wait(AUTO_GRANT_SECONDS)
    assert new.get_redirect() == f"/j/{table.code}/asking"
    assert new.get_role() == {"role": "seat", "seat": 1}


def test_a_host_without_a_seat_can_answer_who_asks_for_a_seat(app: Flask) -> None:
    screen = Phone(app)
    form = {"game": "giza", "seats": ["Ana", "Bo"], "host_sits": False}
    screen.use_link(screen.client.post("/api/v1/tables", json=form).json)
    ana, new = join_table(app, screen.code, 0), NewPhone(app, screen.code)
    new.client.post(f"/j/{screen.code}/ask", data={"seat": "0"})
    assert "Nobody else has a phone here" not in new.get_waiting_sentence()
    new.client.post(f"/j/{screen.code}/asking", data={"withdraw": "1"})
    ana.client.post(f"/t/{screen.code}/requests/host", headers=HTMX_HEADERS)
    assert "Nobody else has a phone here" in ana.get_board_html()


def test_a_request_ends_when_its_person_leaves(app: Flask) -> None:
    table = TableWithRequests(app, "Bo Cy")
    new = table.ask_on_new_phone(1)
    table.phones[1].client.post(f"/t/{table.code}/leave")
    table.phones[1] = table.join_guest(1, "Di")
    assert table.list_request_ids() == []
    assert new.get_redirect() == f"/j/{table.code}/asking"
    table.ask_to_host(1)
    table.phones[1].client.post(f"/t/{table.code}/leave")
    table.join_guest(1, "Ed")
    assert (table.list_request_ids(), table.get_table_json()["names"][1]) == ([], "Ed")


def test_a_request_stays_with_its_person_when_seats_are_renumbered(app: Flask) -> None:
    table = TableWithRequests(app, started=False, seats=4)
    table.phones += [table.join_guest(2, "Bo"), table.join_guest(3, "Cy")]
    new = table.ask_on_new_phone(2)
    table.change("start")
    assert "is asking for Bo’s seat" in table.phones[2].get_board_html()
    table.answer(1, "yes")
    assert new.get_role() == {"role": "seat", "seat": 1}


def test_a_second_request_for_the_same_seat_is_refused(app: Flask) -> None:
    table = TableWithRequests(app, "Bo Cy")
    assert [table.ask_to_host(seat) for seat in (1, 2)] == [204, 403]
    table.ask_on_new_phone(1)
    second = Phone(app, table.code)
    assert second.client.post(f"/j/{table.code}/ask", data={"seat": "1"}).status_code == 403
    assert len(table.list_request_ids()) == 2
    assert second.client.post(f"/j/{table.code}/ask", data={"seat": "2"}).status_code == 303


def test_a_free_seat_cannot_be_requested_and_a_request_can_be_withdrawn(app: Flask) -> None:
    table = TableWithRequests(app, "Bo", started=False, seats=3)
    answer = Phone(app).client.post(f"/j/{table.code}/ask", data={"seat": "2"})
    assert answer.headers["Location"] == f"/j/{table.code}?again=1"
    answer = table.ask_on_new_phone(1).client.post(f"/j/{table.code}/asking", data={"withdraw": "1"})
    assert answer.headers["Location"] == f"/j/{table.code}"
    assert table.list_request_ids() == []


def test_a_finished_table_gives_strangers_no_seat(app: Flask) -> None:
    host = import_file(app, make_table_file("giza", "last_tile"))
    for path in ("", "/ask", "/asking"):
        answer = Phone(app).client.post(f"/j/{host.code}{path}", data={"seat": "0"})
        assert answer.status_code == 403, path
    assert Phone(app, host.code).call("POST", "/seats", {"seat": 0}).status_code == 403


@pytest.mark.parametrize(
    ("way", "may_delete"),
    [("agreed", True), ("silent", False), ("new phone", False), ("silent, then agreed", False)],
)
def test_only_a_host_whom_the_host_chose_can_delete_it(app: Flask, way: str, may_delete: bool) -> None:
    table = TableWithRequests(app, "Bo")
    heir: Phone = table.phones[1]
    if way == "new phone":
        heir = new = table.ask_on_new_phone(0)
        table.answer(1, "yes")
        table.wait(HOLDER_SECONDS)
        assert new.get_redirect()
    else:
        table.ask_to_host(1)
        table.wait(AUTO_GRANT_SECONDS)
        _ = table.answer(0, "yes") if way == "agreed" else table.show(1)
    if way == "silent, then agreed":
        heir = table.host
        table.ask_to_host(0)
        table.answer(1, "yes")
    assert heir.get_table_json()["you"]["role"] == "host"
    assert heir.call("DELETE", "").status_code == (200 if may_delete else 403)


def test_an_address_can_request_seats_of_a_table_ten_times_an_hour(app: Flask, limited_app: Flask) -> None:
    table = TableWithRequests(app, "Bo")
    statuses = []
    for _ in range(11):
        answer = limited_app.test_client().post(f"/j/{table.code}/ask", data={"seat": "1"})
        statuses.append(answer.status_code)
        if table.list_request_ids():
            table.answer(1, "no")
            services_of(limited_app).tables.clear_cache()
    assert statuses == [303] * 10 + [429]
