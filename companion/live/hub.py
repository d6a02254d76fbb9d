"""The open event streams of one process, by table, and the updates between the processes on a database."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto

from flask import Flask
from sqlalchemy import text

from companion.store.connections import libpq_connection_string, make_connection_class, postgres_options
from companion.store.models import db
from companion.tables.table_store import StoreError
from companion.tables.tables import Tables


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

    def close_revoked_streams(self, table_id: int, live_links: Collection[int | None]) -> None:
        """End each stream of a table whose link is not in ``live_links``. None stands for no link."""
        for subscription, link_id in self._subscriptions_of(table_id).items():
            if link_id not in live_links:
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


CHANNEL_NAME = "companion"
_FIRST_RETRY_SECONDS, _MAX_RETRY_SECONDS = 0.2, 2.0
_TIMEOUT_SECONDS = 2.0
"""After this time without a message, the connection is tested; it must answer within the same time."""
_NOTIFY_STATEMENT = text("SELECT pg_notify(:channel, :message)")
log = logging.getLogger(__name__)


class Relay:
    """Exchanges updates with the other server processes by PostgreSQL's NOTIFY, in a thread per direction.

    A lost message does no harm: every process reads the log itself. While the connection is down, the
    process checks its tables every few seconds, and once more when the connection is back.
    """

    def __init__(
        self,
        app: Flask,
        tables: Tables,
        receive: Callable[[Tables, int, Update], None],
        publish_newest_versions: Callable[[], None],
    ) -> None:
        self._app_context, self._tables = app.app_context, tables
        self._receive_update, self._publish_newest = receive, publish_newest_versions
        self._url = str(app.config["SQLALCHEMY_DATABASE_URI"])
        self._process_id = secrets.token_hex(6)
        self._start_lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._stopped = False
        self._unsent: dict[int, Update] = {}
        self._changed = threading.Condition()
        self.connected = False

    def start(self) -> None:
        """Start the two threads that send and receive. Call it once in each process, after a fork."""
        with self._start_lock:
            if not self._threads and not self._stopped:
                for loop in (self._receive_loop, self._send_loop):
                    self._threads.append(threading.Thread(target=loop, name="relay", daemon=True))
                    self._threads[-1].start()

    def stop(self) -> None:
        """Stop sending and receiving. Wait until both threads have ended (about two seconds)."""
        with self._start_lock, self._changed:
            self._stopped = True
            self._changed.notify()
        for thread in self._threads:
            thread.join()

    def notify(self, table_id: int, update: Update) -> None:
        """Queue an update of a table for the other processes. Sending is retried until it succeeds."""
        with self._changed:
            self._unsent[table_id] = self._unsent.get(table_id, update).merge(update)
            self._changed.notify()

    def _send_loop(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._unsent or self._stopped)
                if self._stopped:
                    return
                table_id, update = next(iter(self._unsent.items()))
            try:
                self._send(table_id, update)
            except Exception as error:
                log.warning("relay: %s", type(error).__name__)
                time.sleep(_FIRST_RETRY_SECONDS)
                continue
            with self._changed:
                if self._unsent.get(table_id) == update:
                    del self._unsent[table_id]

    def _send(self, table_id: int, update: Update) -> None:
        with self._app_context(), db.engine.begin() as connection:
            message = f"{self._process_id} {table_id} {update.version} {int(update.people_changed)}"
            connection.execute(_NOTIFY_STATEMENT, {"channel": CHANNEL_NAME, "message": message})

    def _receive_loop(self) -> None:
        seconds = _FIRST_RETRY_SECONDS
        while not self._stopped:
            try:
                self._receive_until_stopped()
            except Exception as error:
                log.warning("relay: %s", type(error).__name__)
                seconds = _FIRST_RETRY_SECONDS if self.connected else min(seconds * 2, _MAX_RETRY_SECONDS)
            self.connected = False
            with suppress(StoreError):
                self._publish_newest_versions()
            time.sleep(seconds)

    def _publish_newest_versions(self) -> None:
        with self._app_context():
            self._publish_newest()

    def _receive_until_stopped(self) -> None:
        driver = make_connection_class(_TIMEOUT_SECONDS)
        address = libpq_connection_string(self._url)
        with driver.connect(address, autocommit=True, **postgres_options(_TIMEOUT_SECONDS)) as connection:
            connection.execute(f"LISTEN {CHANNEL_NAME}")
            self._tables.clear_cache()
            self.connected = True
            self._publish_newest_versions()
            while not self._stopped:
                for message in connection.notifies(timeout=_TIMEOUT_SECONDS):
                    self._receive_message(message.payload)
                connection.execute("SELECT 1")

    def _receive_message(self, payload: str) -> None:
        sender, table_id, version, people_changed = payload.split(" ")
        if sender == self._process_id:
            return
        update = Update(int(version), people_changed == "1")
        if update.people_changed:
            self._tables.evict(int(table_id))
        with self._app_context():
            self._receive_update(self._tables, int(table_id), update)
