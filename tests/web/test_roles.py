"""Each route that changes something, and which roles may use it.

``tests/hostile/test_every_state.py`` checks what each role may read.
"""

import re

import pytest
from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from tests.every_page import make_path
from tests.people import Phone, join_table, open_as_host

PLAYER_ENDPOINTS = {
    "api.check_move", "api.create_viewer", "api.submit_entry", "api.tick_step", "guide.set_guide",
    "joining.mark_seat_request_shown", "lobby.tick_step", "seats.add_viewer_link", "table.check_move",
    "table.enter", "table.set_acting_for", "table.set_lobby_option",
}  # fmt: skip
"""For host and seats, and not for viewers."""
NOBODYS_ENDPOINTS = {
    "api.add_seat", "api.change_settings", "api.create_rematch", "lobby.add_seat", "lobby.change_settings",
    "joining.join_rematch",
}  # fmt: skip
"""They work only before the start (see ``test_lobby``) or after the end (see ``test_rematch``)."""
STRANGERS_ENDPOINTS = {
    "api.claim_seat", "joining.ask_for_seat", "joining.poll_seat_request", "joining.sit_down",
    "table.leave",
}  # fmt: skip
ENDPOINTS_TESTED_ELSEWHERE = {
    "api.delete_table", "api.make_seat_host", "joining.answer_seat_request", "joining.ask_to_host",
    "seats.make_seat_host", "table.delete",
}  # fmt: skip
"""Who may use them is tested by ``test_destructive_routes``, ``test_seat_requests`` and others."""
OWN_SEAT_ENDPOINTS = {
    "api.invite_to_seat", "api.name_seat", "lobby.name_seat", "seats.add_invitation_link",
}  # fmt: skip
"""For the host, and for the seat that the request is about: here seat 0, which is the host's."""
SECRET_PARAMETERS = {"secret", "edition", "group"}
REQUEST_BODIES = {
    "api.name_seat": {"name": "Eve"},
    "api.tick_step": {"step": "0123456789ab"},
    "api.check_move": {"seat": 0, "move": "Skip"},
    "api.submit_entry": {"kind": "note", "text": "Hello", "key": "role-0001"},
}
ROLES = ("stranger", "revoked", "viewer", "seat", "host")


@pytest.fixture
def phones_by_role(app: Flask) -> dict[str, Phone]:
    host = open_as_host(app, "giza", ["Ana", "Bo", "Cy"])
    seats = {"seat": 1, "viewer": None, "revoked": 2}
    phones = {role: join_table(app, host.code, seat) for role, seat in seats.items()}
    phones |= {"host": host, "stranger": Phone(app, host.code)}
    assert host.client.post(f"/t/{host.code}/seats/2/free").status_code == 303
    for seat, tile in ((0, "+5"), (1, "-4"), (2, "+3")):
        entry = {"seat": seat, "tile": tile, "move board site": "Play 0 0"}
        assert host.enter(**entry).status_code == 200
    return phones


def send_request(phone: Phone, rule: Rule, method: str) -> TestResponse:
    values = dict.fromkeys(("secret", "edition", "group", "name"), "no") | {
        "code": phone.code, "seat": "0" if rule.endpoint in OWN_SEAT_ENDPOINTS else "1", "seq": "1",
        "letter": "A", "person": "1", "table": "1", "play": "1",
    }  # fmt: skip
    path = make_path(rule, values)
    headers = phone.make_authorization() if phone.client.get_cookie(f"t-{phone.code}") else {}
    json = REQUEST_BODIES.get(rule.endpoint, {}) if method in ("POST", "PUT") else None
    json = json if path.startswith("/api/") else None
    return phone.client.open(path, method=method, headers=headers, json=json)


@pytest.mark.parametrize("role", ROLES)
def test_each_role_may_use_exactly_its_routes(
    app: Flask, phones_by_role: dict[str, Phone], role: str
) -> None:
    wrong = []
    for rule in app.url_map.iter_rules():
        if (
            "code" not in rule.arguments
            or rule.endpoint in STRANGERS_ENDPOINTS | ENDPOINTS_TESTED_ELSEWHERE
        ):
            continue
        allowed = ("seat", "host") if rule.endpoint in PLAYER_ENDPOINTS else ("host",)
        is_allowed = role in allowed and rule.endpoint not in NOBODYS_ENDPOINTS
        for method in {"DELETE", "PUT", "POST"} & (rule.methods or set()):
            response = send_request(phones_by_role[role], rule, method)
            is_sent_away = response.status_code == 303 and "/j/" in response.headers["Location"]
            is_refused = response.status_code in (403, 404) or is_sent_away
            if is_refused == is_allowed:
                wrong.append((rule.endpoint, response.status_code))
    assert wrong == []


def test_the_page_of_the_seats_offers_each_role_what_it_may_do(app: Flask) -> None:
    host = open_as_host(app, "giza", ["Ana", "Bo", "Cy"])
    bo, viewer = join_table(app, host.code, 1), join_table(app, host.code)
    of_host = {"0/invite", "1/invite", "2/invite", "1/free", "1/host", "viewer", "viewers/end"}
    for phone, expected in ((host, of_host), (bo, {"1/invite", "viewer"}), (viewer, set())):
        page = phone.get_page("/seats").text
        assert set(re.findall(rf'action="/t/{host.code}/seats/([^"]*)"', page)) == expected
        assert ("/requests/host" in page) == (phone is bo)


@pytest.mark.parametrize("role", ["stranger", "host"])
def test_without_the_secret_nothing_is_found(
    app: Flask, phones_by_role: dict[str, Phone], role: str
) -> None:
    for rule in app.url_map.iter_rules():
        for method in {"DELETE", "PUT", "POST", "GET"} & (rule.methods or set()):
            if rule.arguments & SECRET_PARAMETERS and rule.endpoint != "groups.leave_group":
                response = send_request(phones_by_role[role], rule, method)
                assert response.status_code in (400, 404), rule.endpoint
