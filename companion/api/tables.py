"""Operations that open, read and delete a table, and that open its rematch."""

from dataclasses import dataclass, field
from typing import Annotated, Any, TypedDict

from flask import g
from marshmallow import EXCLUDE, Schema
from marshmallow.validate import Length, Range

from companion.api.games import RuleSection, rule_sections
from companion.api.operations import OPEN_TABLE_RATE, GameOptions, Mode, Name, Seat, SeatLink, operation
from companion.engine.game import MAX_SEATS
from companion.engine.json_data import to_json
from companion.groups.service import get_group
from companion.sentences.outcome import RankingResponse, ranking_data
from companion.sentences.phrases import localized_names, table_phrases
from companion.sentences.presenters import SeatScore, make_etag, response_data, score_data
from companion.services import tables
from companion.tables import opening, queries
from companion.tables.links import Member, Role, get_table_by_code, require_player, require_seat
from companion.tables.opening import find_possible_starters, open_rematch
from companion.tables.queries import score_history
from companion.tables.schemas import StrictInteger
from companion.tables.seating import seats_without_phone
from companion.tables.state import TableState
from companion.tables.writing import MoveData


@dataclass(frozen=True, slots=True)
class OpenTable:
    game: Annotated[str, Length(max=32)]
    seats: Annotated[tuple[Name, ...], Length(min=1, max=MAX_SEATS), "The names, clockwise."]
    mode: Mode = "referee"
    first: Seat = 0
    options: GameOptions = field(default_factory=dict)
    group: Annotated[str, Length(max=64)] = ""
    host_sits: Annotated[bool, "Whether the host sits on seat 0."] = True
    lobby: Annotated[bool, "Begin in the lobby; seats without a name are for newcomers."] = False


@operation("POST", "/tables", status=201, bearer=False, errors=(404, 422), limit=OPEN_TABLE_RATE)
def create_table(body: OpenTable) -> SeatLink:
    """Open a table, and add it to the history of the group with the secret ``group``, if given.

    The returned secret is the host's.
    """
    group = get_group(body.group) if body.group else None
    others = range(1 if body.host_sits else 0, len(body.seats))
    vacant = [seat for seat in others if not body.seats[seat].strip()]
    opened = opening.open_table(
        tables(), body.game, body.mode, body.seats, body.options, body.first, "API",
        host_seat=0 if body.host_sits else None, vacant=vacant if body.lobby else None,
        group_id=group.id if group else None,
    )  # fmt: skip
    return {"code": opened.code, "secret": opened.secret}


class BearerResponse(TypedDict):
    role: Role
    seat: int | None


class AwaitingResponse(TypedDict):
    seats: list[int]
    also: Annotated[list[int], "Seats that may enter too, but need not."]
    moves: list[str]
    message: str


class AgreementResponse(TypedDict):
    """Which seats have agreed to end the game and enter their final points, and which have not yet."""

    agreed: Annotated[list[int], "-1 is a host without a seat."]
    missing: list[int]


class EndingResponse(TypedDict):
    code: str
    section: str
    message: str


class InvalidEntryResponse(TypedDict):
    """An entry that became illegal when an earlier entry was changed. The first one halts the game."""

    seq: int
    code: str
    message: str


class TableResponse(TypedDict):
    code: str
    game: str
    mode: Mode
    counting: Annotated[bool, "Sheets are filled in by hand now."]
    version: int
    started: Annotated[bool, "Whether it has left the lobby."]
    names: list[str]
    you: BearerResponse
    free_seats: list[int]
    options: Annotated[dict[str, Any], "The options in force."]
    awaiting: AwaitingResponse | None
    agreement: AgreementResponse | None
    ending: EndingResponse | None
    undo: Annotated[int | None, "The entry an undo takes back."]
    redo: Annotated[int | None, "The entry a redo puts back."]
    fallen: list[InvalidEntryResponse]
    view: Annotated[dict[str, Any], "The state as this seat may see it, by game."]


@operation("GET", "/tables/{code}", etag=True)
def get_table(table: TableState, member: Member) -> TableResponse:
    """Read the table as the client may see it.

    The response contains the version, the people, the seats that the table waits for, the visible state of
    the game, and the entries that are no longer legal.
    """
    free = seats_without_phone(table)
    g.etag = make_etag(table, member, free, table.vacant)
    phrases = table_phrases(table)
    awaited, ended = queries.awaiting(table), queries.ending(table)
    undoable, redoable = table.replay.next_undo(), table.replay.log.next_redo()
    agreement = queries.pending_count_agreement(table)
    return response_data(
        TableResponse, table,
        game=table.slug,
        counting=table.replay.is_tally or table.mode == "tally",
        started=table.vacant is None,
        names=localized_names(table),
        you=response_data(BearerResponse, member),
        free_seats=free,
        awaiting=None if awaited is None else response_data(
            AwaitingResponse, awaited,
            also=awaited.optional_seats,
            moves=[kind.__name__ for kind in awaited.moves],
            message=phrases.prompt(awaited),
        ),
        agreement=None if agreement is None else response_data(
            AgreementResponse, agreement, agreed=sorted(agreement.agreed)
        ),
        ending=None if ended is None else response_data(
            EndingResponse, ended, section=ended.rule, message=phrases.ending(ended)
        ),
        undo=undoable.seq if undoable else None,
        redo=redoable.seq if redoable else None,
        fallen=[
            {"seq": f.step.seq, "code": f.refusal.code,
             "message": phrases.message(f.refusal.code, f.refusal.values)}
            for f in queries.list_invalid_entries(table)
        ],
        view=queries.visible_state(table, member.seat),
    )  # fmt: skip


@operation("DELETE", "/tables/{code}")
def delete_table(member: Member) -> None:
    """The host deletes the table for good: its log, seats, links and its place in every group."""
    opening.delete_table(tables(), member)


@dataclass(frozen=True, slots=True)
class SeatQuery:
    seat: Annotated[Seat | None, "By default the client's own seat."] = None


class LegalMove(TypedDict):
    move: str
    data: MoveData


class LegalMoves(TypedDict):
    version: int
    seat: int | None
    moves: list[LegalMove]


@operation("GET", "/tables/{code}/legal", etag=True)
def list_legal_moves(table: TableState, member: Member, query: SeatQuery) -> LegalMoves:
    """List those legal moves of a seat that the app's pages show as buttons."""
    seat = member.seat if query.seat is None else require_seat(table.seats, query.seat)
    moves = queries.legal_moves(table, seat)
    return {
        "version": table.version,
        "seat": seat,
        "moves": [{"move": type(move).__name__, "data": to_json(move)} for move in moves],
    }


class ScoreChangeResponse(TypedDict):
    seat: int
    category: str
    seq: int
    before: int | None
    after: int | None


class ScoresResponse(TypedDict):
    version: int
    final: bool
    seats: list[SeatScore]
    ranking: RankingResponse | None
    may_begin: Annotated[list[int], "After the end: who may begin the next play."]
    changes: list[ScoreChangeResponse]


@operation("GET", "/tables/{code}/scores", etag=True)
def get_scores(table: TableState, member: Member) -> ScoresResponse:
    """Read the score sheets, the ranking with each of its steps, and the changes of each score.

    ``changes`` names the entry of each change. If a seat's score is hidden from the client, ``lines`` of
    that seat and the whole ``ranking`` are null.
    """
    sheet = queries.scores(table, member.seat)
    phrases = table_phrases(table)
    hidden = {seat for seat, lines in enumerate(sheet.lines) if lines is None}
    changes = score_history(table).changes
    return {
        "version": table.version,
        "final": sheet.final,
        "seats": score_data(phrases, sheet.lines),
        "ranking": ranking_data(phrases, sheet.ranking),
        "may_begin": list(find_possible_starters(table.replay.origin.meta, sheet)) if sheet.final else [],
        "changes": [
            response_data(ScoreChangeResponse, change, seat=seat, category=category)
            for (seat, category), score_changes in changes.items()
            if seat not in hidden
            for change in score_changes
        ],
    }


class RulesResponse(TypedDict):
    game: str
    rules_version: int
    options: dict[str, Any]
    rules: list[RuleSection]


@operation("GET", "/tables/{code}/rules", etag=True)
def get_rules(table: TableState, member: Member) -> RulesResponse:
    """Read the rules in the app's own words, and the options of this table."""
    return {
        "game": table.slug,
        "rules_version": table.replay.origin.meta.version,
        "options": table.options,
        "rules": rule_sections(table_phrases(table)),
    }


class OpenRematch(Schema):
    """The seat that begins the rematch. If it is None, the rules of the game decide who begins."""

    class Meta:
        unknown = EXCLUDE

    first = StrictInteger(load_default=None, allow_none=True, validate=Range(0, MAX_SEATS - 1))


class Rematch(TypedDict):
    """The table of a rematch. ``secret`` is null unless this request has opened that table."""

    code: str
    secret: str | None


@operation("POST", "/tables/{code}/rematch", body_required=False, status=201, limit=OPEN_TABLE_RATE)
def create_rematch(
    table: TableState, member: Member, body: Annotated[dict[str, Any], OpenRematch]
) -> Rematch:
    """Open a rematch for the same people. The first client that asks is its host; others join by its code.

    ``first`` is the seat that begins, if ``may_begin`` of ``get_scores`` contains several seats.
    """
    require_player(member)
    opened = (
        None if table.rematch_code else open_rematch(tables(), table, member.seat, "API", body["first"])
    )
    if opened is None:
        return {"code": get_table_by_code(tables().store, table.code).next_code, "secret": None}
    return {"code": opened.code, "secret": opened.secret}
