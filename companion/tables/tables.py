"""The tables of one process: the store, the cache, the locks and the notifier of phones."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy

from companion.tables.concurrency import LruCache, WriteLocks
from companion.tables.errors import NotFound
from companion.tables.links import Access, hash_secret, normalize_code, resolve_link
from companion.tables.state import TableState, catch_up, load_state
from companion.tables.table_store import TableRecord, TableStore

LOAD_TIMEOUT_SECONDS = 5.0


class Notifier:
    """Notifies phones and other processes of changes to tables. This base class notifies nobody."""

    def notify_entry(self, table: TableState) -> None:
        """Notify phones that an entry was stored. ``table`` is the table after the entry."""

    def notify_change(self, table_id: int) -> None:
        """Notify phones that a table's people, links or settings changed, or that it was deleted."""


class Tables:
    """Loads, caches and changes the tables of a store, and notifies phones of every change. Thread-safe."""

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
        """Counts a tried code or secret that gives no access, and raises TooManyRequests after too many."""
        self._cache: LruCache[int, TableState] = LruCache(max_cached)
        self._lock = threading.Lock()
        self.write_locks = WriteLocks(one_writer=False)
        """Held while an entry of a table is checked and written."""
        self.append_locks = WriteLocks(one_writer=one_writer)
        """Held while a row is written: a database with one writer takes one row at a time."""
        self._loading = WriteLocks(one_writer=False, timeout=LOAD_TIMEOUT_SECONDS)
        self._unfinished: dict[int, object] = {}
        """A token for each table that is being loaded. A change of the table removes the token."""
        self.confirmed_keys: LruCache[tuple[int, int, int], str] = LruCache(max_cached)
        """By (link, table, entry): the key of the queued entry that this entry confirmed."""

    def get_access(self, code: str, secret: str | None) -> Access:
        """Return what a secret allows at the table with this code. Raise NotFound if no table has the code.

        A wrong code or secret counts as a failed attempt, because attempts are limited.
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
        """Return the table of the link with this secret. If none, count a failure and raise NotFound."""
        table = self.store.find_record(digest=hash_secret(secret))
        if table is None:
            self.count_attempt(secret)
            raise NotFound("table.no_such_link")
        return table

    def load(self, table_id: int) -> TableState:
        """Return the table's current state. If it is not cached, its log is replayed."""
        table = self._cache.get(table_id)
        if table is None:
            return self._load_once(table_id)
        rows = self.store.rows_after(table_id, table.version)
        newer = catch_up(table, rows)
        self.replace_cached(table, newer)
        return newer

    def _load_once(self, table_id: int) -> TableState:
        with self._loading.acquire(table_id):
            table = self._cache.get(table_id)
            if table is not None:
                return table
            token = self._unfinished[table_id] = object()
            table = load_state(self.store, table_id)
            with self._lock:
                # If it was evicted meanwhile, it may have outdated names.
                if self._unfinished.pop(table_id, None) is token:
                    self._cache.put(table_id, table)
            return table

    def load_for_access(self, access: Access) -> TableState:
        """Return the table at the version of ``access`` or newer. Read the log only if needed."""
        table = self._cache.get(access.table_id)
        if table is not None and table.code != access.code:
            self.evict(access.table_id)  # deleted, and its id is reused
            table = None
        if table is None or table.version < access.version:
            return self.load(access.table_id)
        return table

    def get_cached_or_load(self, table_id: int) -> TableState:
        """Return the cached state, which may be out of date, or load the table if it is not cached."""
        return self._cache.get(table_id) or self.load(table_id)

    def replace_cached(self, before: TableState, after: TableState) -> None:
        """Cache ``after`` in place of ``before``, unless ``before`` is not cached any more."""
        with self._lock:
            if self._cache.get(before.id) is before:
                self._cache.put(after.id, after)

    @contextmanager
    def change(self, table_id: int) -> Iterator[TableRecord]:
        """Yield the record of a table, locked. After the block, store the changes and notify phones."""
        with self.store.change(table_id) as record:
            before = deepcopy(record)
            yield record
        if record != before:
            self.evict_and_notify(table_id)

    def delete(self, table_id: int) -> None:
        """Delete a table for good."""
        for changed_id in (*self.store.delete(table_id), table_id):
            self.evict_and_notify(changed_id)

    def evict_and_notify(self, table_id: int) -> None:
        """Remove a table from the cache and notify phones, after a change without ``Tables.change``."""
        self.evict(table_id)
        self.notifier.notify_change(table_id)

    def evict(self, table_id: int) -> None:
        """Remove a table from the cache, because its record changed."""
        with self._lock:
            self._unfinished.pop(table_id, None)
            self._cache.pop(table_id)

    def clear_cache(self) -> None:
        """Remove every table from the cache, because changes by other processes may have been missed."""
        with self._lock:
            self._unfinished.clear()
            self._cache.clear()

    def count_cached_tables(self) -> int:
        """Return the number of cached tables."""
        return len(self._cache.values())
