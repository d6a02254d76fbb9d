"""The people at a table: lobby, seats and viewers."""

from dataclasses import dataclass, field
from typing import Annotated, TypedDict

from companion.api.access import GameOptions, Name, Seat, SeatLink, current_table
from companion.api.operations import JOIN_LIMIT, operation
from companion.limits.rate_limits import count_viewer
from companion.sentences.phrases import localized_names
from companion.services import tables
from companion.tables import lobby, queries, seating
from companion.tables.links import require_seat


class LobbyResponse(TypedDict):
    started: bool
    names: list[str]
    free_seats: Annotated[list[int], "They are dropped at the start."]


def _lobby_response(table_id: int) -> LobbyResponse:
    table = tables().load(table_id)
    return {
        "started": table.vacant is None,
        "names": list(localized_names(table)),
        "free_seats": list(table.free),
    }


@operation("POST", "/tables/{code}/lobby/seats")
def add_seat(code: str) -> LobbyResponse:
    """The host adds a seat for a newcomer."""
    table, member = current_table(code)
    lobby.add_seat(tables(), table.id, member)
    return _lobby_response(table.id)


@dataclass(frozen=True, slots=True)
class NameSeat:
    name: Name


@operation("POST", "/tables/{code}/lobby/seats/{seat:int}")
def name_seat(code: str, seat: int, body: NameSeat) -> LobbyResponse:
    """Name a seat: the host any seat, others their own.

    A free seat that the host names belongs to somebody without a device.
    """
    table, member = current_table(code)
    lobby.rename_seat(tables(), member, seat, body.name)
    return _lobby_response(table.id)


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """Settings of a table in its lobby. Omitted ones do not change."""

    options: GameOptions = field(default_factory=dict)
    first: Seat | None = None


@operation("POST", "/tables/{code}/lobby/settings", errors=(422,))
def change_settings(code: str, body: PlaySettings) -> LobbyResponse:
    """The host chooses the options and who begins."""
    table, member = current_table(code)
    lobby.change_settings(tables(), member, body.options, body.first)
    return _lobby_response(table.id)


@operation("POST", "/tables/{code}/lobby/start")
def start_table(code: str) -> LobbyResponse:
    """The host starts the game: free seats are dropped while enough remain.

    The host's first entry starts it as well, with the seats as they are.
    """
    table, member = current_table(code)
    lobby.start_table(tables(), member)
    return _lobby_response(table.id)


@operation("POST", "/tables/{code}/seats/{seat:int}/host")
def make_seat_host(code: str, seat: int) -> LobbyResponse:
    """The host makes the device at another seat the host."""
    table, member = current_table(code)
    seating.make_host(tables(), member, seat)
    return _lobby_response(table.id)


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """A free seat to take, or none to watch."""

    seat: Seat | None = None
    name: Name = ""
    shown: Annotated[
        str | None,
        "The name at the seat when it was chosen, empty at a free seat of the lobby. If another name is"
        " there now, nobody is seated (403).",
    ] = None


@operation("POST", "/tables/{code}/seats", status=201, bearer=False, errors=(403,), limit=JOIN_LIMIT)
def claim_seat(code: str, body: TakeSeat) -> SeatLink:
    """Take a free seat by the code, or watch without one."""
    table = tables().load_for(tables().access(code, None))
    queries.require_not_over(table)
    if body.seat is None:
        count_viewer(table.id)
        return {"code": table.code, "secret": seating.join_as_viewer(tables(), table.id, "API")}
    require_seat(table.seats, body.seat)
    secret = seating.take_seat(tables(), table.id, body.seat, body.name, "API", body.shown)
    return {"code": table.code, "secret": secret}


@operation("POST", "/tables/{code}/seats/{seat:int}/invite", status=201)
def invite_to_seat(code: str, seat: int) -> SeatLink:
    """Create a one-time secret with which another device takes over the seat."""
    table, member = current_table(code)
    secret = seating.create_invitation(tables(), member, require_seat(table.seats, seat))
    return {"code": table.code, "secret": secret}


@operation("POST", "/invitations/{secret}", status=201, bearer=False, limit=JOIN_LIMIT)
def use_invitation(secret: str) -> SeatLink:
    """Use an invitation: the seat's older links stop working."""
    table, secret_made = seating.take_over_seat(tables(), secret, "API")
    return {"code": table.code, "secret": secret_made}


class FreeSeats(TypedDict):
    free_seats: list[int]


@operation("POST", "/tables/{code}/seats/{seat:int}/free")
def free_seat(code: str, seat: int) -> FreeSeats:
    """The host frees a seat."""
    table, member = current_table(code)
    seating.revoke_seat(tables(), member, require_seat(table.seats, seat))
    return {"free_seats": seating.free_seats(tables().load(table.id))}


@operation("POST", "/tables/{code}/viewers", status=201)
def create_viewer(code: str) -> SeatLink:
    """Create a secret for a screen that only watches."""
    table, member = current_table(code)
    return {"code": table.code, "secret": seating.create_viewer_link(tables(), member)}


@operation("DELETE", "/tables/{code}/viewers")
def revoke_viewer_links(code: str) -> None:
    """The host revokes the links of all watching screens."""
    member = current_table(code)[1]
    seating.revoke_viewers(tables(), member)
