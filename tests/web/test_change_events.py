"""What changes at a table sends an event to its open streams, also if only its people change."""

from collections.abc import Callable

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.services import services_of, streams_of
from companion.tables.links import get_table_by_code
from tests.people import Phone
from tests.web.test_lobby import LobbyTable

Action = Callable[[Phone, Phone], TestResponse]
LOBBY_ACTIONS: dict[str, Action] = {
    "name": lambda host, bo: host.client.post(f"/t/{host.code}/lobby/seats/2", data={"name": "Eve"}),
    "settings": lambda host, bo: host.call("POST", "/lobby/settings", {"options": {}, "first": 1}),
    "start": lambda host, bo: host.call("POST", "/lobby/start"),
    "another seat": lambda host, bo: Phone(host.client.application).sit(host.code, 2, "Fay"),
}
TABLE_ACTIONS: dict[str, Action] = {
    "entry": lambda host, bo: host.enter(move="Play", seat=0, tile="+5", board=0, site=0),
    "guide": lambda host, bo: bo.client.post(f"/t/{bo.code}/guide", data={"on": "yes"}),
    "request": lambda host, bo: bo.client.post(f"/t/{bo.code}/requests/host"),
    "hosting": lambda host, bo: host.client.post(f"/t/{host.code}/seats/1/host"),
    "leaving": lambda host, bo: bo.client.post(f"/t/{bo.code}/leave"),
    "deletion": lambda host, bo: host.call("DELETE", ""),
}


@pytest.mark.parametrize("name", [*LOBBY_ACTIONS, *TABLE_ACTIONS])
def test_every_change_reaches_open_streams(app: Flask, name: str) -> None:
    table = LobbyTable(app, seats=3)
    bo = table.join_guest(1, "Bo")
    if name in TABLE_ACTIONS:
        table.change("start")
    with app.app_context():
        table_id = get_table_by_code(services_of(app).tables.store, table.code).id
    subscription = streams_of(app).hub.subscribe(table_id)
    response = (LOBBY_ACTIONS | TABLE_ACTIONS)[name](table.host, bo)
    assert response.status_code < 400
    assert subscription.get(0) is not None
