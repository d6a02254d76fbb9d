"""Validates drafts and appends them to the log; the only module that writes entries."""

from __future__ import annotations

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
from companion.games import GAMES, TALLIES, find_move_type
from companion.tables.errors import Conflict, Contested, Malformed, Refused, Stale, TableError, Unavailable
from companion.tables.links import Member, require_host_role, require_player
from companion.tables.log_lines import readable_moves
from companion.tables.names import tidy_line
from companion.tables.schemas import UnknownFields, parse_value, schema_name
from companion.tables.state import (
    SNAPSHOT_INTERVAL,
    TableState,
    dump_entry_data,
    make_setup,
    save_snapshot,
    trim_log,
)
from companion.tables.table_store import LogRow
from companion.tables.tables import Tables
from companion.tables.write_locks import yielding_control

_logger = logging.getLogger(__name__)
MAX_ENTRIES = 50_000
MAX_NOTE_LENGTH = 500
MAX_WRITE_ATTEMPTS = 100
"""Times that another process may be faster before the phone is asked to come again."""


EntryNumber = Annotated[int, Between(0, 10**6)]
"""Of an entry or a version."""
_KEY = r"[!-~]{8,64}"
MOVES = list(dict.fromkeys(kind for game in (*GAMES, *TALLIES.values()) for kind in game.moves))


def any_of_schemas(kinds: list[type]) -> dict[str, Any]:
    """How a JSON object is documented that is one of these; which one, the game itself judges."""
    return {"anyOf": [{"$ref": f"#/components/schemas/{schema_name(kind)}"} for kind in kinds]}


MoveData = Annotated[dict[str, Any], any_of_schemas(MOVES)]
MoveName = Annotated[str, MaxLength(32)]


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry for the log. ``data`` are the fields of the move."""

    kind: EntryKind = "move"
    key: Annotated[
        str, {"minLength": 8, "maxLength": 64, "pattern": r"^[!-~]+\Z"},
        "Made by the client for each intention; or in Idempotency-Key.",
    ] = field(default_factory=str)  # fmt: skip
    seat: Annotated[int, Between(-1, MAX_SEATS - 1)] = -1
    move: MoveName | None = None
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
    """An entry that a phone asks to write, with what only our own pages tell of it."""

    uncontested: bool = False
    """One of a run made without a line: Contested where another phone entered anything since ``seen``."""
    mark: str = ""
    """The mark of the entry that was ``seen``, as the phone knows it, if it told."""
    unknown: UnknownFields = None
    """A form serves several moves: ``exclude`` leaves the others' fields aside."""


@dataclass(frozen=True, slots=True)
class EntryResult:
    """The result of a draft: its entry's number and the table after it."""

    seq: int
    table: TableState
    repeated: bool = False
    """The key was known: nothing was written, this is the earlier answer."""
    confirmed: bool = False
    """Another phone had entered the same fact: nothing was written."""


def write_entry(tables: Tables, member: Member, draft: Draft) -> EntryResult:
    """Check a draft against the current table and append it once; a repeated key returns the first result.

    Raises Forbidden, Malformed, Stale, Contested, Conflict, Refused; Unavailable while the store is away.
    """
    require_player(member)
    if not re.fullmatch(_KEY, draft.key):
        raise Malformed({"key": ["8 to 64 characters of ASCII, no blanks."]})
    with tables.write_locks.acquire(member.table_id):
        table = tables.get_cached(member.table_id)
        for _ in range(MAX_WRITE_ATTEMPTS):
            if table.vacant is not None:  # another process may have started it
                tables.evict(table.id)
                table = tables.load(table.id)
            entered = _try(tables, table, member, draft)
            if entered is not None:
                break
            table = tables.load(member.table_id)
        else:
            raise Unavailable("table.busy")
    if not (entered.repeated or entered.confirmed):
        tables.notifier.notify_entry(entered.table)
        if entered.seq % SNAPSHOT_INTERVAL == 0:
            save_snapshot(tables.store, entered.table)
    return entered


def _try(tables: Tables, table: TableState, member: Member, draft: Draft) -> EntryResult | None:
    """One attempt; None where another process wrote first and the draft must be judged again.

    The first entry starts a table that is in its lobby, so only the host may make it.
    """
    if table.vacant is not None:
        require_host_role(member)
    try:
        entry = _judged(tables, table, member, draft)
        replay = table.replay if isinstance(entry, int) else _applied(table, entry)
    except TableError as answer:
        if (draft.seen, draft.mark) == (table.version, table.entry_hash):
            raise  # nothing was entered since the tap was made: its key led to no entry, either
        return _repeated(tables, table, draft, answer)
    if isinstance(entry, int):
        return _repeated(tables, table, draft, None) or EntryResult(entry, table, confirmed=True)
    move = draft.move if entry.move is not None else None
    data = dump_entry_data(entry, tidy_line(draft.text))
    row = LogRow(
        table.id, entry.seq, entry.kind, entry.seat, move, data, entry.of, *_writer(member), draft.key,
        int(time.time()),
    )  # fmt: skip
    if table.vacant is not None:
        return _start(tables, table, row)
    with tables.append_locks.acquire(table.id):
        is_written = tables.store.append_row(row)
    if not is_written:
        return _repeated(tables, table, draft, None)
    after = trim_log(tables.store, table.after(row, entry, replay))
    tables.replace_cached(table, after)
    return EntryResult(entry.seq, after)


def _start(tables: Tables, table: TableState, row: LogRow) -> EntryResult | None:
    """Start a table, with all its seats, by its first entry; None where it must be judged again."""
    with tables.append_locks.acquire(table.id), tables.store.change(table.id) as record:
        if record.vacant is None or make_setup(record) != table.replay.initial_setup:
            return None
        record.vacant = None
        tables.store.append_row(row)
    tables.evict_and_notify(table.id)
    return EntryResult(row.seq, tables.load(table.id))


def _applied(table: TableState, entry: Entry) -> Replay:
    """The table with the entry; Refused where a game stumbles over it, so that it is never written."""
    try:
        replay = apply_entry(table.replay, entry, yielding_control)
    except Exception as fault:
        raise Refused(_stumbled(table, fault), table.version) from fault
    before, fallen = table.replay.invalid, replay.invalid
    if fallen and fallen.fault and not (before and before.fault):
        raise Refused(_stumbled(table, fallen.fault), table.version)
    return replay


def _stumbled(table: TableState, fault: Exception) -> Refusal:
    """A fault of a game: told to the player as a refusal, and to whoever runs the app in its log."""
    _logger.error("table %s, after entry %s", table.id, table.version, exc_info=fault)
    return Refusal("table.cannot_be_shown", "log")


def _repeated(
    tables: Tables, table: TableState, draft: Draft, answer: TableError | None
) -> EntryResult | None:
    """The earlier answer to a key that led to an entry; else ``answer`` is raised, if there is one.

    Asked only when a draft cannot be written: a key that is known is in the way of its own retry.
    """
    row = tables.store.row_by_key(table.id, draft.key)
    if row is None and answer is not None:
        raise answer
    return EntryResult(row.seq, tables.load(table.id), repeated=True) if row else None


def _judged(tables: Tables, table: TableState, member: Member, draft: Draft) -> Entry | int:
    """The entry that a draft becomes, or the number of the one that said the same; else an Answer."""
    if draft.only_at is not None and draft.only_at != table.version:
        raise Stale(draft.only_at, table.version)
    if table.version >= MAX_ENTRIES:
        raise Malformed({"log": ["Full."]}, "table.log_full")
    entry = _entry(tables, table, member, draft)
    if draft.uncontested and (others := _entered_by_others(tables, table, member, draft)):
        with suppress(Conflict):
            if same := _same_fact(tables, table, member, draft, entry):
                return same
        raise Contested(others)
    try:
        refusal = check_entry(table.replay, entry)
    except Exception as fault:
        refusal = _stumbled(table, fault)
    counting = isinstance(table.replay.state, Tally)  # a second sheet would take the place of the first
    same = _same_fact(tables, table, member, draft, entry) if refusal or counting else None
    if refusal and same is None:
        raise Refused(refusal, table.version)
    return same or entry


def _entered_by_others(tables: Tables, table: TableState, member: Member, draft: Draft) -> frozenset[int]:
    """What other phones entered since the version that this one showed (all of it where that one is gone),
    but for what this one entered, too.
    """
    if draft.seen is None:
        return frozenset()
    return frozenset(
        row.seq
        for row in tables.store.rows_after(table.id, draft.seen - 1)
        if (row.seq, row.entry_hash) != (draft.seen, draft.mark or row.entry_hash)
        and (row.by, row.device) != _writer(member)
        and not tables.confirmed_keys.get((member.link_id, table.id, row.seq))
    )


def _writer(member: Member) -> tuple[int, str]:
    """Whose entry it is, as the log's rows say it."""
    return -1 if member.seat is None else member.seat, member.device


def _entry(tables: Tables, table: TableState, member: Member, draft: Draft) -> Entry:
    seq = table.version + 1
    if draft.kind in ("move", "ruling", "amend") and draft.seat >= table.seats:
        raise Refused(Refusal("table.no_such_seat", "turn"), table.version)
    if draft.kind == "note" and not tidy_line(draft.text):
        raise Malformed({"text": [f"1 to {MAX_NOTE_LENGTH} characters."]})
    if draft.kind == "count" and table.replay.game.hidden_seats(table.replay.state, None):
        seat, _ = _writer(member)
        record = tables.store.find_record(table_id=table.id)
        return Entry(seq, "count", seat, asked=tuple(sorted(record.taken)) if record else ())
    move = None
    if draft.kind in ("move", "ruling") or (draft.kind == "amend" and draft.move):
        move = parse_entered_move(table, draft.move, draft.data, draft.unknown)
    return Entry(seq, draft.kind, draft.seat, move, draft.of, draft.allowed, draft.option, draft.value)


def parse_entered_move(
    table: TableState, name: str | None, data: Any, unknown: UnknownFields = None
) -> Move:
    """Validate and build a move of the table's game or of its tally; Malformed names the wrong fields."""
    kind = find_move_type(table.slug, name)
    if kind is None:
        raise Malformed({"move": ["UnknownFields move."]})
    return parse_value(kind, data, unknown)


def _same_fact(tables: Tables, table: TableState, member: Member, draft: Draft, entry: Entry) -> int | None:
    """The entry by which another phone was faster with the same fact; Conflict where none was alike.

    Only an entry can be meant that the sender's screen did not show yet, that the sender may read now
    (else the answer would tell a secret), and that is not the same of an earlier tap.
    """
    if draft.kind != "move" or draft.seen is None or draft.seen >= table.version:
        return None
    rows = tables.store.rows_after(table.id, draft.seen - 1)
    if draft.mark and not any(row.seq == draft.seen and row.entry_hash == draft.mark for row in rows):
        return None  # the phone showed a log that is gone: it cannot be said what is new to it
    newer = [row for row in rows if row.seq > draft.seen and row.move == draft.move]
    own = {row.seq for row in newer if (row.by, row.device) == _writer(member)}
    steps = readable_moves(table, member.seat) if newer else {}
    differs = 0
    for row in newer:
        step = steps.get(row.seq)
        if step is None or step.seat != entry.seat:
            continue
        matched = tables.confirmed_keys.get((member.link_id, table.id, row.seq)) or draft.key
        if matched != draft.key:
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
    """Why a move would be refused now, or else what is worth a word about it and what would come of it;
    writes nothing.
    """
    game, state = table.replay.game, table.replay.state
    try:
        refusal = check_move(game, state, seat, move)
    except Exception as fault:
        refusal = _stumbled(table, fault)
    if refusal is not None:
        return refusal, (), ()
    return None, game.warnings(state, seat, move), game.preview(state, seat, move)
