"""Each route that changes something, and which roles may use it.

``tests/hostile/test_every_state.py`` checks what each role may read.
"""

from typing import Any

import pytest
from flask import Flask

from tests.every_page import make_path
from tests.people import Phone

ENDPOINTS_FOR_ANYBODY = {
    "api.claim_seat", "api.count_sheets", "api.create_group", "api.create_table", "api.create_trial",
    "api.import_table", "api.save_edition", "editions.import_edition",
    "editions.save_new_edition", "exports.import_uploaded_table", "groups.create_group", "host.back_up_now",
    "host.download_backup", "host.report_sentence", "host.stop", "restore_page.restore_backup",
    "joining.sit_down", "pwa.set_language", "address_change.arrive",
    "opening.open_new_table", "recorded_plays.start_practice_table", "seat_requests.ask_for_seat",
    "seat_requests.poll_request", "table.leave",
}  # fmt: skip
"""They do nothing that belongs to a table's people; ``leave`` gives up one's own link alone,
and ``tests/lan`` says who is the host of the house.
"""
ENDPOINTS_READ_BY_SECRET = {
    "api.read_edition", "api.read_group", "editions.download_edition", "editions.edit_form",
    "editions.show_edition", "groups.download_history", "groups.show_group", "groups.show_evenings",
    "groups.ask_to_merge", "groups.manual_play_form", "joining.open_viewer_link",
    "joining.show_invitation", "pad_pages.show_page_form", "pad_pages.show_check",
}  # fmt: skip
ENDPOINTS_BY_SECRET = ENDPOINTS_READ_BY_SECRET | {
    "api.add_edition_to_group", "api.add_table_to_group", "api.correct_edition", "api.delete_group",
    "api.delete_group_table", "api.forget_person", "api.remove_edition", "api.renew_group_link",
    "api.use_invitation", "editions.delete_edition_for_all", "editions.save_edit", "editions.sign_edition",
    "groups.add_group_edition", "groups.remove_group_table", "groups.delete_whole_group",
    "groups.forget_group_person", "groups.add_group_table", "groups.renew_group_link",
    "groups.change_evening", "groups.enter_manual_play", "groups.delete_manual_play",
    "groups.rename_group_person", "groups.merge_group_people", "groups.separate_group_person",
    "joining.accept_invitation", "pad_pages.confirm_page", "pad_pages.save_page",
}  # fmt: skip
"""The secret in the address is the right; without it nothing is there."""
DEVICE_ENDPOINTS = {"groups.leave_group"}
PLAYER_ENDPOINTS = {
    "api.check_move", "api.create_viewer", "api.submit_entry", "api.tick_step", "guide.set_guide",
    "seat_requests.mark_shown", "seats.add_viewer_link", "setting_up.tick_step", "table.check",
    "table.enter", "table.set_acting_for", "table.set_lobby_option",
}  # fmt: skip
"""Host and seats; a watching screen may not."""
OWN_SEAT_ENDPOINTS = {
    "seats.add_invitation_link", "api.invite_to_seat", "lobby.name_seat", "api.name_seat",
}  # fmt: skip
"""The host for every seat, a seat for itself."""
HOST_ENDPOINTS = {
    "seats.free_seat", "seats.end_viewers", "api.free_seat", "api.revoke_viewer_links", "lobby.start_table",
    "lobby.clear_seat", "lobby.choose_one_phone", "lobby.lead_newcomers", "api.start_table",
}  # fmt: skip
LOBBY_ENDPOINTS = {
    "lobby.add_seat", "lobby.change_settings", "api.add_seat", "api.change_settings",
}  # fmt: skip
"""Nobody, once the table was started; ``test_lobby`` says who may before."""
ANSWERING_ENDPOINTS = {"seat_requests.ask_to_host", "seat_requests.answer_request"}
"""Whoever sits, says ``test_seat_requests``; nobody else, says ``test_destructive_routes``."""
FINISHED_ENDPOINTS = {"rematch.join_rematch", "api.create_rematch"}
"""Nobody while the game runs; ``test_rematch`` says who may at its end."""
HANDING_OVER_ENDPOINTS = {"seats.make_seat_host", "api.make_seat_host", "table.delete", "api.delete_table"}
"""The host, who is none afterwards: in ``test_lobby`` and ``test_groups``. Nobody else, says
``test_destructive_routes``."""

REQUEST_BODIES = {
    "api.name_seat": {"name": "Eve"},
    "api.tick_step": {"step": "0123456789ab"},
    "api.check_move": {"seat": 0, "move": "Skip"},
    "api.submit_entry": {"kind": "note", "text": "Hello", "key": "role-0001"},
}
ROLES = ("stranger", "revoked", "viewer", "seat", "host")
ALLOWED_ROLES = {
    **dict.fromkeys(PLAYER_ENDPOINTS, ("seat", "host")),
    **dict.fromkeys(OWN_SEAT_ENDPOINTS | HOST_ENDPOINTS, ("host",)),
    **dict.fromkeys(LOBBY_ENDPOINTS | FINISHED_ENDPOINTS, ()),
}


@pytest.fixture
def phones_by_role(app: Flask) -> dict[str, Phone]:
    host = Phone(app)
    code = host.open("giza", ["Ana", "Bo", "Cy"])
    found = {"host": host, **{role: Phone(app, code) for role in ROLES[:4]}}
    found["seat"].sit(code, 1)
    found["viewer"].watch(code)
    found["revoked"].sit(code, 2)
    assert host.client.post(f"/t/{code}/seats/2/free").status_code == 303
    for seat, tile in ((0, "+5"), (1, "-4"), (2, "+3")):
        entry = {"seat": seat, "tile": tile, "move board site": "Play 0 0"}
        assert host.enter(**entry).status_code == 200
    return found


def send_request(phone: Phone, rule: Any) -> Any:
    seat = "1" if rule.endpoint in HOST_ENDPOINTS else "0"
    values = {"code": phone.code, "seat": seat, "seq": "1", "secret": "no", "edition": "no", "group": "no",
              "letter": "A", "person": "1", "table": "1", "section": "turn", "name": "no",
              "play": "1"}  # fmt: skip
    path = make_path(rule, values)
    method = next(m for m in ("DELETE", "PUT", "POST", "GET") if m in rule.methods)
    headers = phone.make_authorization() if phone.client.get_cookie(f"t-{phone.code}") else {}
    json = REQUEST_BODIES.get(rule.endpoint, {}) if method in ("POST", "PUT") else None
    json = json if path.startswith("/api/") else None
    return phone.client.open(path, method=method, headers=headers, json=json)


def test_every_changing_route_is_classified(app: Flask) -> None:
    known = (
        ENDPOINTS_FOR_ANYBODY
        | ENDPOINTS_BY_SECRET
        | DEVICE_ENDPOINTS
        | PLAYER_ENDPOINTS
        | OWN_SEAT_ENDPOINTS
        | HOST_ENDPOINTS
    )
    known |= LOBBY_ENDPOINTS | HANDING_OVER_ENDPOINTS | FINISHED_ENDPOINTS | ANSWERING_ENDPOINTS
    changing = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if {"POST", "PUT", "DELETE"} & (rule.methods or set())
    }
    assert changing == known - ENDPOINTS_READ_BY_SECRET


@pytest.mark.parametrize("role", ROLES)
def test_each_role_may_use_exactly_its_routes(
    app: Flask, phones_by_role: dict[str, Phone], role: str
) -> None:
    wrong = []
    for rule in app.url_map.iter_rules():
        if rule.endpoint in ALLOWED_ROLES:
            answer = send_request(phones_by_role[role], rule)
            to_the_door = answer.status_code == 303 and "/j/" in answer.headers["Location"]
            if (answer.status_code in (403, 404) or to_the_door) == (role in ALLOWED_ROLES[rule.endpoint]):
                wrong.append((rule.endpoint, answer.status_code))
    assert wrong == []


@pytest.mark.parametrize("role", ROLES)
def test_without_the_secret_nothing_is_found(
    app: Flask, phones_by_role: dict[str, Phone], role: str
) -> None:
    for rule in app.url_map.iter_rules():
        if rule.endpoint in ENDPOINTS_BY_SECRET:
            assert send_request(phones_by_role[role], rule).status_code in (400, 404), rule.endpoint
