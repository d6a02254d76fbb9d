"""Between processes: what one process writes, the streams of all others hear of, by PostgreSQL's NOTIFY.

The relay is a shortcut, never the truth: every process reads the log itself. While its line is cut, the
logs that somebody listens to are looked at every few seconds, and once more when it is back.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from contextlib import suppress

from flask import Flask
from sqlalchemy import text

from companion.live.hub import News
from companion.live.streams import Streams
from companion.store import db
from companion.store.connections import connection_with_timeout, libpq_string, postgres_options
from companion.tables.ports import StoreError
from companion.tables.tables import Tables

CHANNEL = "companion"
_FIRST_WAIT, _LONGEST_WAIT = 0.2, 2.0
_SILENCE = 2.0
"""Seconds without news after which the line is tried, and within which it must answer."""
_TELL = text("SELECT pg_notify(:channel, :message)")
log = logging.getLogger(__name__)


class Relay:
    """Two lines of a process, each in a thread of its own (a greenlet where gevent serves): one listens,
    one tells. All streams look at their tables whenever news may have been missed.
    """

    def __init__(self, app: Flask, streams: Streams, tables: Tables) -> None:
        self._app_context, self._streams, self._tables = app.app_context, streams, tables
        self._url = str(app.config["SQLALCHEMY_DATABASE_URI"])
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
            before = self._untold.get(table_id, News(0))
            self._untold[table_id] = News(max(before.version, version), before.again or again)
            self._news.notify()

    def _telling(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._untold or self._stopped)
                if self._stopped:
                    return
                table_id, news = next(iter(self._untold.items()))
            try:
                self._notify(table_id, news)
            except Exception as error:
                log.warning("relay: %s", type(error).__name__)
                time.sleep(_FIRST_WAIT)
                continue
            with self._news:
                if self._untold.get(table_id) == news:
                    del self._untold[table_id]

    def _notify(self, table_id: int, news: News) -> None:
        with self._app_context(), db.engine.begin() as connection:
            message = f"{self._me} {table_id} {news.version} {int(news.again)}"
            connection.execute(_TELL, {"channel": CHANNEL, "message": message})

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

    def _look(self) -> None:
        with self._app_context():
            self._streams.look_at_all()

    def _listen(self) -> None:
        line = connection_with_timeout(_SILENCE)
        address = libpq_string(self._url)
        with line.connect(address, autocommit=True, **postgres_options(_SILENCE)) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._tables.clear()
            self.connected = True
            self._look()
            while not self._stopped:
                for message in connection.notifies(timeout=_SILENCE):
                    self._hear(message.payload)
                connection.execute("SELECT 1")

    def _hear(self, payload: str) -> None:
        sender, table_id, version, again = payload.split(" ")
        if sender == self._me:
            return
        if again == "1":
            self._tables.evict(int(table_id))
        with self._app_context():
            self._streams.relayed(self._tables, int(table_id), int(version), again=again == "1")
