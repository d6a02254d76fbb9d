"""Streams of one process: each has an outbox with the newest news of its table."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, auto


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
    """The newest that one stream has yet to say: a slow phone skips what came before. Nothing follows an
    End."""

    def __init__(self) -> None:
        self._newest: News | End | None = None
        self._lock = threading.Lock()
        self._there = threading.Event()

    def put(self, news: News | End) -> None:
        """Put what is new in the place of what waits."""
        with self._lock:
            before = self._newest
            if isinstance(before, News) and isinstance(news, News):
                news = News(max(before.version, news.version), before.again or news.again)
            if not isinstance(before, End):
                self._newest = news
        self._there.set()

    def get(self, patience: float) -> News | End | None:
        """What waits; None after so many seconds of silence."""
        self._there.wait(patience)
        with self._lock:
            self._there.clear()
            newest, self._newest = self._newest, None
        return newest


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
            outbox.put(news)

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
        outbox.put(end)
