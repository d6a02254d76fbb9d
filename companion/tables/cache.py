"""An in-memory cache of table states, each brought up to date from its log rather than replayed again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from companion.tables.links import Access
from companion.tables.lru_cache import LruCache
from companion.tables.state import TableState, catch_up, load_state
from companion.tables.store import TableStore, ignore_change
from companion.tables.write_locks import WriteLocks

LOAD_PATIENCE = 5.0
"""Seconds to wait for somebody else who loads the same table."""


class TableCache:
    """A bounded cache of table states that evicts the least recently used. Thread-safe."""

    def __init__(self, store: TableStore, most: int, *, one_writer: bool = True) -> None:
        self.store = store
        store.on_change = self.evict  # until somebody listens, who evicts and tells (``live``)
        self._most = most
        self._held: OrderedDict[int, TableState] = OrderedDict()
        self._lock = threading.Lock()
        self.write_locks = WriteLocks(one_writer=one_writer)
        self._loading = WriteLocks(one_writer=False, patience=LOAD_PATIENCE)
        self._unfinished: dict[int, object] = {}
        """What is being loaded; gone from here where the table's names or options change meanwhile."""
        self.on_entry: Callable[[TableState], None] = ignore_change
        """Told of the table as soon as an entry is safe, before the answer goes out."""
        self.on_evict: Callable[[int], None] = ignore_change
        """Told of each table whose names or options changed, for other processes that hold it."""
        self.matched: LruCache[tuple[int, int, int], str] = LruCache(most)
        """By (link, table, entry): the key of the tap that was told that this entry says the same."""

    def load(self, table_id: int) -> TableState:
        """Return the table's current state, loading it from snapshot and log on a cache miss."""
        table = self._get(table_id)
        if table is None:
            return self._load_once(table_id, 0)
        rows = self.store.rows_after(table_id, table.version)
        if rows:
            newer = catch_up(table, rows)
            if newer is None:
                return self._load_once(table_id, rows[-1].seq)
            self.advance(table, newer)
            return newer
        self.advance(table, table)
        return table

    def _load_once(self, table_id: int, version: int) -> TableState:
        """The table as of a version or newer: one loads it, whoever else asks meanwhile waits for it."""
        with self._loading.acquire(table_id):
            table = self._get(table_id)
            if table is not None and table.version >= version:
                return table
            begun = self._unfinished[table_id] = object()
            table = load_state(self.store, table_id)
            with self._lock:
                # Where it was evicted meanwhile it may have its older names.
                if self._unfinished.pop(table_id, None) is begun:
                    self._hold(table)
            return table

    def load_for(self, access: Access) -> TableState:
        """Return the table at the version that ``access`` saw, or newer; reads the log only on a miss."""
        table = self._get(access.table_id)
        if table is not None and table.code != access.code:
            self.evict(access.table_id, tell=False)  # deleted, and its number given to another
            table = None
        if table is None or table.version < access.version:
            return self.load(access.table_id)
        return table

    def peek(self, table_id: int) -> TableState:
        """Return the cached state or None, without reading the database; it may be out of date."""
        return self._get(table_id) or self.load(table_id)

    def advance(self, before: TableState, after: TableState) -> None:
        """Cache what came of a cached state; not if that was evicted meanwhile: it may have older names."""
        with self._lock:
            if self._held.get(before.id) is before:
                self._hold(after)

    def _hold(self, table: TableState) -> None:
        self._held[table.id] = table
        self._held.move_to_end(table.id)
        while len(self._held) > self._most:
            self._held.popitem(last=False)

    def evict(self, table_id: int, *, tell: bool = True) -> None:
        """Evict a table whose names or options changed, and tell the other processes to do the same."""
        with self._lock:
            self._unfinished.pop(table_id, None)
            self._held.pop(table_id, None)
        if tell:
            self.on_evict(table_id)

    def clear(self) -> None:
        """Evict every table, when changes by other processes may have been missed."""
        with self._lock:
            self._unfinished.clear()
            self._held.clear()

    def size(self) -> int:
        """Return the number of cached tables."""
        return len(self._held)

    def _get(self, table_id: int) -> TableState | None:
        with self._lock:
            return self._held.get(table_id)
