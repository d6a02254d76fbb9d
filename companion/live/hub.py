"""Streams of one process: what is new at a table is put into each phone's bounded outbox."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, auto

OUTBOX = 64
"""Events a slow phone may be behind; one that falls further is cut and comes back by itself."""


@dataclass(frozen=True, slots=True)
class News:
    """What a stream hears of its table; it says it in its own way."""

    version: int
    again: bool = False
    """Its people or their links changed, the version may be the same."""


class End(Enum):
    """Why a stream is to end."""

    COME_BACK = auto()
    REVOKED = auto()
    """Its link was ended."""


class Outbox:
    """What one stream has yet to say, oldest first; nothing comes after an End."""

    def __init__(self) -> None:
        self._waiting: list[News | End] = []
        self._there = threading.Event()

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, news: News | End) -> None:
        """Add what is new."""
        self._waiting.append(news)
        self._there.set()

    def get(self, patience: float) -> News | End | None:
        """The oldest that waits; None after so many seconds of silence, or sooner."""
        self._there.wait(patience)
        self._there.clear()
        oldest = self._waiting.pop(0) if self._waiting else None
        if self._waiting:
            self._there.set()
        return oldest

    def clear(self) -> None:
        """Leave unsaid what waits."""
        self._waiting.clear()


class Hub:
    """The open event streams by table and link. Safe between threads and greenlets."""

    def __init__(self) -> None:
        self._outboxes: dict[int, dict[Outbox, int | None]] = defaultdict(dict)
        self._lock = threading.Lock()

    def subscribe(self, table_id: int, link_id: int | None = None) -> Outbox:
        """A new outbox for a stream."""
        outbox = Outbox()
        with self._lock:
            self._outboxes[table_id][outbox] = link_id
        return outbox

    def unsubscribe(self, table_id: int, outbox: Outbox) -> None:
        """Remove an outbox whose phone has disconnected."""
        with self._lock:
            self._outboxes[table_id].pop(outbox, None)
            if not self._outboxes[table_id]:
                del self._outboxes[table_id]

    def publish(self, table_id: int, news: News) -> None:
        """Hand news to every stream of a table."""
        for outbox in self._of(table_id):
            if len(outbox) < OUTBOX:
                outbox.put(news)
            else:
                self._cut(table_id, outbox, End.COME_BACK)

    def close_revoked(self, table_id: int, live: Collection[int]) -> None:
        """End the streams of links that are no longer live."""
        for outbox, link_id in self._of(table_id).items():
            if link_id is not None and link_id not in live:
                self._cut(table_id, outbox, End.REVOKED)

    def links(self) -> list[tuple[int, int]]:
        """The table and the link of every stream that is opened with a link."""
        with self._lock:
            return [
                (table_id, link_id)
                for table_id, outboxes in self._outboxes.items()
                for link_id in outboxes.values()
                if link_id is not None
            ]

    def tables(self) -> list[int]:
        """The tables that somebody listens to."""
        with self._lock:
            return list(self._outboxes)

    def close(self) -> None:
        """End every stream, so that the phones come back to the next process."""
        for table_id in self.tables():
            for outbox in self._of(table_id):
                self._cut(table_id, outbox, End.COME_BACK)

    def stream_count(self) -> int:
        """How many streams are open."""
        with self._lock:
            return sum(len(outboxes) for outboxes in self._outboxes.values())

    def _of(self, table_id: int) -> dict[Outbox, int | None]:
        with self._lock:
            return dict(self._outboxes.get(table_id, {}))

    def _cut(self, table_id: int, outbox: Outbox, end: End) -> None:
        self.unsubscribe(table_id, outbox)
        outbox.clear()
        outbox.put(end)
