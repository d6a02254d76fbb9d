"""Checks drafts and appends them to the log. The only module that writes entries."""

import logging
import re
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated, Any

from companion.engine.game import MAX_SEATS, Description, Move, Refusal
from companion.engine.json_data import Between, MaxLength
from companion.engine.log import Entry, EntryKind
from companion.engine.possible_moves import check_move
from companion.engine.replay import Replay, apply_entry, check_entry
from companion.engine.tally import Tally
from companion.games import GAMES, TALLIES_BY_SLUG, find_move_type
from companion.tables.concurrency import yielding_control
from companion.tables.errors import Conflict, Contested, Malformed, Refused, Stale, TableError, Unavailable
from companion.tables.links import Member, require_host_role, require_player
from companion.tables.log_lines import readable_moves
from companion.tables.names import tidy_line
from companion.tables.schemas import UnknownFields, parse_value, schema_name
from companion.tables.state import TableState, dump_entry_data, make_setup
from companion.tables.table_store import LogRow
from companion.tables.tables import Tables

_logger = logging.getLogger(__name__)
MAX_ENTRIES = 50_000
MAX_NOTE_LENGTH = 500
MAX_WRITE_ATTEMPTS = 100
"""Attempts to write one entry while other processes are faster. Then the phone has to try again later."""


EntryNumber = Annotated[int, Between(0, 10**6)]
"""The number of an entry, or a version."""
MOVE_CLASSES = list(
    dict.fromkeys(kind for game in (*GAMES, *TALLIES_BY_SLUG.values()) for kind in game.moves)
)


def any_of_schemas(kinds: list[type]) -> dict[str, Any]:
    """Return an OpenAPI ``anyOf`` schema, with a reference to the schema of each of these classes."""
    return {"anyOf": [{"$ref": f"#/components/schemas/{schema_name(kind)}"} for kind in kinds]}


MoveData = Annotated[dict[str, Any], any_of_schemas(MOVE_CLASSES)]
MoveClassName = Annotated[str, MaxLength(32)]


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry as a client of the API sends it. ``data`` has the fields of the move."""

    kind: EntryKind = "move"
    key: Annotated[
        str, {"minLength": 8, "maxLength": 64, "pattern": r"^[!-~]+\Z"},
        "Made by the client for each intention; or in Idempotency-Key.",
    ] = field(default_factory=str)  # fmt: skip
    seat: Annotated[int, Between(-1, MAX_SEATS - 1)] = -1
    move: MoveClassName | None = None
    data: MoveData = field(default_factory=dict)
    of: Annotated[EntryNumber, "The entry that an undo, redo or amend is about."] = 0
    allowed: Annotated[bool, "An amend whose move stands although the rules refuse it."] = False
    option: Annotated[str, MaxLength(40)] = ""
    value: Any = None
    text: Annotated[str, MaxLength(MAX_NOTE_LENGTH)] = ""
    only_at: Annotated[
        EntryNumber | None, "Judge against this version only; answered 409 if it is gone."
    ] = None
    seen: Annotated[EntryNumber | None, "The version shown, to recognise one fact entered twice."] = None


@dataclass(frozen=True, slots=True)
class Draft(NewEntry):
    """An entry that a phone asks the app to write. API clients set only the fields of ``NewEntry``."""

    uncontested: bool = False
    """Queued offline: raise Contested if another phone has entered anything since ``seen``."""
    mark: str = ""
    """The ``entry_hash`` of the entry ``seen``, as the phone knows it. Empty if the phone sent none."""
    unknown: UnknownFields = None
    """``exclude`` ignores unknown fields, since a form contains the fields of several moves."""


@dataclass(frozen=True, slots=True)
class EntryResult:
    """The result of writing a draft: the number of its entry in the log, and the table as it is now."""

    seq: int
    table: TableState
    repeated: bool = False
    """The key was already in the log: nothing was written, this is the earlier result."""
    confirmed: bool = False
    """Another phone had entered the same fact: nothing was written."""


def write_entry(tables: Tables, member: Member, draft: Draft) -> EntryResult:
    """Append a draft to the table's log and return the result. Raise a TableError if the draft is refused.

    If the log already has an entry with the draft's key, nothing is written, and the result is that
    entry's.
    """
    require_player(member)
    if not re.fullmatch(r"[!-~]{8,64}", draft.key):
        raise Malformed({"key": ["8 to 64 characters of ASCII, no blanks."]})
    with tables.write_locks.acquire(member.table_id):
        table = tables.get_cached_or_load(member.table_id)
        for _ in range(MAX_WRITE_ATTEMPTS):
            if table.vacant is not None:  # another process may have started it
                tables.evict(table.id)
                table = tables.load(table.id)
            result = _try_to_write(tables, table, member, draft)
            if result is not None:
                break
            table = tables.load(member.table_id)
        else:
            raise Unavailable("table.busy")
    if not (result.repeated or result.confirmed):
        tables.notifier.notify_entry(result.table)
    return result


def _try_to_write(tables: Tables, table: TableState, member: Member, draft: Draft) -> EntryResult | None:
    """Check and write a draft. Return None if another process was faster, so that the caller must retry."""
    if table.vacant is not None:
        require_host_role(member)
    try:
        entry = _check_draft(tables, table, member, draft)
        replay = table.replay if isinstance(entry, int) else _apply_entry(table, entry)
    except TableError as error:
        return _find_earlier_result(tables, table, draft, error)
    if isinstance(entry, int):
        return _find_earlier_result(tables, table, draft, None) or EntryResult(entry, table, confirmed=True)
    move = draft.move if entry.move is not None else None
    data = dump_entry_data(entry, tidy_line(draft.text))
    row = LogRow(
        table.id, entry.seq, entry.kind, entry.seat, move, data, entry.of,
        *_seat_and_device(member), draft.key, int(time.time()),
    )  # fmt: skip
    if table.vacant is not None:
        return _start_with_first_entry(tables, table, row)
    with tables.append_locks.acquire(table.id):
        is_written = tables.store.append_row(row)
    if not is_written:
        return _find_earlier_result(tables, table, draft, None)
    after = table.with_entry(row, entry, replay)
    tables.replace_cached(table, after)
    return EntryResult(entry.seq, after)


def _start_with_first_entry(tables: Tables, table: TableState, row: LogRow) -> EntryResult | None:
    """Start a table with ``row``, its first entry. Return None if the table was changed meanwhile."""
    with tables.append_locks.acquire(table.id), tables.store.change(table.id) as record:
        if record.vacant is None or make_setup(record) != table.replay.initial_setup:
            return None
        record.vacant = None
        tables.store.append_row(row)
    tables.evict_and_notify(table.id)
    return EntryResult(row.seq, tables.load(table.id))


def _apply_entry(table: TableState, entry: Entry) -> Replay:
    try:
        replay = apply_entry(table.replay, entry, yielding_control)
    except Exception as error:
        raise Refused(_log_game_error(table, error), table.version) from error
    before, invalid = table.replay.invalid, replay.invalid
    if invalid and invalid.fault and not (before and before.fault):
        raise Refused(_log_game_error(table, invalid.fault), table.version)
    return replay


def _log_game_error(table: TableState, error: Exception) -> Refusal:
    _logger.error("table %s, after entry %s", table.id, table.version, exc_info=error)
    return Refusal("table.cannot_be_shown", "log")


def _find_earlier_result(
    tables: Tables, table: TableState, draft: Draft, error: TableError | None
) -> EntryResult | None:
    """Return the result of the entry with the draft's key. Otherwise raise ``error`` or return None."""
    row = tables.store.row_by_key(table.id, draft.key)
    if row is None and error is not None:
        raise error
    return EntryResult(row.seq, tables.load(table.id), repeated=True) if row else None


def _check_draft(tables: Tables, table: TableState, member: Member, draft: Draft) -> Entry | int:
    if draft.only_at is not None and draft.only_at != table.version:
        raise Stale(draft.only_at, table.version)
    if table.version >= MAX_ENTRIES:
        raise Malformed({"log": ["Full."]}, "table.log_full")
    entry = _entry_from_draft(tables, table, member, draft)
    if draft.uncontested and (other_entries := _entries_by_others(tables, table, member, draft)):
        with suppress(Conflict):
            if same_entry := _find_same_move(tables, table, member, draft, entry):
                return same_entry
        raise Contested(other_entries)
    try:
        refusal = check_entry(table.replay, entry)
    except Exception as error:
        refusal = _log_game_error(table, error)
    counting = isinstance(table.replay.state, Tally)  # a second sheet would replace the first
    same_entry = _find_same_move(tables, table, member, draft, entry) if refusal or counting else None
    if refusal and same_entry is None:
        raise Refused(refusal, table.version)
    return same_entry or entry


def _entries_by_others(tables: Tables, table: TableState, member: Member, draft: Draft) -> frozenset[int]:
    if draft.seen is None:
        return frozenset()
    return frozenset(
        row.seq
        for row in tables.store.rows_after(table.id, draft.seen - 1)
        if (row.seq, row.entry_hash) != (draft.seen, draft.mark or row.entry_hash)
        and (row.by, row.device) != _seat_and_device(member)
        and not tables.confirmed_keys.get((member.link_id, table.id, row.seq))
    )


def _seat_and_device(member: Member) -> tuple[int, str]:
    return -1 if member.seat is None else member.seat, member.device


def _entry_from_draft(tables: Tables, table: TableState, member: Member, draft: Draft) -> Entry:
    seq = table.version + 1
    if draft.kind in ("move", "ruling", "amend") and draft.seat >= table.seats:
        raise Refused(Refusal("table.no_such_seat", "turn"), table.version)
    if draft.kind == "note" and not tidy_line(draft.text):
        raise Malformed({"text": [f"1 to {MAX_NOTE_LENGTH} characters."]})
    if draft.kind == "count" and table.replay.game.hidden_seats(table.replay.state, None):
        seat, _ = _seat_and_device(member)
        record = tables.store.find_record(table_id=table.id)
        return Entry(seq, "count", seat, asked=tuple(sorted(record.taken)) if record else ())
    move = None
    if draft.kind in ("move", "ruling") or (draft.kind == "amend" and draft.move):
        move = parse_entered_move(table, draft.move, draft.data, draft.unknown)
    return Entry(seq, draft.kind, draft.seat, move, draft.of, draft.allowed, draft.option, draft.value)


def parse_entered_move(
    table: TableState, name: str | None, data: Any, unknown: UnknownFields = None
) -> Move:
    """Return the move of the class ``name`` with the fields ``data``. Raise Malformed if either is wrong.

    The class belongs to the table's game or to its tally; None is wrong. Unknown fields are wrong, unless
    ``unknown`` is ``exclude``.
    """
    kind = find_move_type(table.slug, name)
    if kind is None:
        raise Malformed({"move": ["Unknown move."]})
    return parse_value(kind, data, unknown)


def _find_same_move(
    tables: Tables, table: TableState, member: Member, draft: Draft, entry: Entry
) -> int | None:
    """Return the number of an entry that has the same move and is new to the sender, or None.

    Raise Conflict if another phone entered a different move of this kind for the same seat. Entries are
    ignored if the sender may not read them (the response would reveal a secret), or if they were already
    the answer to another draft of the sender.
    """
    if draft.kind != "move" or draft.seen is None or draft.seen >= table.version:
        return None
    rows = tables.store.rows_after(table.id, draft.seen - 1)
    if draft.mark and not any(row.seq == draft.seen and row.entry_hash == draft.mark for row in rows):
        return None  # the phone showed a log that is gone, so we do not know what is new to it
    newer = [row for row in rows if row.seq > draft.seen and row.move == draft.move]
    own = {row.seq for row in newer if (row.by, row.device) == _seat_and_device(member)}
    steps = readable_moves(table, member.seat) if newer else {}
    differs = 0
    for row in newer:
        step = steps.get(row.seq)
        if step is None or step.seat != entry.seat:
            continue
        confirmed_key = tables.confirmed_keys.get((member.link_id, table.id, row.seq)) or draft.key
        if confirmed_key != draft.key:
            continue
        if step.move == entry.move:
            tables.confirmed_keys.put((member.link_id, table.id, row.seq), draft.key)
            return row.seq
        if row.seq not in own:
            differs = differs or row.seq
    if differs:
        raise Conflict(differs, table.version, entry.seat)
    return None


def dry_run_move(
    table: TableState, seat: int, move: Move
) -> tuple[Refusal | None, tuple[Refusal, ...], tuple[Description, ...]]:
    """Check a move without writing it. Return (refusal, warnings, previews).

    The refusal is None for a legal move; the others are empty for an illegal one. Warnings tell why a legal
    move may be unwise, and previews what it would change.
    """
    game, state = table.replay.game, table.replay.state
    try:
        refusal = check_move(game, state, seat, move)
    except Exception as error:
        refusal = _log_game_error(table, error)
    if refusal is not None:
        return refusal, (), ()
    return None, game.warnings(state, seat, move), game.preview(state, seat, move)
