"""Writers take turns: those of one table, and where the database knows one writer alone, all of them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary

from companion.tables.answers import Busy

PATIENCE = 1.5
"""Seconds to wait for the writer before, who may hang in the database."""


class Turns:
    """The turns of one process. A write that hangs holds its own table, and nobody there for long."""

    def __init__(self, *, one_writer: bool = True) -> None:
        self._one_writer = one_writer
        self._locks: WeakValueDictionary[int, threading.Semaphore] = WeakValueDictionary()
        self._choosing = threading.Lock()

    @contextmanager
    def at(self, table_id: int) -> Iterator[None]:
        """Be the only writer of a table meanwhile; Busy where another does not come to an end."""
        lock = self._lock_of(0 if self._one_writer else table_id)
        if not lock.acquire(timeout=PATIENCE):
            raise Busy("table.busy")
        try:
            yield
        finally:
            lock.release()

    def _lock_of(self, number: int) -> threading.Semaphore:
        """Kept as long as somebody writes or waits."""
        with self._choosing:
            return self._locks.setdefault(number, threading.Semaphore())
