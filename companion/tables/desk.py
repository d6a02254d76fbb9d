"""Tables held in memory, each brought up to date with its log: nothing is replayed twice."""

from __future__ import annotations

import json
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from sqlalchemy import select

from companion.engine.data import DataError, unpack
from companion.engine.game import Game, Move, Setup, move_named
from companion.engine.log import Entry, fold
from companion.engine.replay import Playing, add, replay
from companion.games import BY_SLUG, TALLIES, game_of
from companion.store import Table, db
from companion.store.log import Row, after
from companion.tables.answers import Missing
from companion.tables.links import Visit


@dataclass(frozen=True, slots=True)
class Held:
    """A table as of one version."""

    id: int
    code: str
    slug: str
    mode: str
    names: tuple[str, ...]
    version: int
    playing: Playing


MOST_AT_HAND, AT_HAND = 64, 1
"""Entries a held table has in memory before its log is left in the database, and how many then stay."""


def _nobody_else(table_id: int) -> None:
    """One process holds everything."""


class Desk:
    """The tables this process holds, the least used let go first. Safe between threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[int, Held] = OrderedDict()
        self._lock = threading.Lock()
        self.writing = threading.RLock()
        """One writer at a time in a process."""
        self.forgotten: Callable[[int], None] = _nobody_else
        """Told of each table whose names or options changed, for other processes that hold it."""

    def table(self, table_id: int) -> Held:
        """The table brought up to date with the log; a table not held yet is judged anew."""
        held = self._get(table_id)
        if held is None:
            held = _laid(table_id)
        else:
            rows = after(table_id, held.version)
            if rows:
                held = brought_up(held, rows) or _laid(table_id)
        self.hold(held)
        return held

    def visited(self, visit: Visit) -> Held:
        """The table as of a visit's look at the log, or newer: nothing is read that is held."""
        held = self._get(visit.table_id)
        if held is not None and held.code != visit.code:
            self.forget(visit.table_id, tell=False)  # deleted, and its number given to another
            held = None
        if held is None or held.version < visit.version:
            return self.table(visit.table_id)
        return held

    def at_hand(self, table_id: int) -> Held:
        """The table as it is held here, which may be behind where another process writes too."""
        return self._get(table_id) or self.table(table_id)

    def hold(self, held: Held) -> None:
        """Keep a table; an older version never replaces a newer one."""
        with self._lock:
            known = self._held.get(held.id)
            if known is None or known.version <= held.version:
                self._held[held.id] = held
            self._held.move_to_end(held.id)
            while len(self._held) > self._most:
                self._held.popitem(last=False)

    def forget(self, table_id: int, *, tell: bool = True) -> None:
        """Let a table go, after its names or options changed."""
        with self._lock:
            self._held.pop(table_id, None)
        if tell:
            self.forgotten(table_id)

    def clear(self) -> None:
        """Let all tables go, after changes may have been missed."""
        with self._lock:
            self._held.clear()

    def holding(self) -> int:
        """How many tables are held."""
        return len(self._held)

    def _get(self, table_id: int) -> Held | None:
        with self._lock:
            return self._held.get(table_id)


def _laid(table_id: int) -> Held:
    table = db.session.scalar(select(Table).where(Table.id == table_id))
    if table is None or table.slug not in BY_SLUG:
        raise Missing("table.no_such_table")
    setup = _setup(len(table.seats), table.first, json.dumps(table.options))
    rows = after(table_id, 0)
    log = [entry_of(table.slug, row) for row in rows]
    playing = replay(game_of(table.slug, table.mode), setup, log)
    names = tuple(seat.name for seat in table.seats)
    version = rows[-1].seq if rows else 0
    slug, mode = sys.intern(table.slug), sys.intern(table.mode)
    return leaner(Held(table.id, table.code, slug, mode, names, version, playing), AT_HAND)


@lru_cache(maxsize=512)
def _setup(seats: int, first: int, options: str) -> Setup:
    """One value for all tables that were opened alike."""
    return Setup(seats, json.loads(options), first)


def leaner(held: Held, most: int = MOST_AT_HAND) -> Held:
    """The same table; where more than so many entries are in memory, its log stays in the database."""
    folded = held.playing.folded
    done = folded.done.lean(most, AT_HAND, partial(_first, held.id, held.slug, held.version))
    if done is folded.done:
        return held
    return replace(held, playing=replace(held.playing, folded=replace(folded, done=done)))


def _first(table_id: int, slug: str, version: int, count: int) -> list[Entry]:
    """The first entries in force as of a version, from the log."""
    rows = (row for row in after(table_id, 0) if row.seq <= version)
    return list(fold(entry_of(slug, row) for row in rows).done)[:count]


def brought_up(held: Held, rows: Iterable[Row]) -> Held | None:
    """The table after more rows of its log, which were judged when they came in.

    None where one does not read here: a process of another release has written it, and the whole
    log must be judged anew.
    """
    playing, version = held.playing, held.version
    for row in rows:
        entry = entry_of(held.slug, row)
        if entry.move is None and row.move is not None:
            return None
        playing, version = add(playing, entry), row.seq
    return leaner(replace(held, version=version, playing=playing))


def entry_of(slug: str, row: Row) -> Entry:
    """A stored row as the kernel's entry; a move that no longer reads becomes None and will fall."""
    data = json.loads(row.data)
    if row.kind == "setting":
        return Entry(row.seq, "setting", row.seat, option=data["option"], value=data["value"])
    move = _move(slug, row.move, data.get("move", {}))
    return Entry(row.seq, row.kind, row.seat, move, row.of, bool(data.get("allowed")))  # type: ignore[arg-type]


def _move(slug: str, name: str | None, data: Any) -> Move | None:
    if name is None:
        return None
    games: tuple[Game[Any], ...] = (BY_SLUG[slug], TALLIES[slug])
    for game in games:
        kind = move_named(game, name)
        if kind is not None:
            try:
                return unpack(kind, data)
            except DataError:
                return None
    return None
