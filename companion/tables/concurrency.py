"""Write locks for tables, a cache that threads share, and yielding to others during long work."""

import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from companion.tables.errors import Unavailable

K = TypeVar("K")
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """A mapping of at most ``max_size`` values that evicts the least recently used one.

    >>> cache = LruCache[str, int](max_size=1)
    >>> cache.put("a", 1)
    >>> cache.put("b", 2)
    >>> cache.get("a"), cache.get("b")
    (None, 2)
    """

    def __init__(self, max_size: int) -> None:
        self._max_size = max_size
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        """Return the value of a key, or None. The value is now the most recently used one."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: K, value: V) -> None:
        """Store a value. Evict the least recently used one if there are too many."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._max_size:
                self._values.popitem(last=False)

    def pop(self, key: K) -> None:
        """Remove the value of a key, if there is one."""
        with self._lock:
            self._values.pop(key, None)

    def values(self) -> list[V]:
        """Return all values, the least recently used first."""
        with self._lock:
            return list(self._values.values())

    def clear(self) -> None:
        """Evict every value."""
        with self._lock:
            self._values.clear()


T = TypeVar("T")

ITEMS_PER_YIELD = 8
"""Items of long work between two yields."""

LOCK_TIMEOUT_SECONDS = 1.5
"""Seconds to wait for a write lock, including the time that the request waited before."""
_wait_started: ContextVar[float | None] = ContextVar("came", default=None)


def start_wait_timer() -> None:
    """Start measuring how long this request waits. Write locks deduct this time from their timeout."""
    _wait_started.set(time.monotonic())


def stop_wait_timer() -> None:
    """Stop the timer at the end of a request, because the next request may use the same thread."""
    _wait_started.set(None)


def waited_seconds() -> float:
    """Return the seconds since ``start_wait_timer``, or 0 if the timer does not run."""
    started = _wait_started.get()
    return 0.0 if started is None else time.monotonic() - started


def yield_control() -> None:
    """Let other greenlets and threads run for a moment. Long work calls this now and then."""
    time.sleep(0)


def yielding_control(items: Iterable[T]) -> Iterator[T]:
    """Yield the items, and call ``yield_control`` after every ``ITEMS_PER_YIELD`` of them."""
    for number, item in enumerate(items, 1):
        yield item
        if number % ITEMS_PER_YIELD == 0:
            yield_control()


class WriteLocks:
    """The write locks of a process: one for each table, or only one if the database allows one writer."""

    def __init__(self, *, one_writer: bool = True, timeout: float = LOCK_TIMEOUT_SECONDS) -> None:
        self._one_writer = one_writer
        self._timeout = timeout
        self._locks: WeakValueDictionary[int, threading.Lock] = WeakValueDictionary()
        self._choosing = threading.Lock()

    @contextmanager
    def acquire(self, table_id: int) -> Iterator[None]:
        """Hold the table's write lock for the block.

        Raise Unavailable if the lock is not free within the timeout, from which ``waited_seconds`` is
        deducted.
        """
        with self._choosing:  # a lock exists as long as somebody holds it or waits for it
            lock = self._locks.setdefault(0 if self._one_writer else table_id, threading.Lock())
        if not lock.acquire(timeout=max(0.0, self._timeout - waited_seconds())):
            raise Unavailable("table.busy")
        try:
            yield
        finally:
            lock.release()
