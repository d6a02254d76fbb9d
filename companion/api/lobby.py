"""The lobby as operations: who plays and how, until the table is started."""

from __future__ import annotations

from typing import Any

from marshmallow import fields as ma

from companion.api.operations import operation
from companion.api.requests import NameSeat, PlaySettings
from companion.api.responses import ResponseSchema
from companion.api.tables import current_table
from companion.services import table_cache
from companion.tables import lobby
from companion.tables.seating import make_host


class LobbyResponse(ResponseSchema):
    """Who is there, and whether the table was started."""

    started = ma.Boolean()
    names = ma.List(ma.String())
    free_seats = ma.List(ma.Integer(), metadata={"description": "They fall away at the start."})


def _lobby(table_id: int) -> dict[str, Any]:
    """The lobby after a change."""
    table = table_cache().load(table_id)
    return {
        "started": table.vacant is None,
        "names": list(table.names),
        "free_seats": list(table.free),
    }


@operation("POST", "/tables/{code}/lobby/seats", LobbyResponse)
def add_seat(code: str) -> dict[str, Any]:
    """The host adds a seat for whoever comes."""
    table, member = current_table(code)
    lobby.add_seat(table.store, table.id, member)
    return _lobby(table.id)


@operation("POST", "/tables/{code}/lobby/seats/{seat:int}", LobbyResponse, body=NameSeat)
def name_seat(code: str, seat: int, body: dict[str, Any]) -> dict[str, Any]:
    """Name who sits there: the host anybody, all others themselves.

    Whom the host names at a free seat plays without a device of their own, unless one comes.
    """
    table, member = current_table(code)
    lobby.rename_seat(table.store, member, seat, body["name"])
    return _lobby(table.id)


@operation("POST", "/tables/{code}/lobby/settings", LobbyResponse, body=PlaySettings, faults=(422,))
def change_settings(code: str, body: dict[str, Any]) -> dict[str, Any]:
    """The host chooses the options and who begins."""
    table, member = current_table(code)
    lobby.change_settings(table.store, member, body["options"], body["first"])
    return _lobby(table.id)


@operation("POST", "/tables/{code}/lobby/start", LobbyResponse)
def start_table(code: str) -> dict[str, Any]:
    """The host starts the game: free seats fall away as long as enough remain.

    An entry starts it as well, with the seats as they are.
    """
    table, member = current_table(code)
    lobby.start_table(table.store, member)
    return _lobby(table.id)


@operation("POST", "/tables/{code}/seats/{seat:int}/host", LobbyResponse)
def make_seat_host(code: str, seat: int) -> dict[str, Any]:
    """The host makes the device at another seat the host."""
    table, member = current_table(code)
    make_host(table.store, member, seat)
    return _lobby(table.id)
