"""A table's log as operations: to enter, to ask before one enters, to read."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, TypedDict

from flask import g, request
from marshmallow.validate import OneOf, Range

from companion.api.access import ETAG_HEADERS, Seat, current_table
from companion.api.errors import RefusalResponse, RuleAgainst, refusal_data, rule_data
from companion.api.operations import operation
from companion.engine.log import KINDS
from companion.sentences.phrases import table_phrases
from companion.sentences.presenters import log_sentence, make_etag
from companion.services import tables
from companion.tables import log_lines
from companion.tables.links import require_player, require_seat
from companion.tables.write_locks import yielding_control
from companion.tables.writing import (
    Draft,
    MoveData,
    MoveName,
    NewEntry,
    dry_run_move,
    parse_entered_move,
    write_entry,
)

MAX_LOG_ENTRIES = 5_000
"""Entries of a log told at once."""


class EntryResponse(TypedDict):
    seq: int
    version: int
    repeated: Annotated[bool, "The key was known: nothing was written."]
    confirmed: Annotated[bool, "Another phone had entered the same fact."]


@operation(
    "POST", "/tables/{code}/entries", status=201, faults=(409, 422),
    headers=(("Idempotency-Key", "The key, where the body has none."),),
)  # fmt: skip
def submit_entry(code: str, body: NewEntry) -> EntryResponse:
    """Enter a move, undo, redo, amend, ruling, setting, note or count.

    The key (body, or the Idempotency-Key header) is made by the client for each intention: a retry
    with the same key finds its own entry and writes nothing. Judged by its content against the
    table as it stands; with only_at, against that version only (else 409). A ruling enters a move
    that the rules refuse where the refusal was overridable. A count that lays open what is hidden
    begins once every seat with a phone has entered one, with nothing in between; it is never undone.
    """
    _, member = current_table(code)
    key = body.key or request.headers.get("Idempotency-Key", "")
    entered = write_entry(tables(), member, Draft(**{**asdict(body), "key": key}))
    return {
        "seq": entered.seq, "version": entered.table.version, "repeated": entered.repeated,
        "confirmed": entered.confirmed,
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class MoveQuestion:
    seat: Seat
    move: MoveName
    data: MoveData = field(default_factory=dict)


class MoveVerdict(TypedDict):
    allowed: bool
    refusal: RefusalResponse | None
    warnings: Annotated[list[RefusalResponse], "Worth a word though it is allowed."]
    preview: Annotated[list[str], "What would come of it, where foretold."]


@operation("POST", "/tables/{code}/ask")
def check_move(code: str, body: MoveQuestion) -> MoveVerdict:
    """Would this move be allowed now, and what is worth a word about it? Nothing is entered."""
    table, member = current_table(code)
    require_player(member)
    seat = require_seat(table.seats, body.seat)
    move = parse_entered_move(table, body.move, body.data)
    refusal, warned, foretold = dry_run_move(table, seat, move)
    phrases = table_phrases(table)
    return {
        "allowed": refusal is None,
        "refusal": None if refusal is None else refusal_data(phrases, refusal),
        "warnings": [refusal_data(phrases, warning) for warning in warned],
        "preview": [phrases.preview(description) for description in foretold],
    }


@dataclass(frozen=True, slots=True)
class LogQuery:
    """Which entries; without any of it, the whole log of a game."""

    before: Annotated[int | None, Range(1, 10**6), "Only entries with smaller numbers."] = None
    limit: Annotated[int, Range(1, MAX_LOG_ENTRIES), "At most so many, the newest of them."] = (
        MAX_LOG_ENTRIES
    )


class LogEntry(TypedDict):
    seq: int
    kind: Annotated[str, OneOf(tuple(KINDS))]
    seat: int
    by: Annotated[int, "The seat whose device entered it; -1: the host."]
    device: str
    at: Annotated[int, "Seconds since 1970, UTC."]
    move: str | None
    data: Annotated[dict[str, Any], "Hidden things are null."]
    of: int
    text: str
    in_force: bool
    amended: bool
    allowed: bool
    message: str
    overruled: Annotated[list[RuleAgainst], "All that a ruling allowed; empty while anything is hidden."]


class LogResponse(TypedDict):
    """The log, newest last."""

    version: int
    entries: list[LogEntry]


@operation("GET", "/tables/{code}/log", headers=ETAG_HEADERS)
def get_log(code: str, query: LogQuery) -> LogResponse:
    """Who entered what, when, from which device; hidden things are null.

    Newest last. At most 5,000 entries are told at once, the newest of those asked for: some twenty times
    the longest game. Older ones with ``before``.
    """
    table, member = current_table(code)
    before = min(query.before or table.version + 1, table.version + 1)
    shown = range(max(1, before - query.limit), before)
    g.etag = make_etag(table, member, shown) if request.args else make_etag(table, member)
    phrases = table_phrases(table)
    return {
        "version": table.version,
        "entries": [
            {
                "seq": line.seq, "kind": line.kind, "seat": line.seat, "by": line.by,
                "device": line.device, "at": line.at, "move": line.move, "data": line.data,
                "of": line.of, "text": line.text, "in_force": line.in_force,
                "amended": line.amended, "allowed": line.allowed,
                "message": log_sentence(phrases, line),
                "overruled": [rule_data(phrases, refusal) for refusal in line.overruled],
            }
            for line in yielding_control(log_lines.read_log(tables().store, table, member.seat, shown))
        ],
    }  # fmt: skip
