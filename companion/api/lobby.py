"""The lobby as operations: who plays and how, until the table is started."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, TypedDict

from companion.api.access import Name, Options, Seat, current_table
from companion.api.operations import operation
from companion.sentences.phrases import names_of
from companion.services import tables
from companion.tables import lobby
from companion.tables.seating import make_host


class LobbyResponse(TypedDict):
    started: bool
    names: list[str]
    free_seats: Annotated[list[int], "They fall away at the start."]


def _lobby(table_id: int) -> LobbyResponse:
    """The lobby after a change."""
    table = tables().load(table_id)
    return {"started": table.vacant is None, "names": list(names_of(table)), "free_seats": list(table.free)}


@operation("POST", "/tables/{code}/lobby/seats")
def add_seat(code: str) -> LobbyResponse:
    """The host adds a seat for whoever comes."""
    table, member = current_table(code)
    lobby.add_seat(tables(), table.id, member)
    return _lobby(table.id)


@dataclass(frozen=True, slots=True)
class NameSeat:
    name: Name


@operation("POST", "/tables/{code}/lobby/seats/{seat:int}")
def name_seat(code: str, seat: int, body: NameSeat) -> LobbyResponse:
    """Name who sits there: the host anybody, all others themselves.

    Whom the host names at a free seat plays without a device of their own, unless one comes.
    """
    table, member = current_table(code)
    lobby.rename_seat(tables(), member, seat, body.name)
    return _lobby(table.id)


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """How a table in its lobby will play: what is left out stays as it is."""

    options: Options = field(default_factory=dict)
    first: Seat | None = None


@operation("POST", "/tables/{code}/lobby/settings", faults=(422,))
def change_settings(code: str, body: PlaySettings) -> LobbyResponse:
    """The host chooses the options and who begins."""
    table, member = current_table(code)
    lobby.change_settings(tables(), member, body.options, body.first)
    return _lobby(table.id)


@operation("POST", "/tables/{code}/lobby/start")
def start_table(code: str) -> LobbyResponse:
    """The host starts the game: free seats fall away as long as enough remain.

    An entry starts it as well, with the seats as they are.
    """
    table, member = current_table(code)
    lobby.start_table(tables(), member)
    return _lobby(table.id)


@operation("POST", "/tables/{code}/seats/{seat:int}/host")
def make_seat_host(code: str, seat: int) -> LobbyResponse:
    """The host makes the device at another seat the host."""
    table, member = current_table(code)
    make_host(tables(), member, seat)
    return _lobby(table.id)
