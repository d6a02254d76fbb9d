"""Tables held in memory, each brought up to date with its log: nothing is replayed twice."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from companion.store.log import rows_after
from companion.tables.links import Access
from companion.tables.lru_cache import LruCache
from companion.tables.state import TableState, catch_up, load_state
from companion.tables.write_locks import WriteLocks

LAYING = 5.0
"""Seconds to wait for somebody else who lays the same table."""


def _nobody_else(table_id: int) -> None:
    """One process holds everything."""


class TableCache:
    """The tables this process holds, the least used let go first. Safe between threads."""

    def __init__(self, most: int, *, one_writer: bool = True) -> None:
        self._most = most
        self._held: OrderedDict[int, TableState] = OrderedDict()
        self._lock = threading.Lock()
        self.turns = WriteLocks(one_writer=one_writer)
        self._laying = WriteLocks(one_writer=False, patience=LAYING)
        self._forgotten = 0
        """Times that a table was let go whose names or options changed."""
        self.on_evict: Callable[[int], None] = _nobody_else
        """Told of each table whose names or options changed, for other processes that hold it."""
        self.matched: LruCache[tuple[int, int, int], str] = LruCache(most)
        """By (link, table, entry): the key of the tap that was told that this entry says the same."""

    def load(self, table_id: int) -> TableState:
        """The table brought up to date with the log; a table not held yet is judged anew."""
        table = self._get(table_id)
        if table is None:
            return self._laid(table_id, 0)
        rows = rows_after(table_id, table.version)
        if rows:
            newer = catch_up(table, rows)
            if newer is None:
                return self._laid(table_id, rows[-1].seq)
            table = newer
        self.put(table)
        return table

    def _laid(self, table_id: int, version: int) -> TableState:
        """The table as of a version or newer: one lays it, and whoever else asks meanwhile waits for it."""
        with self._laying.acquire(table_id):
            table = self._get(table_id)
            if table is not None and table.version >= version:
                return table
            forgotten = self._forgotten
            table = load_state(table_id)
            if forgotten == self._forgotten:  # else it may have its older names
                self.put(table)
            return table

    def load_for(self, access: Access) -> TableState:
        """The table as of a visit's look at the log, or newer: nothing is read that is held."""
        table = self._get(access.table_id)
        if table is not None and table.code != access.code:
            self.evict(access.table_id, tell=False)  # deleted, and its number given to another
            table = None
        if table is None or table.version < access.version:
            return self.load(access.table_id)
        return table

    def peek(self, table_id: int) -> TableState:
        """The table as it is held here, which may be behind where another process writes too."""
        return self._get(table_id) or self.load(table_id)

    def put(self, table: TableState) -> None:
        """Keep a table; an older version never replaces a newer one."""
        with self._lock:
            known = self._held.get(table.id)
            if known is None or known.version <= table.version:
                self._held[table.id] = table
            self._held.move_to_end(table.id)
            while len(self._held) > self._most:
                self._held.popitem(last=False)

    def evict(self, table_id: int, *, tell: bool = True) -> None:
        """Let a table go, after its names or options changed."""
        with self._lock:
            self._forgotten += 1
            self._held.pop(table_id, None)
        if tell:
            self.on_evict(table_id)

    def clear(self) -> None:
        """Let all tables go, after changes may have been missed."""
        with self._lock:
            self._forgotten += 1
            self._held.clear()

    def size(self) -> int:
        """How many tables are held."""
        return len(self._held)

    def _get(self, table_id: int) -> TableState | None:
        with self._lock:
            return self._held.get(table_id)
