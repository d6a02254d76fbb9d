"""The state of a table at one version, loaded from a snapshot or by replaying its log."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from companion.engine.entry_list import EntryList
from companion.engine.game import Move, Setup
from companion.engine.json_data import DataError, dump_snapshot, from_json, load_snapshot, to_json
from companion.engine.log import ENTRY_KINDS, EffectiveLog, Entry, UnreadableMove, make_effective_log
from companion.engine.replay import Replay, apply_entry, probe_state, replay_log
from companion.games import GAMES_BY_SLUG, find_move_type, get_game_for_mode
from companion.tables.errors import NotFound
from companion.tables.table_store import INTRO_PAGES, LogRow, SeatRequest, TableRecord, TableStore
from companion.tables.write_locks import yielding_control

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


MAX_CACHED_ENTRIES, KEPT_CACHED_ENTRIES = 64, 1
"""If a cached table has more entries in memory than the first number, it keeps the second number."""


def load_state(store: TableStore, table_id: int) -> TableState:
    """Return a table from its snapshot and the log after it, or else by replaying the whole log.

    Raise NotFound if there is no such table, or if its options are damaged.
    """
    record = store.find_record(table_id=table_id)
    if record is None or record.slug not in GAMES_BY_SLUG:
        raise NotFound("table.no_such_table")
    try:
        empty = _make_empty_state(record)
        table = _try_to_load_snapshot(store, empty)
        if table is None:
            probe_state(empty.replay.game, empty.replay.setup, empty.replay.state)
    except Exception as error:  # the options are damaged: nothing can be shown
        _logger.error("table %s cannot be opened", table_id, exc_info=error)
        raise NotFound("table.unreadable") from error
    return table or _replay_log(store, empty)


def _make_empty_state(record: TableRecord) -> TableState:
    game = get_game_for_mode(record.slug, record.mode)
    return TableState(
        record.id, record.code, record.slug, record.mode, tuple(record.names), 0,
        replay_log(game, make_setup(record)), rematch_code=record.next_code,
        taken=tuple(sorted(record.taken)),
        host=record.host_link.seat if record.host_link else None,
        vacant=None if record.vacant is None else tuple(sorted(record.vacant)), practice_start=record.trial,
        ticks=tuple(record.ticks), guided=tuple(record.guided), requests=tuple(record.requests),
    )  # fmt: skip


def _try_to_load_snapshot(store: TableStore, empty: TableState) -> TableState | None:
    try:
        table = load_from_snapshot(store, empty)
        if table is not None:
            probe_state(table.replay.game, table.replay.setup, table.replay.state)
        return table
    except Exception as error:
        _logger.warning("table %s: its snapshot is left aside", empty.id, exc_info=error)
        return None


def _replay_log(store: TableStore, empty: TableState) -> TableState:
    rows = store.rows_after(empty.id, 0)
    log = [parse_row(empty.slug, row) for row in yielding_control(rows)]
    replayed = replay_log(empty.replay.origin, empty.replay.initial_setup, log, yielding_control)
    if replayed.invalid is not None and replayed.invalid.fault is not None:
        seq, fault = replayed.invalid.step.seq, replayed.invalid.fault
        _logger.error("table %s, entry %s cannot be shown", empty.id, seq, exc_info=fault)
    table = empty.with_entry(rows[-1], log[-1], replayed) if rows else replace(empty, replay=replayed)
    return trim_log(store, table, KEPT_CACHED_ENTRIES)


def make_setup(record: TableRecord) -> Setup:
    """Return the setup with which a table was opened: number of seats, options and first seat."""
    return _cached_setup(record.slug, len(record.names), record.first, json.dumps(record.options))


@lru_cache(maxsize=512)
def _cached_setup(slug: str, seats: int, first: int, options: str) -> Setup:
    """Return the setup for these options (JSON text). All tables with equal setups share one object."""
    return Setup.of(GAMES_BY_SLUG[slug].meta, seats, {**json.loads(options)}, first)


def trim_log(store: TableStore, table: TableState, max_entries: int = MAX_CACHED_ENTRIES) -> TableState:
    """Return the table with at most ``max_entries`` entries in memory. Older ones are loaded if needed."""
    log = table.replay.log
    load_first_entries = partial(_load_oldest, store, table.id, table.slug, table.version)
    effective = log.effective.trimmed(max_entries, KEPT_CACHED_ENTRIES, load_first_entries)
    if effective is log.effective:
        return table
    return replace(table, replay=replace(table.replay, log=replace(log, effective=effective)))


def _load_oldest(store: TableStore, table_id: int, slug: str, version: int, count: int) -> list[Entry]:
    rows = (row for row in store.rows_after(table_id, 0) if row.seq <= version)
    log = make_effective_log(parse_row(slug, row) for row in yielding_control(rows))
    return list(log.effective)[:count]


SNAPSHOT_INTERVAL = 16
"""Entries between two snapshots: loading a table replays at most this many."""


def save_snapshot(store: TableStore, table: TableState) -> None:
    """Store a snapshot unless an entry is invalid or undone, or the table is a tally. Log any failure."""
    replay = table.replay
    last = replay.log.next_undo()
    if replay.invalid or replay.log.undone or last is None or replay.game is not GAMES_BY_SLUG[table.slug]:
        return
    try:
        initial_options, count = replay.initial_setup.options, len(replay.log.effective)
        settings = {k: v for k, v in replay.setup.options.items() if v != initial_options.get(k)}
        state = dump_snapshot(replay.state)
        content = {"state": state, "settings": settings, "last": last.seq, "count": count}
        data = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
        store.store_snapshot(table.id, table.version, replay.origin.meta.version, data)
    except Exception as error:  # the entry is already stored
        _logger.warning("table %s: no snapshot is kept", table.id, exc_info=error)


def load_from_snapshot(store: TableStore, empty: TableState) -> TableState | None:
    """Return a table from its snapshot and the entries after it; None if the snapshot is not usable.

    ``empty`` is the table before its first entry.
    """
    snapshot, game = store.find_snapshot(empty.id), empty.replay.game
    if snapshot is None or game is not GAMES_BY_SLUG[empty.slug] or snapshot[1] != game.meta.version:
        return None
    version, content = snapshot[0], json.loads(snapshot[2])
    initial_setup = empty.replay.initial_setup
    changed = {**initial_setup.options, **content["settings"]}
    setup = replace(initial_setup, options=changed) if content["settings"] else initial_setup
    try:
        state = load_snapshot(game.setup(setup), content["state"])
    except DataError:
        return None
    rows = {row.seq: row for row in store.rows_after(empty.id, min(content["last"], version + 1) - 1)}
    last, newest = rows.get(content["last"]), rows.get(version)
    if last is None or newest is None:
        return None
    load_first_entries = partial(_load_oldest, store, empty.id, empty.slug, version)
    entries = EntryList([parse_row(empty.slug, last)], content["count"] - 1, load_first_entries)
    replay = Replay(game, initial_setup, game, setup, EffectiveLog(entries), state)
    table = empty.with_entry(newest, parse_row(empty.slug, newest), replay)
    return catch_up(store, table, [row for seq, row in rows.items() if seq > version])


def catch_up(store: TableStore, table: TableState, rows: Iterable[LogRow]) -> TableState | None:
    """Return the table after further log rows. None if a row is unreadable (written by a newer release)."""
    for row in rows:
        entry = parse_row(table.slug, row)
        if isinstance(entry.move, UnreadableMove):
            return None
        replay = apply_entry(table.replay, entry, yielding_control)
        table = replace(table.with_entry(row, entry, replay), vacant=None)
    return trim_log(store, table)


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
