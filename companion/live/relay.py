"""Between processes: what one process writes, the streams of all others hear of, by PostgreSQL's NOTIFY.

The relay is a shortcut, never the truth: every process reads the log itself. While the relay is away,
streams look at the log every two seconds; when it is back, everything held is looked at anew.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import text

from companion.tables.desk import Desk

CHANNEL = "companion"
_FIRST_WAIT, _LONGEST_WAIT = 0.2, 5.0
_TELL = text("SELECT pg_notify(:channel, :told)")
log = logging.getLogger(__name__)

Heard = Callable[[int, int, bool], None]
"""Called with (table, version, again) for what another process tells."""


class Relay:
    """One listening connection a process, in a thread of its own (a greenlet where gevent serves)."""

    def __init__(self, url: str, engine: Callable[[], Any], desk: Desk, heard: Heard) -> None:
        self._url, self._engine, self._desk, self._heard = url, engine, desk, heard
        self._me = secrets.token_hex(6)
        self._started = threading.Lock()
        self._running = False
        self.connected = False

    def start(self) -> None:
        """Listen from now on; once a process, after it was forked."""
        with self._started:
            if not self._running:
                self._running = True
                threading.Thread(target=self._run, name="relay", daemon=True).start()

    def tell(self, table_id: int, version: int, again: bool = False) -> None:
        """Let the other processes know; lost where the database is away, for their streams look anyway."""
        try:
            with self._engine().begin() as connection:
                told = f"{self._me} {table_id} {version} {int(again)}"
                connection.execute(_TELL, {"channel": CHANNEL, "told": told})
        except Exception as error:
            log.warning("relay: %s", type(error).__name__)

    def _run(self) -> None:
        wait = _FIRST_WAIT
        while True:
            try:
                self._listen()
            except Exception as error:
                log.warning("relay: %s", type(error).__name__)
                wait = _FIRST_WAIT if self.connected else min(wait * 2, _LONGEST_WAIT)
            self.connected = False
            time.sleep(wait)

    def _listen(self) -> None:
        import psycopg

        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._desk.clear()
            self.connected = True
            for told in connection.notifies():
                self._hear(told.payload)

    def _hear(self, payload: str) -> None:
        sender, table_id, version, again = payload.split(" ")
        if sender == self._me:
            return
        if again == "1":
            self._desk.forget(int(table_id), tell=False)
        self._heard(int(table_id), int(version), again == "1")
