"""Streams of one process: an event is encoded once and put into each phone's bounded outbox."""

from __future__ import annotations

import queue
import threading
from collections import defaultdict

OUTBOX = 64
"""Events a slow phone may be behind; one that falls further is cut and comes back by itself."""

Outbox = queue.SimpleQueue[bytes | None]


class Hub:
    """Who listens to which table. Safe between threads and greenlets."""

    def __init__(self) -> None:
        self._outboxes: dict[int, set[Outbox]] = defaultdict(set)
        self._lock = threading.Lock()

    def join(self, table_id: int) -> Outbox:
        """A new outbox; None in it means that the stream is to end."""
        outbox: Outbox = queue.SimpleQueue()
        with self._lock:
            self._outboxes[table_id].add(outbox)
        return outbox

    def leave(self, table_id: int, outbox: Outbox) -> None:
        """The phone is gone."""
        with self._lock:
            self._outboxes[table_id].discard(outbox)
            if not self._outboxes[table_id]:
                del self._outboxes[table_id]

    def publish(self, table_id: int, event: bytes) -> None:
        """Hand one encoded event to every stream of a table."""
        with self._lock:
            outboxes = tuple(self._outboxes.get(table_id, ()))
        for outbox in outboxes:
            if outbox.qsize() < OUTBOX:
                outbox.put(event)
            else:
                self._cut(table_id, outbox)

    def tables(self) -> list[int]:
        """The tables that somebody listens to."""
        with self._lock:
            return list(self._outboxes)

    def close(self) -> None:
        """End every stream, so that the phones come back to the next process."""
        with self._lock:
            everybody = [(t, o) for t, outboxes in self._outboxes.items() for o in outboxes]
        for table_id, outbox in everybody:
            self._cut(table_id, outbox)

    def listening(self) -> int:
        """How many streams are open."""
        with self._lock:
            return sum(len(outboxes) for outboxes in self._outboxes.values())

    def _cut(self, table_id: int, outbox: Outbox) -> None:
        self.leave(table_id, outbox)
        while not outbox.empty():
            try:
                outbox.get_nowait()
            except queue.Empty:
                break
        outbox.put(None)
