"""Write locks for tables, and yielding to other greenlets during long work."""

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar
from weakref import WeakValueDictionary

from companion.tables.errors import Unavailable

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
