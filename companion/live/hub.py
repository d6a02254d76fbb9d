"""Registers the open event streams of one process, by table."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, auto


@dataclass(frozen=True, slots=True)
class Update:
    """What changed at a table: its newest version, and whether its people or links changed."""

    version: int
    people_changed: bool = False
    """Whether people or links of the table changed. The version may be the same as before."""

    def merge(self, other: Update) -> Update:
        """Return one update that replaces both this update and ``other``."""
        return Update(max(self.version, other.version), self.people_changed or other.people_changed)


class StreamEnd(Enum):
    """Why the server ends a stream: the phone must reconnect, or its link was revoked."""

    RECONNECT = auto()
    REVOKED = auto()


class Subscription:
    """The mailbox of one event stream. It keeps only the newest update: a slow phone skips older ones."""

    def __init__(self) -> None:
        self._newest: Update | StreamEnd | None = None
        self._lock = threading.Lock()
        self._available = threading.Event()
        self._waiting_since = 0.0

    def put(self, update: Update | StreamEnd) -> None:
        """Store an update, merged with an older unsent one. A ``StreamEnd`` is never replaced."""
        with self._lock:
            before = self._newest
            if before is None:
                self._waiting_since = time.monotonic()
            if isinstance(before, Update) and isinstance(update, Update):
                update = before.merge(update)
            if not isinstance(before, StreamEnd):
                self._newest = update
        self._available.set()

    def get(self, timeout: float) -> Update | StreamEnd | None:
        """Wait for an update or the end, remove and return it; None after ``timeout`` seconds."""
        self._available.wait(timeout)
        with self._lock:
            self._available.clear()
            newest, self._newest = self._newest, None
        return newest

    def seconds_behind(self, now: float) -> float:
        """Return how many seconds the unsent update has waited at the monotonic time ``now``; 0 if none."""
        return 0.0 if self._newest is None else max(0.0, now - self._waiting_since)


class Hub:
    """The open streams (subscriptions) of a process, by table. Safe between threads and greenlets."""

    def __init__(self) -> None:
        self._subscriptions: dict[int, dict[Subscription, int | None]] = defaultdict(dict)
        self._lock = threading.Lock()

    def subscribe(self, table_id: int, link_id: int | None = None) -> Subscription:
        """Return a new subscription to a table. ``link_id`` is the link that opened the stream, if any."""
        subscription = Subscription()
        with self._lock:
            self._subscriptions[table_id][subscription] = link_id
        return subscription

    def unsubscribe(self, table_id: int, subscription: Subscription) -> None:
        """Remove a subscription whose phone has disconnected."""
        with self._lock:
            self._subscriptions[table_id].pop(subscription, None)
            if not self._subscriptions[table_id]:
                del self._subscriptions[table_id]

    def publish(self, table_id: int, update: Update) -> None:
        """Pass an update on to every stream of a table."""
        for subscription in self._subscriptions_of(table_id):
            subscription.put(update)

    def close_revoked_streams(self, table_id: int, live_links: Collection[int]) -> None:
        """End each stream of a table whose link is not in ``live_links``. One without a link stays open."""
        for subscription, link_id in self._subscriptions_of(table_id).items():
            if link_id is not None and link_id not in live_links:
                self._end_stream(table_id, subscription, StreamEnd.REVOKED)

    def stream_links(self) -> list[tuple[int, int]]:
        """Return (table id, link id) of every stream that was opened with a link."""
        with self._lock:
            return [
                (table_id, link_id)
                for table_id, subscriptions in self._subscriptions.items()
                for link_id in subscriptions.values()
                if link_id is not None
            ]

    def table_ids(self) -> list[int]:
        """Return the ids of the tables that have a stream."""
        with self._lock:
            return list(self._subscriptions)

    def close(self) -> None:
        """End every stream of this process, so that the phones connect to another process."""
        for table_id in self.table_ids():
            for subscription in self._subscriptions_of(table_id):
                self._end_stream(table_id, subscription, StreamEnd.RECONNECT)

    def stream_count(self) -> int:
        """Return the number of open streams."""
        with self._lock:
            return sum(len(subscriptions) for subscriptions in self._subscriptions.values())

    def seconds_behind(self) -> float:
        """Return how many seconds the oldest unsent update of all streams has waited; 0 if none waits."""
        with self._lock:
            waiting = [one for subscriptions in self._subscriptions.values() for one in subscriptions]
        now = time.monotonic()
        return max((one.seconds_behind(now) for one in waiting), default=0.0)

    def _subscriptions_of(self, table_id: int) -> dict[Subscription, int | None]:
        with self._lock:
            return dict(self._subscriptions.get(table_id, {}))

    def _end_stream(self, table_id: int, subscription: Subscription, end: StreamEnd) -> None:
        self.unsubscribe(table_id, subscription)
        subscription.put(end)
