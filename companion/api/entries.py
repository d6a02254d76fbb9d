"""Operations for the log of a table: enter moves, check them and read them."""

from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, TypedDict

from flask import g, request
from marshmallow.validate import OneOf, Range

from companion.api.operations import (
    RefusalResponse,
    RuleAgainst,
    Seat,
    operation,
    refusal_data,
    single_refusal_data,
)
from companion.engine.log import ENTRY_KINDS
from companion.sentences.phrases import table_phrases
from companion.sentences.presenters import log_sentence, make_etag, response_data
from companion.services import tables
from companion.tables import log_lines, writing
from companion.tables.concurrency import yielding_control
from companion.tables.links import Member, require_player, require_seat
from companion.tables.state import TableState

MAX_LOG_ENTRIES = 5_000


class EntryResponse(TypedDict):
    seq: int
    version: int
    repeated: Annotated[bool, "The key was known: nothing was written."]
    confirmed: Annotated[bool, "Another phone had entered the same fact."]


@operation(
    "POST", "/tables/{code}/entries", status=201, errors=(409, 422),
    headers=(("Idempotency-Key", "The key, where the body has none."),),
)  # fmt: skip
def submit_entry(member: Member, body: writing.NewEntry) -> EntryResponse:
    """Enter a move, undo, redo, amend, ruling, setting, note or count.

    The client makes the key (body, or the Idempotency-Key header) for each intention: a retry with the same
    key finds its own entry and writes nothing. The entry is checked against the current table. With
    ``only_at``, the response is 409 if the table has another version. A ruling enters a move that the rules
    refuse, if the refusal was overridable. A count that reveals something hidden takes effect once every
    seat with a phone has entered one, with no other entry in between. It cannot be undone.
    """
    key = body.key or request.headers.get("Idempotency-Key", "")
    result = writing.write_entry(tables(), member, writing.Draft(**{**asdict(body), "key": key}))
    return response_data(EntryResponse, result, version=result.table.version)


@dataclass(frozen=True, slots=True)
class MoveQuestion:
    seat: Seat
    move: writing.MoveClassName
    data: writing.MoveData = field(default_factory=dict)


class MoveVerdict(TypedDict):
    allowed: bool
    refusal: RefusalResponse | None
    warnings: Annotated[list[RefusalResponse], "Hints about an allowed move."]
    preview: Annotated[list[str], "The consequences, where they can be predicted."]


@operation("POST", "/tables/{code}/ask")
def check_move(table: TableState, member: Member, body: MoveQuestion) -> MoveVerdict:
    """Check whether a move would be allowed now, and with which warnings. Nothing is entered."""
    require_player(member)
    seat = require_seat(table.seats, body.seat)
    move = writing.parse_entered_move(table, body.move, body.data)
    refusal, warnings, previews = writing.dry_run_move(table, seat, move)
    phrases = table_phrases(table)
    return {
        "allowed": refusal is None,
        "refusal": None if refusal is None else refusal_data(phrases, refusal),
        "warnings": [refusal_data(phrases, warning) for warning in warnings],
        "preview": [phrases.preview(description) for description in previews],
    }


@dataclass(frozen=True, slots=True)
class LogQuery:
    """Selects entries of a log; by default the newest ``MAX_LOG_ENTRIES``."""

    before: Annotated[int | None, Range(1, 10**6), "Only entries with smaller numbers."] = None
    limit: Annotated[int, Range(1, MAX_LOG_ENTRIES), "The newest ones, up to this number."] = (
        MAX_LOG_ENTRIES
    )


class LogEntry(TypedDict):
    seq: int
    kind: Annotated[str, OneOf(tuple(ENTRY_KINDS))]
    seat: int
    by: Annotated[int, "The seat whose device entered it; -1: the host."]
    device: str
    at: Annotated[int, "Seconds since 1970, UTC."]
    move: str | None
    data: Annotated[dict[str, Any], "Hidden values are null."]
    of: int
    text: str
    in_force: bool
    amended: bool
    allowed: bool
    message: str
    overruled: Annotated[list[RuleAgainst], "All that a ruling allowed; empty while anything is hidden."]


class LogResponse(TypedDict):
    """The selected entries of a table's log, the newest last, and the version of the table."""

    version: int
    entries: list[LogEntry]


@operation("GET", "/tables/{code}/log", etag=True)
def get_log(table: TableState, member: Member, query: LogQuery) -> LogResponse:
    """Read who entered what, when, and from which device; hidden values are null.

    The response contains the newest matching entries, at most 5,000 (about twenty times the longest game).
    The newest is last. Read older entries with ``before``.
    """
    before = min(query.before or table.version + 1, table.version + 1)
    seqs = range(max(1, before - query.limit), before)
    if request.args:
        g.etag = make_etag(table, member, seqs)
    phrases = table_phrases(table)
    return {
        "version": table.version,
        "entries": [
            response_data(
                LogEntry, line,
                message=log_sentence(phrases, line),
                overruled=[single_refusal_data(phrases, refusal) for refusal in line.overruled],
            )
            for line in yielding_control(log_lines.read_log(tables().store, table, member.seat, seqs))
        ],
    }  # fmt: skip
