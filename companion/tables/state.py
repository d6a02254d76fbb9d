"""The state of a table at one version, and how it is loaded from the log."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from companion.engine.game import Move, Setup
from companion.engine.json_data import DataError, from_json, to_json
from companion.engine.log import ENTRY_KINDS, Entry, UnreadableMove
from companion.engine.replay import Replay, apply_entry, probe_state, replay_log
from companion.games import GAMES_BY_SLUG, find_move_type, get_game_for_mode
from companion.tables.concurrency import yielding_control
from companion.tables.errors import NotFound
from companion.tables.table_store import INTRO_PAGES, LogRow, SeatRequest, TableRecord, TableStore

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableState:
    """A table after the entry ``version``. ``TableRecord`` documents the fields that both classes have."""

    id: int
    code: str
    slug: str
    mode: str
    stored_names: tuple[str, ...]
    version: int
    replay: Replay
    entry_hash: str = ""
    """``LogRow.entry_hash`` of the newest entry."""
    newest: Entry | None = None
    """The newest entry of any kind; None before the first."""
    newest_by: int = -1
    """The seat of the phone that made the newest entry."""
    rematch_code: str = ""
    """The code of the rematch; empty before there is one."""
    taken: tuple[int, ...] = ()
    host: int | None = None
    vacant: tuple[int, ...] | None = None
    """In the lobby, the seats for newcomers, including taken ones; None once the table was started."""
    practice_start: str = ""
    ticks: tuple[str, ...] = ()
    """The ids of the set-up steps that are done, and the current intro page."""
    guided: tuple[int, ...] = ()
    requests: tuple[SeatRequest, ...] = ()

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.stored_names)

    def with_entry(self, row: LogRow, entry: Entry, replay: Replay) -> TableState:
        """Return the table after one more entry, given its row and the replay that includes it."""
        return replace(
            self, version=row.seq, entry_hash=row.entry_hash, newest=entry,
            newest_by=row.by, replay=replay
        )  # fmt: skip

    @property
    def intro_page(self) -> str:
        """The page of ``INTRO_PAGES`` that all phones show. "" if none, in the lobby and after an entry."""
        led = (page for page in INTRO_PAGES if page in self.ticks)
        return "" if self.version or self.vacant is not None else next(led, "")

    @property
    def free(self) -> tuple[int, ...]:
        """The seats without a phone; in the lobby only those that have no name either."""
        seats = range(self.seats) if self.vacant is None else self.vacant
        return tuple(seat for seat in seats if seat not in self.taken)

    @property
    def options(self) -> dict[str, Any]:
        """The value of each option that applies in this table's mode, by name."""
        switches, setup = self.replay.origin.meta.options, self.replay.setup
        return {o.name: setup.options[o.name] for o in switches if self.mode in o.modes}


def load_state(store: TableStore, table_id: int) -> TableState:
    """Return a table by replaying its log.

    Raise NotFound if there is no such table, or if its options are damaged.
    """
    record = store.find_record(table_id=table_id)
    if record is None or record.slug not in GAMES_BY_SLUG:
        raise NotFound("table.no_such_table")
    try:
        empty = _make_empty_state(record)
        probe_state(empty.replay.game, empty.replay.setup, empty.replay.state)
    except Exception as error:  # the options are damaged: nothing can be shown
        _logger.error("table %s cannot be opened", table_id, exc_info=error)
        raise NotFound("table.unreadable") from error
    rows = store.rows_after(table_id, 0)
    if not rows:
        return empty
    log = [parse_row(empty.slug, row) for row in yielding_control(rows)]
    replay = replay_log(empty.replay.origin, empty.replay.initial_setup, log, yielding_control)
    if replay.invalid is not None and replay.invalid.fault is not None:
        seq, fault = replay.invalid.step.seq, replay.invalid.fault
        _logger.error("table %s, entry %s cannot be shown", table_id, seq, exc_info=fault)
    return empty.with_entry(rows[-1], log[-1], replay)


def _make_empty_state(record: TableRecord) -> TableState:
    game = get_game_for_mode(record.slug, record.mode)
    return TableState(
        record.id, record.code, record.slug, record.mode, tuple(record.names), 0,
        replay_log(game, make_setup(record)), rematch_code=record.next_code,
        taken=tuple(sorted(record.taken)), host=record.host,
        vacant=None if record.vacant is None else tuple(sorted(record.vacant)), practice_start=record.trial,
        ticks=tuple(record.ticks), guided=tuple(record.guided), requests=tuple(record.requests),
    )  # fmt: skip


def make_setup(record: TableRecord) -> Setup:
    """Return the setup with which a table was opened: number of seats, options and first seat."""
    options = {**record.options}  # damaged options are no mapping
    return Setup.of(GAMES_BY_SLUG[record.slug].meta, len(record.names), options, record.first)


def catch_up(table: TableState, rows: Iterable[LogRow]) -> TableState:
    """Return the table after further log rows, oldest first."""
    for row in rows:
        entry = parse_row(table.slug, row)
        replay = apply_entry(table.replay, entry, yielding_control)
        table = replace(table.with_entry(row, entry, replay), vacant=None)
    return table


def parse_row(slug: str, row: LogRow) -> Entry:
    """Return the entry of a stored row."""
    return entry_from_row(slug, row, parse_row_data(row))


def entry_from_row(slug: str, row: LogRow, stored: dict[str, Any] | None) -> Entry:
    """Return the entry of a row. ``stored`` is the row's parsed JSON, or None if the JSON is damaged.

    A damaged row gives an entry with an ``UnreadableMove``.
    """
    if row.kind == "setting" and stored is not None and isinstance(stored.get("option"), str):
        return Entry(row.seq, "setting", row.seat, option=stored["option"], value=stored.get("value"))
    if row.kind == "count" and stored is not None:
        asked_seats = stored.get("asked", [])
        if isinstance(asked_seats, list) and all(type(seat) is int for seat in asked_seats):
            return Entry(row.seq, "count", row.seat, asked=tuple(asked_seats))
    kind = ENTRY_KINDS.get(row.kind)
    if kind in ("undo", "redo", "note"):
        return Entry(row.seq, kind, row.seat, of=row.of)
    if kind not in ("move", "ruling", "amend"):
        return Entry(row.seq, "move", row.seat, UnreadableMove(), row.of)
    if stored is None:
        return Entry(row.seq, kind, row.seat, UnreadableMove(), row.of)
    move = None if kind == "amend" and row.move is None else _parse_move(slug, row.move, stored)
    return Entry(row.seq, kind, row.seat, move, row.of, bool(stored.get("allowed")))


def dump_entry_data(entry: Entry, text: str = "") -> str:
    """Return, as JSON text, the fields of an entry that have no column. ``text`` is the text of a note."""
    data: dict[str, Any] = {}
    if entry.move is not None:
        data["move"] = to_json(entry.move)
    if entry.kind == "setting":
        data = {"option": entry.option, "value": entry.value}
    if entry.kind == "note":
        data["text"] = text
    if entry.allowed:
        data["allowed"] = True
    if entry.asked:
        data["asked"] = list(entry.asked)
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def parse_row_data(row: LogRow) -> dict[str, Any] | None:
    """Return the JSON data of a row, or None if it is damaged."""
    try:
        data = json.loads(row.data)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _parse_move(slug: str, name: str | None, stored: dict[str, Any]) -> Move:
    kind = find_move_type(slug, name)
    try:
        return UnreadableMove() if kind is None else from_json(kind, stored.get("move", {}))
    except (DataError, RecursionError):
        return UnreadableMove()
