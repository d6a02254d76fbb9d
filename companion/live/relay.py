"""Sends updates of tables to the other processes on the same database, by PostgreSQL's NOTIFY.

A lost message does no harm: every process reads the log itself. While the connection is down, the process
checks its tables every few seconds, and once more when the connection is back.
"""

import logging
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from flask import Flask
from sqlalchemy import text

from companion.live.hub import Update
from companion.store.connections import libpq_connection_string, make_connection_class, postgres_options
from companion.store.models import db
from companion.tables.table_store import StoreError
from companion.tables.tables import Tables

CHANNEL_NAME = "companion"
_FIRST_RETRY_SECONDS, _MAX_RETRY_SECONDS = 0.2, 2.0
_TIMEOUT_SECONDS = 2.0
"""After this time without a message, the connection is tested; it must answer within the same time."""
_NOTIFY_STATEMENT = text("SELECT pg_notify(:channel, :message)")
log = logging.getLogger(__name__)


class Relay:
    """Exchanges updates with the other server processes, in one thread (or greenlet) per direction."""

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
