"""The tables of one process: where they are kept, those it has in memory, who writes, and who is told."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy

from companion.tables.errors import NotFound
from companion.tables.links import Access, hash_secret, normalize_code, resolve_link
from companion.tables.lru_cache import LruCache
from companion.tables.state import TableState, catch_up, load_state
from companion.tables.table_store import TableRecord, TableStore
from companion.tables.write_locks import WriteLocks

LOAD_TIMEOUT = 5.0
"""Seconds to wait for somebody else who loads the same table."""


class Notifier:
    """Tells phones and other processes that have a table in memory. This one, where there are none."""

    def notify_entry(self, table: TableState) -> None:
        """An entry is stored."""

    def notify_change(self, table_id: int) -> None:
        """Its people, links or settings are others than before, or it is gone."""


class Tables:
    """The tables of a store; states in memory are brought up to date from their log, the least recently
    used let go. Whatever is changed by it is announced by it. Thread-safe.
    """

    def __init__(
        self,
        store: TableStore,
        max_cached: int,
        notifier: Notifier | None = None,
        count_attempt: Callable[[str], object] = str,
        *,
        one_writer: bool = True,
    ) -> None:
        self.store = store
        self.notifier = notifier or Notifier()
        self.count_attempt = count_attempt
        """Counts a code or secret that was tried by somebody who has no link there; raises
        TooManyRequests after too many. (``str`` does nothing.)"""
        self._max_cached = max_cached
        self._cache: OrderedDict[int, TableState] = OrderedDict()
        self._lock = threading.Lock()
        self.write_locks = WriteLocks(one_writer=False)
        """Held while an entry of a table is judged and written."""
        self.append_locks = WriteLocks(one_writer=one_writer)
        """Held while a row is written: a database with one writer takes one row at a time."""
        self._loading = WriteLocks(one_writer=False, timeout=LOAD_TIMEOUT)
        self._unfinished: dict[int, object] = {}
        """What is being loaded; gone from here where the table's names or options change meanwhile."""
        self.confirmed_keys: LruCache[tuple[int, int, int], str] = LruCache(max_cached)
        """By (link, table, entry): the key of the tap that was told that this entry says the same."""

    def access(self, code: str, secret: str | None) -> Access:
        """What a secret gives access to at the table with this code. Raises NotFound.

        Whoever is no member of the table has made an attempt, which is counted.
        """
        try:
            access = resolve_link(self.store, code, secret)
        except NotFound:
            self.count_attempt(normalize_code(code))
            raise
        if access.member is None:
            self.count_attempt(access.code)
        return access

    def get_by_secret(self, secret: str) -> TableRecord:
        """The table that a live link's secret belongs to. Raises NotFound, which counts as an attempt."""
        table = self.store.find_record(digest=hash_secret(secret))
        if table is None:
            self.count_attempt(secret)
            raise NotFound("table.no_such_link")
        return table

    def load(self, table_id: int) -> TableState:
        """Return the table's current state, loading it from snapshot and log on a cache miss."""
        table = self._get(table_id)
        if table is None:
            return self._load_once(table_id, 0)
        rows = self.store.rows_after(table_id, table.version)
        newer = catch_up(self.store, table, rows) if rows else table
        if newer is None:
            return self._load_once(table_id, rows[-1].seq)
        self.replace_cached(table, newer)
        return newer

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
                    self._cache_state(table)
            return table

    def load_for(self, access: Access) -> TableState:
        """Return the table at the version that ``access`` saw, or newer; reads the log only on a miss."""
        table = self._get(access.table_id)
        if table is not None and table.code != access.code:
            self.evict(access.table_id)  # deleted, and its number given to another
            table = None
        if table is None or table.version < access.version:
            return self.load(access.table_id)
        return table

    def get_cached(self, table_id: int) -> TableState:
        """The state in memory, which may be out of date; the database is read only where there is none."""
        return self._get(table_id) or self.load(table_id)

    def replace_cached(self, before: TableState, after: TableState) -> None:
        """Cache what came of a cached state; not if that was evicted meanwhile: it may have older names."""
        with self._lock:
            if self._cache.get(before.id) is before:
                self._cache_state(after)

    def _cache_state(self, table: TableState) -> None:
        self._cache[table.id] = table
        self._cache.move_to_end(table.id)
        while len(self._cache) > self._max_cached:
            self._cache.popitem(last=False)

    @contextmanager
    def change(self, table_id: int) -> Iterator[TableRecord]:
        """The record of a table, to be changed by one at a time: kept for good and announced when the block
        ends without an exception. Raises NotFound where there is none.
        """
        with self.store.change(table_id) as record:
            before = deepcopy(record)
            yield record
        if record != before:
            self.evict_and_notify(table_id)

    def delete(self, table_id: int) -> None:
        """Forget a table for good."""
        self.store.delete(table_id)
        self.evict_and_notify(table_id)

    def evict_and_notify(self, table_id: int) -> None:
        """A table was changed otherwise than by ``change``: nobody goes on with what it was."""
        self.evict(table_id)
        self.notifier.notify_change(table_id)

    def evict(self, table_id: int) -> None:
        """Let a table go from memory whose names or options changed."""
        with self._lock:
            self._unfinished.pop(table_id, None)
            self._cache.pop(table_id, None)

    def clear(self) -> None:
        """Evict every table, when changes by other processes may have been missed."""
        with self._lock:
            self._unfinished.clear()
            self._cache.clear()

    def size(self) -> int:
        """Return the number of cached tables."""
        return len(self._cache)

    def _get(self, table_id: int) -> TableState | None:
        with self._lock:
            return self._cache.get(table_id)
