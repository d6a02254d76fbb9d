"""Operations for the lobby, the seats, the viewers, and the checklist for setting up the real table."""

from dataclasses import dataclass, field
from typing import Annotated, TypedDict

from companion.api.operations import JOIN_RATE, GameOptions, Name, Seat, SeatLink, operation
from companion.engine.setup_steps import PieceLocation, SetupStep
from companion.limits.rate_limits import count_viewer
from companion.sentences.phrases import Phrasebook, localized_names, table_phrases
from companion.sentences.presenters import response_data
from companion.services import tables
from companion.tables import lobby, queries, seating
from companion.tables.links import Member, require_seat
from companion.tables.state import TableState


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
def add_seat(table: TableState, member: Member) -> LobbyResponse:
    """The host adds a seat for a newcomer."""
    lobby.add_seat(tables(), table.id, member)
    return _lobby_response(table.id)


@dataclass(frozen=True, slots=True)
class NameSeat:
    name: Name


@operation("POST", "/tables/{code}/lobby/seats/{seat:int}")
def name_seat(table: TableState, member: Member, seat: int, body: NameSeat) -> LobbyResponse:
    """Name a seat. The host may name any seat, and other players only their own.

    A free seat that the host names belongs to somebody without a device.
    """
    lobby.rename_seat(tables(), member, seat, body.name)
    return _lobby_response(table.id)


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """Changes of the settings of a table in its lobby. Omitted settings stay as they are."""

    options: GameOptions = field(default_factory=dict)
    first: Seat | None = None


@operation("POST", "/tables/{code}/lobby/settings", errors=(422,))
def change_settings(table: TableState, member: Member, body: PlaySettings) -> LobbyResponse:
    """The host chooses the options and who begins."""
    lobby.change_lobby_settings(tables(), member, body.options, body.first)
    return _lobby_response(table.id)


@operation("POST", "/tables/{code}/lobby/start")
def start_table(table: TableState, member: Member) -> LobbyResponse:
    """The host starts the game. Free seats are dropped, as long as enough seats for the game remain.

    The host's first entry also starts the game, but drops no seats.
    """
    lobby.start_table(tables(), member)
    return _lobby_response(table.id)


@operation("POST", "/tables/{code}/seats/{seat:int}/host")
def make_seat_host(table: TableState, member: Member, seat: int) -> LobbyResponse:
    """The host passes the role of host to the device at another seat."""
    seating.make_host(tables(), member, seat)
    return _lobby_response(table.id)


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """The seat that a newcomer takes. Without a seat, the newcomer only watches."""

    seat: Seat | None = None
    name: Name = ""
    shown: Annotated[
        str | None,
        "The name at the seat when it was chosen, empty at a free seat of the lobby. If another name is"
        " there now, nobody is seated (403).",
    ] = None


@operation("POST", "/tables/{code}/seats", status=201, bearer=False, errors=(403,), limit=JOIN_RATE)
def claim_seat(code: str, body: TakeSeat) -> SeatLink:
    """Take a free seat with the table's code, or watch without a seat."""
    table = tables().load_for_access(tables().get_access(code, None))
    queries.require_not_over(table)
    if body.seat is None:
        count_viewer(table.id)
        return {"code": table.code, "secret": seating.join_as_viewer(tables(), table.id, "API")}
    require_seat(table.seats, body.seat)
    secret = seating.take_seat(tables(), table.id, body.seat, body.name, "API", body.shown)
    return {"code": table.code, "secret": secret}


@operation("POST", "/tables/{code}/seats/{seat:int}/invite", status=201)
def invite_to_seat(table: TableState, member: Member, seat: int) -> SeatLink:
    """Create a one-time secret with which another device takes over the seat."""
    secret = seating.create_invitation(tables(), member, require_seat(table.seats, seat))
    return {"code": table.code, "secret": secret}


@operation("POST", "/invitations/{secret}", status=201, bearer=False, limit=JOIN_RATE)
def use_invitation(secret: str) -> SeatLink:
    """Take over a seat with the secret of an invitation. The seat's older links stop working."""
    table, secret_made = seating.take_over_seat(tables(), secret, "API")
    return {"code": table.code, "secret": secret_made}


class FreeSeats(TypedDict):
    free_seats: list[int]


@operation("POST", "/tables/{code}/seats/{seat:int}/free")
def free_seat(table: TableState, member: Member, seat: int) -> FreeSeats:
    """The host frees a seat, whose links stop working."""
    seating.revoke_seat(tables(), member, require_seat(table.seats, seat))
    return {"free_seats": seating.seats_without_phone(tables().load(table.id))}


@operation("POST", "/tables/{code}/viewers", status=201)
def create_viewer(table: TableState, member: Member) -> SeatLink:
    """Create a link for a screen that only watches, and return its secret."""
    return {"code": table.code, "secret": seating.create_viewer_link(tables(), member)}


@operation("DELETE", "/tables/{code}/viewers")
def revoke_viewer_links(member: Member) -> None:
    """The host revokes the links of all watching screens."""
    seating.revoke_viewers(tables(), member)


class PiecesResponse(TypedDict):
    kind: str
    name: str
    count: Annotated[int | None, "null: all that the box has."]
    where: Annotated[PieceLocation, "seat: for each player; off: crossed off on each sheet."]


class SetUpStepResponse(TypedDict):
    """A step of setting up the real table. ``mark`` is its id.

    If the content of a step changes, the step gets a new id and counts as not done.
    """

    mark: str
    name: str
    title: str
    text: str
    rule: Annotated[str, "The section of the rules."]
    done: bool
    pieces: list[PiecesResponse]
    asks: Annotated[list[str], "Options to enter in this step, since only the box shows them."]


class SetUpResponse(TypedDict):
    players: list[str]
    steps: list[SetUpStepResponse]


@operation("GET", "/tables/{code}/set-up")
def get_set_up(table: TableState) -> SetUpResponse:
    """Read how to set up the real table, with the place of each piece, and which steps are done.

    In a lobby, the steps are for the present seats.
    """
    phrases = table_phrases(table)
    steps = lobby.get_set_up_steps(table).items()
    return {
        "players": list(phrases.names),
        "steps": [_step_response(table, phrases, mark, step) for mark, step in steps],
    }


@dataclass(frozen=True, slots=True)
class TickStep:
    step: Annotated[Name, "The ``mark`` of the step."]
    done: bool = True


@operation("POST", "/tables/{code}/set-up")
def tick_step(table: TableState, member: Member, body: TickStep) -> SetUpResponse:
    """Mark a step of the set-up as done for all phones at the table, or as not done with ``done`` false.

    ``step`` is the id that ``get_set_up`` returns as ``mark``. If no step has this id any more, nothing
    happens.
    """
    lobby.set_step_done(tables(), table, member, body.step, done=body.done)
    return get_set_up(tables().load(table.id))


def _step_response(
    table: TableState, phrases: Phrasebook, step_id: str, step: SetupStep
) -> SetUpStepResponse:
    title, text = phrases.set_up_step(step)
    return response_data(
        SetUpStepResponse, step, mark=step_id, title=title, text=text,
        done=step_id in table.ticks,
        pieces=[
            response_data(PiecesResponse, pieces, name=phrases.term(pieces.kind))
            for pieces in step.pieces
            if pieces.count != 0
        ],
        asks=[name for name in step.asks if name in table.options],
    )  # fmt: skip
