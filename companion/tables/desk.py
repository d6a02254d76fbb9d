"""Tables held in memory, each brought up to date with its log: nothing is replayed twice."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from companion.store.log import after
from companion.tables.held import Held, brought_up, laid
from companion.tables.links import Visit
from companion.tables.recent import Recent
from companion.tables.turns import Turns

LAYING = 5.0
"""Seconds to wait for somebody else who lays the same table."""


def _nobody_else(table_id: int) -> None:
    """One process holds everything."""


class Desk:
    """The tables this process holds, the least used let go first. Safe between threads."""

    def __init__(self, most: int, *, one_writer: bool = True) -> None:
        self._most = most
        self._held: OrderedDict[int, Held] = OrderedDict()
        self._lock = threading.Lock()
        self.turns = Turns(one_writer=one_writer)
        self._laying = Turns(one_writer=False, patience=LAYING)
        self._forgotten = 0
        """Times that a table was let go whose names or options changed."""
        self.forgotten: Callable[[int], None] = _nobody_else
        """Told of each table whose names or options changed, for other processes that hold it."""
        self.matched: Recent[tuple[int, int, int], str] = Recent(most)
        """By (link, table, entry): the key of the tap that was told that this entry says the same."""

    def table(self, table_id: int) -> Held:
        """The table brought up to date with the log; a table not held yet is judged anew."""
        held = self._get(table_id)
        if held is None:
            return self._laid(table_id, 0)
        rows = after(table_id, held.version)
        if rows:
            newer = brought_up(held, rows)
            if newer is None:
                return self._laid(table_id, rows[-1].seq)
            held = newer
        self.hold(held)
        return held

    def _laid(self, table_id: int, version: int) -> Held:
        """The table as of a version or newer: one lays it, and whoever else asks meanwhile waits for it."""
        with self._laying.at(table_id):
            held = self._get(table_id)
            if held is not None and held.version >= version:
                return held
            forgotten = self._forgotten
            held = laid(table_id)
            if forgotten == self._forgotten:  # else it may have its older names
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
            self._forgotten += 1
            self._held.pop(table_id, None)
        if tell:
            self.forgotten(table_id)

    def clear(self) -> None:
        """Let all tables go, after changes may have been missed."""
        with self._lock:
            self._forgotten += 1
            self._held.clear()

    def holding(self) -> int:
        """How many tables are held."""
        return len(self._held)

    def _get(self, table_id: int) -> Held | None:
        with self._lock:
            return self._held.get(table_id)
