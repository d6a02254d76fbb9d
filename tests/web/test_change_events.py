"""Each route that changes something at a table sends an event to the open streams."""

import itertools
from collections.abc import Callable
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.services import services_of, streams_of
from companion.tables.links import get_table_by_code
from companion.tables.seat_requests import request_id
from tests.people import Phone
from tests.web.test_roles import DEVICE_ENDPOINTS, ENDPOINTS_BY_SECRET, ENDPOINTS_FOR_ANYBODY
from tests.web.test_setting_up import list_step_hashes

_keys = itertools.count()
Action = Callable[["EventTable"], TestResponse]


class EventTable:
    """A table with the phones of a host, a guest and a viewer, before or after the start."""

    def __init__(self, app: Flask, *, begun: bool) -> None:
        self.app, self.host, self.guest = app, Phone(app), Phone(app)
        form = {"mode": "referee", "name": ["Ana", "Bo", "Cy"], **({"start": "1"} if begun else {})}
        answer = self.host.client.post("/open/giza", data=form)
        self.code = self.host.code = answer.headers["Location"].rsplit("/", 1)[1]
        self.screen = Phone(app, self.code)
        assert self.guest.sit(self.code, 1, "Bo").status_code == 303
        self.screen.watch(self.code)

    def post(self, path: str, phone: Phone | None = None, **form: object) -> TestResponse:
        return (phone or self.host).client.post(f"/t/{self.code}{path}", data=form)

    def call(self, method: str, path: str, **body: Any) -> Any:
        return self.host.call(method, path, body)

    def is_event_sent(self, action: Action) -> bool:
        with self.app.app_context():
            table_id = get_table_by_code(services_of(self.app).tables.store, self.code).id
        hub = streams_of(self.app).hub
        subscription = hub.subscribe(table_id)
        answer = action(self)
        assert answer.status_code < 400, (answer.request.path, answer.status_code)
        is_notified = subscription.get(0) is not None
        hub.unsubscribe(table_id, subscription)
        return is_notified


def get_step_hash(table: EventTable) -> str:
    return list_step_hashes(table.host)[0]


def make_invitation(table: EventTable) -> str:
    return str(table.call("POST", "/seats/1/invite").get_json()["secret"])


def make_hosting_request(table: EventTable) -> str:
    """Let the guest ask to host, and return the name of the request."""
    table.post("/requests/host", table.guest)
    with table.app.app_context():
        return request_id(get_table_by_code(services_of(table.app).tables.store, table.code).requests[0])


LOBBY_ACTIONS: dict[str, Action] = {
    "lobby.name_seat": lambda t: t.post("/lobby/seats/2", name="Eve"),
    "lobby.clear_seat": lambda t: t.post("/lobby/seats/1/clear"),
    "lobby.add_seat": lambda t: t.post("/lobby/seats"),
    "lobby.start_table": lambda t: t.post("/lobby/start"),
    "api.add_seat": lambda t: t.call("POST", "/lobby/seats"),
    "api.name_seat": lambda t: t.call("POST", "/lobby/seats/2", name="Eve"),
    "api.change_settings": lambda t: t.call("POST", "/lobby/settings", options={}, first=2),
    "api.start_table": lambda t: t.call("POST", "/lobby/start"),
    "joining.sit_down": lambda t: Phone(t.app).sit(t.code, 2, "Fay"),
    "api.claim_seat": lambda t: t.call("POST", "/seats", seat=2, name="Fay"),
}
TABLE_ACTIONS: dict[str, Action] = {
    "table.enter": lambda t: t.host.enter(move="Play", seat=0, tile="+5", board=0, site=0),
    "api.submit_entry": lambda t: t.call(
        "POST", "/entries", key=f"heard-{next(_keys):04d}", move="Discard", seat=0, data={"tiles": ["+5"]}
    ),
    "table.leave": lambda t: t.post("/leave", t.guest),
    "table.delete": lambda t: t.post("/delete"),
    "api.delete_table": lambda t: t.call("DELETE", ""),
    "seat_requests.ask_for_seat": lambda t: Phone(t.app).client.post(
        f"/j/{t.code}/ask", data={"seat": "1"}
    ),
    "seat_requests.ask_to_host": lambda t: t.post("/requests/host", t.guest),
    "seat_requests.answer_request": lambda t: t.post(f"/requests/{make_hosting_request(t)}"),
    "seat_requests.mark_shown": lambda t: t.post(f"/requests/{make_hosting_request(t)}/shown"),
    "seats.free_seat": lambda t: t.post("/seats/1/free"),
    "seats.make_seat_host": lambda t: t.post("/seats/1/host"),
    "api.make_seat_host": lambda t: t.call("POST", "/seats/1/host"),
    "api.free_seat": lambda t: t.call("POST", "/seats/1/free"),
    "joining.accept_invitation": lambda t: Phone(t.app).client.post(f"/i/{make_invitation(t)}"),
    "api.use_invitation": lambda t: Phone(t.app).client.post(f"/api/v1/invitations/{make_invitation(t)}"),
    "seats.end_viewers": lambda t: t.post("/seats/viewers/end"),
    "api.revoke_viewer_links": lambda t: t.call("DELETE", "/viewers"),
    "guide.set_guide": lambda t: t.post("/guide", seat="0", on="yes"),
    "lobby.lead_newcomers": lambda t: t.post("/lobby/together", to="aim"),
    "table.set_lobby_option": lambda t: t.post(
        "/lobby/enter", kind="note", text="here", key="heard-in-lobby"
    ),
    "setting_up.tick_step": lambda t: t.post("/set-up", step=get_step_hash(t), done="yes"),
    "api.tick_step": lambda t: t.call("POST", "/set-up", step=get_step_hash(t), done=True),
}
ENDPOINTS_WITHOUT_EVENT = {
    "table.check", "api.check_move", "table.set_acting_for", "seats.add_invitation_link",
    "seats.add_viewer_link", "api.invite_to_seat", "api.create_viewer",
}  # fmt: skip
"""They make a link, answer a question, or set what this device alone goes by."""
ENDPOINTS_TESTED_ELSEWHERE = {
    "rematch.join_rematch", "lobby.change_settings", "lobby.choose_one_phone", "api.create_rematch",
}  # fmt: skip
"""These need more than one request: ``test_lobby`` and ``test_rematch`` check them."""


def test_the_lists_contain_every_route_that_changes_a_table(app: Flask) -> None:
    changing = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if "code" in rule.arguments and {"POST", "PUT", "DELETE"} & (rule.methods or set())
    }
    of_a_table = changing - (ENDPOINTS_FOR_ANYBODY | ENDPOINTS_BY_SECRET | DEVICE_ENDPOINTS)
    assert of_a_table <= {
        *LOBBY_ACTIONS,
        *TABLE_ACTIONS,
        *ENDPOINTS_WITHOUT_EVENT,
        *ENDPOINTS_TESTED_ELSEWHERE,
    }


def test_every_change_reaches_open_streams(app: Flask) -> None:
    deaf = [
        name for name, deed in LOBBY_ACTIONS.items() if not EventTable(app, begun=False).is_event_sent(deed)
    ]
    deaf += [
        name for name, deed in TABLE_ACTIONS.items() if not EventTable(app, begun=True).is_event_sent(deed)
    ]
    assert deaf == []
