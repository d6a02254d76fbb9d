"""How connections to the database are made: durable on SQLite, never waiting for long on PostgreSQL; and
how one process at a time brings it up to date, while who comes meanwhile waits and finds it done.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import event, text
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.pool import Pool

from companion.store.backups import database_file

if TYPE_CHECKING:
    import psycopg

CONNECT_TIMEOUT_SECONDS = 2
"""How long a new connection to PostgreSQL may take (the least that libpq knows)."""
SQLITE_BUSY_TIMEOUT_MS = 1000
"""Milliseconds to wait for another process that writes; nobody else of this process is served meanwhile."""


def engine_options(url: str, answer_timeout: float) -> dict[str, Any]:
    """Return the options of SQLAlchemy's engine for a database URL.

    ``answer_timeout`` is the number of seconds after which a PostgreSQL server that says nothing counts as
    away: a statement is given up by the server, a silent line by this side.
    """
    pool = {"pool_size": 20, "max_overflow": 40, "pool_timeout": 2}
    if not url.startswith("postgresql"):
        return pool
    return {**pool, "connect_args": {**postgres_options(answer_timeout), "answer_timeout": answer_timeout}}


def postgres_options(answer_timeout: float) -> dict[str, Any]:
    """Return libpq's parameters: give up on a server, a statement or a line that does not answer.

    The server in turn gives up a write whose end does not come: else a line that fell silent between an
    entry and its commit would keep the entry's number, and with it the table, for hours. It has twice the
    answer_timeout, since a long page may be drawn between two looks.
    """
    most = int(answer_timeout * 1000)
    return {
        "connect_timeout": CONNECT_TIMEOUT_SECONDS,
        "tcp_user_timeout": most,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 2,
        "options": f"-c statement_timeout={most} -c idle_in_transaction_session_timeout={2 * most}",
    }


def libpq_string(url: str) -> str:
    """Return libpq's connection string for SQLAlchemy's URL: the two write several hosts differently."""
    from psycopg.conninfo import make_conninfo

    address = make_url(url)
    _, parameters = address.get_dialect()().create_connect_args(address)
    return make_conninfo(**parameters)


def connection_with_timeout(answer_timeout: float) -> type[psycopg.Connection[Any]]:
    """Return a class of connections that are closed when the server is silent for so many seconds.

    Timeouts of the server and of TCP do not notice a middlebox that takes every packet and passes on
    none: only this side knows how long it has waited.
    """
    import psycopg
    from psycopg.pq import TransactionStatus

    class ImpatientConnection(psycopg.Connection[Any]):
        def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
            try:
                return super().wait(gen, interval, answer_timeout if timeout is None else timeout)
            except psycopg.OperationalError:
                if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                    self.pgconn.finish()  # still no answer: whatever comes now belongs to nobody
                raise

        def rollback(self) -> None:
            """Take back what is open. What a session had open that the server ended is taken back there."""
            try:
                super().rollback()
            except psycopg.Error:
                self.pgconn.finish()

    return ImpatientConnection


@event.listens_for(Engine, "do_connect")
def _impatient(dialect: Any, record: object, arguments: Any, parameters: dict[str, Any]) -> Any:
    """PostgreSQL: connect with the class that does not wait for ever."""
    answer_timeout = parameters.pop("answer_timeout", None)
    if answer_timeout is None:
        return None
    return connection_with_timeout(answer_timeout).connect(*arguments, **parameters)


@event.listens_for(Engine, "do_connect")
def _private(dialect: Any, record: object, arguments: Any, parameters: object) -> None:
    """SQLite: the file is its owner's alone, as names and logs are in it; so is what lies beside it. It may
    not be there yet; a file of somebody else's, and a database in memory, stay as they are.
    """
    if dialect.name != "sqlite" or arguments[0].startswith((":memory:", "file:")):
        return
    database = Path(arguments[0])
    with suppress(OSError):
        os.close(os.open(database, os.O_CREAT | os.O_RDWR, 0o600))
        for file in (database, Path(f"{database}-wal"), Path(f"{database}-shm")):
            if file.exists() and file.stat().st_mode & 0o077:
                file.chmod(0o600)


@event.listens_for(Pool, "checkin")
def _put_away(connection: Any, record: Any) -> None:
    """A connection that was lost is not lent again."""
    if connection is not None and getattr(connection, "closed", False):
        record.invalidate()


@event.listens_for(Engine, "connect")
def _durable(connection: Any, record: object) -> None:
    """SQLite: a write-ahead log, flushed at each commit, so that an answered entry survives a power cut."""
    if type(connection).__module__.startswith("sqlite3"):
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA secure_delete=ON")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute(f"PRAGMA busy_timeout={SQLITE_BUSY_TIMEOUT_MS}")
        cursor.close()


_LOCK = 7_306_120_317
"""Any number: PostgreSQL's locks of this kind are called by numbers, and nobody else here takes one."""


@contextmanager
def migration_lock(engine: Engine, timeout: float) -> Iterator[None]:
    """Hold the right to change the form of a database, for all processes and hosts that use it.

    Waits for so many seconds; raises a DBAPI error afterwards.
    """
    database = database_file(engine.url)
    if engine.dialect.name == "postgresql":
        with engine.connect() as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            yield  # and the lock ends with this transaction, however that ends
    elif database is None:
        yield
    else:  # migrations lock the database themselves; SQLite's lock of a file is the same on every system
        with closing(sqlite3.connect(f"{database}.migrating", timeout=timeout)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            yield
            connection.rollback()
