"""Locks for those who write, and yielding within long work, so that others are answered meanwhile."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar
from weakref import WeakValueDictionary

from companion.tables.errors import Unavailable

T = TypeVar("T")

YIELD_INTERVAL = 8
"""Of long work, items that are done in one piece."""

LOCK_TIMEOUT = 1.5
"""Seconds that somebody waits, in line and for the writer before, who may hang in the database."""
_came: ContextVar[float | None] = ContextVar("came", default=None)


def start_wait_timer() -> None:
    """Count what this greenlet or thread waits from now on as one."""
    _came.set(time.monotonic())


def reset_wait_timer() -> None:
    """Whoever writes now waits on no account of an earlier one."""
    _came.set(None)


def waited_seconds() -> float:
    """Seconds since ``start_wait_timer``; none where nobody counts."""
    came = _came.get()
    return 0.0 if came is None else time.monotonic() - came


def yield_control() -> None:
    """Let other greenlets and threads run; called within long work, which would block the whole process."""
    time.sleep(0)


def yielding_control(items: Iterable[T]) -> Iterator[T]:
    """Yield the items, and call ``yield_control`` after every ``YIELD_INTERVAL`` of them."""
    for number, item in enumerate(items, 1):
        yield item
        if number % YIELD_INTERVAL == 0:
            yield_control()


class WriteLocks:
    """The write locks of one process: one a table, or one for all where the database has one writer."""

    def __init__(self, *, one_writer: bool = True, timeout: float = LOCK_TIMEOUT) -> None:
        self._only = threading.Lock() if one_writer else None
        self._timeout = timeout
        self._locks: WeakValueDictionary[int, threading.Lock] = WeakValueDictionary()
        self._choosing = threading.Lock()

    @contextmanager
    def acquire(self, table_id: int) -> Iterator[None]:
        """Hold the table's write lock for the block.

        Raises Unavailable after ``timeout`` seconds, those that were waited in line among them.
        """
        lock = self._only or self._lock_of(table_id)
        if not lock.acquire(timeout=max(0.0, self._timeout - waited_seconds())):
            raise Unavailable("table.busy")
        try:
            yield
        finally:
            lock.release()

    def _lock_of(self, table_id: int) -> threading.Lock:
        """The lock of a table, which is there as long as somebody writes or waits."""
        with self._choosing:
            return self._locks.setdefault(table_id, threading.Lock())
