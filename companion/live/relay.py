"""Between processes: what one process writes, the streams of all others hear of, by PostgreSQL's NOTIFY.

The relay is a shortcut, never the truth: every process reads the log itself. While its line is cut, the
logs that somebody listens to are looked at every few seconds, and once more when it is back.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sqlalchemy import text

from companion.store.connections import connection_with_timeout, postgres_options
from companion.tables.ports import StoreError
from companion.tables.tables import Tables

CHANNEL = "companion"
_FIRST_WAIT, _LONGEST_WAIT = 0.2, 2.0
_SILENCE = 2.0
"""Seconds without news after which the line is tried, and within which it must answer."""
_TELL = text("SELECT pg_notify(:channel, :told)")
log = logging.getLogger(__name__)

Heard = Callable[[int, int, bool], None]
"""Called with (table, version, again) for what another process tells."""
News = tuple[int, bool]
"""The newest version to tell of a table, and whether to look at the same version anew."""


class Relay:
    """Two lines of a process, each in a thread of its own (a greenlet where gevent serves): one listens,
    one tells. ``look`` is called whenever news may have been missed.
    """

    def __init__(
        self,
        url: str,
        engine: Callable[[], Any],
        tables: Tables,
        heard: Heard,
        look: Callable[[], None],
    ) -> None:
        self._url, self._engine, self._tables = url, engine, tables
        self._heard, self._look = heard, look
        self._me = secrets.token_hex(6)
        self._started = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._stopped = False
        self._untold: dict[int, News] = {}
        self._news = threading.Condition()
        self.connected = False

    def start(self) -> None:
        """Listen and tell from now on; once a process, after it was forked."""
        with self._started:
            if not self._threads and not self._stopped:
                for work in (self._listening, self._telling):
                    self._threads.append(threading.Thread(target=work, name="relay", daemon=True))
                    self._threads[-1].start()

    def stop(self) -> None:
        """End both lines for good and wait until their connections are given back (about two seconds)."""
        with self._started, self._news:
            self._stopped = True
            self._news.notify()
        for thread in self._threads:
            thread.join()

    def notify(self, table_id: int, version: int, again: bool = False) -> None:
        """Let the other processes know, soon and until the database has taken it."""
        with self._news:
            newest, look = self._untold.get(table_id, (0, False))
            self._untold[table_id] = (max(newest, version), look or again)
            self._news.notify()

    def _telling(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._untold or self._stopped)
                if self._stopped:
                    return
                table_id, news = next(iter(self._untold.items()))
            try:
                self._notify(table_id, *news)
            except Exception as error:
                log.warning("relay: %s", type(error).__name__)
                time.sleep(_FIRST_WAIT)
                continue
            with self._news:
                if self._untold.get(table_id) == news:
                    del self._untold[table_id]

    def _notify(self, table_id: int, version: int, again: bool) -> None:
        with self._engine().begin() as connection:
            told = f"{self._me} {table_id} {version} {int(again)}"
            connection.execute(_TELL, {"channel": CHANNEL, "told": told})

    def _listening(self) -> None:
        wait = _FIRST_WAIT
        while not self._stopped:
            try:
                self._listen()
            except Exception as error:
                log.warning("relay: %s", type(error).__name__)
                wait = _FIRST_WAIT if self.connected else min(wait * 2, _LONGEST_WAIT)
            self.connected = False
            with suppress(StoreError):
                self._look()
            time.sleep(wait)

    def _listen(self) -> None:
        line = connection_with_timeout(_SILENCE)
        with line.connect(self._url, autocommit=True, **postgres_options(_SILENCE)) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._tables.clear()
            self.connected = True
            self._look()
            while not self._stopped:
                for told in connection.notifies(timeout=_SILENCE):
                    self._hear(told.payload)
                connection.execute("SELECT 1")

    def _hear(self, payload: str) -> None:
        sender, table_id, version, again = payload.split(" ")
        if sender == self._me:
            return
        if again == "1":
            self._tables.evict(int(table_id))
        self._heard(int(table_id), int(version), again == "1")
