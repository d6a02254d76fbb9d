"""Database connections: settings, the causes of errors, and locks of the whole database."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask, current_app
from sqlalchemy import event, text
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.pool import Pool

from companion.store.backups import database_file
from companion.tables.table_store import StoreError, StoreErrorCause

if TYPE_CHECKING:
    import psycopg

CONNECT_TIMEOUT_SECONDS = 2
"""Timeout of a new PostgreSQL connection (the minimum of libpq)."""
SQLITE_BUSY_TIMEOUT_MS = 1000
"""Milliseconds to wait for another process that writes. This blocks the whole process."""


def engine_options(url: str, answer_timeout: float) -> dict[str, Any]:
    """Return SQLAlchemy's engine options. PostgreSQL has to answer within ``answer_timeout`` seconds."""
    pool = {"pool_size": 20, "max_overflow": 40, "pool_timeout": 2}
    if not url.startswith("postgresql"):
        return pool
    return {**pool, "connect_args": {**postgres_options(answer_timeout), "answer_timeout": answer_timeout}}


def postgres_options(answer_timeout: float) -> dict[str, Any]:
    """Return libpq's parameters, with timeouts for connecting, statements and dead connections.

    The server also ends a transaction that is idle for twice ``answer_timeout`` seconds: otherwise a
    connection lost between an insert and its commit would lock the table for hours.
    """
    limit_ms = int(answer_timeout * 1000)
    return {
        "connect_timeout": CONNECT_TIMEOUT_SECONDS,
        "tcp_user_timeout": limit_ms,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 2,
        "options": f"-c statement_timeout={limit_ms} -c idle_in_transaction_session_timeout={2 * limit_ms}",
    }


def libpq_connection_string(url: str) -> str:
    """Return libpq's connection string for a SQLAlchemy URL, which writes several hosts differently."""
    from psycopg.conninfo import make_conninfo

    address = make_url(url)
    _, parameters = address.get_dialect()().create_connect_args(address)
    return make_conninfo(**parameters)


def make_connection_class(answer_timeout: float) -> type[psycopg.Connection[Any]]:
    """Return a class of connections that close if the server is silent for ``answer_timeout`` seconds.

    Timeouts of the server and of TCP do not help if a middlebox accepts all packets and forwards none.
    """
    import psycopg
    from psycopg.pq import TransactionStatus

    class ConnectionWithTimeout(psycopg.Connection[Any]):
        def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
            try:
                return super().wait(gen, interval, answer_timeout if timeout is None else timeout)
            except psycopg.OperationalError:
                if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                    self.pgconn.finish()  # a late response must not be taken for that of the next query
                raise

        def rollback(self) -> None:
            """Roll back, or close a lost connection, for which the server rolls back by itself."""
            try:
                super().rollback()
            except psycopg.Error:
                self.pgconn.finish()

    return ConnectionWithTimeout


@event.listens_for(Engine, "do_connect")
def _connect_with_timeout(dialect: Any, record: object, arguments: Any, parameters: dict[str, Any]) -> Any:
    answer_timeout = parameters.pop("answer_timeout", None)
    if answer_timeout is None:
        return None
    return make_connection_class(answer_timeout).connect(*arguments, **parameters)


@event.listens_for(Engine, "do_connect")
def _restrict_file_access(dialect: Any, record: object, arguments: Any, parameters: object) -> None:
    """SQLite: let only the owner read the database and its WAL file, also when the database is new."""
    if dialect.name != "sqlite" or arguments[0].startswith((":memory:", "file:")):
        return
    database = Path(arguments[0])
    with suppress(OSError):
        os.close(os.open(database, os.O_CREAT | os.O_RDWR, 0o600))
        for file in (database, Path(f"{database}-wal"), Path(f"{database}-shm")):
            if file.exists() and file.stat().st_mode & 0o077:
                file.chmod(0o600)


@event.listens_for(Pool, "checkin")
def _invalidate_closed(connection: Any, record: Any) -> None:
    if connection is not None and getattr(connection, "closed", False):
        record.invalidate()


@event.listens_for(Engine, "connect")
def _set_pragmas(connection: Any, record: object) -> None:
    """SQLite: use a write-ahead log that is flushed at each commit, so that entries survive a power cut."""
    if type(connection).__module__.startswith("sqlite3"):
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA secure_delete=ON")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute(f"PRAGMA busy_timeout={SQLITE_BUSY_TIMEOUT_MS}")
        cursor.close()


_MIGRATION_LOCK_ID = 7_306_120_317
"""An arbitrary id for PostgreSQL's advisory lock. Nothing else here uses one."""


@contextmanager
def migration_lock(engine: Engine, timeout: float) -> Iterator[None]:
    """Keep other processes from migrating the database during the block.

    Raise a DBAPI error if another process holds the lock for too long: ``timeout`` seconds with SQLite, the
    engine's statement timeout with PostgreSQL.
    """
    database = database_file(engine.url)
    if engine.dialect.name == "postgresql":
        with engine.connect() as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATION_LOCK_ID})
            yield  # the lock ends with this transaction
    elif database is None:
        yield
    else:  # SQLite's lock of a separate file, since migrations lock the database itself
        with closing(sqlite3.connect(f"{database}.migrating", timeout=timeout)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            yield
            connection.rollback()


_SQLITE_CAUSES: Mapping[int, StoreErrorCause] = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_READONLY: "unwritable",
    sqlite3.SQLITE_IOERR: "unwritable",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
"""By SQLite's primary result code, which is the low byte of the extended one."""
_POSTGRES_CAUSES: Mapping[str, StoreErrorCause] = {
    "53100": "disk_full",
    "25006": "unwritable",
    "58030": "unwritable",
    "XX001": "damaged",
    "XX002": "damaged",
}
"""By SQLSTATE."""
_EXTENSION_KEY = "write_fault"


def error_cause(error: BaseException) -> StoreErrorCause:
    """Return the cause of a database error, which may be a driver's error or SQLAlchemy's wrapper."""
    driver_error = getattr(error, "orig", None) or error
    code = getattr(driver_error, "sqlite_errorcode", None)
    if isinstance(code, int):
        return _SQLITE_CAUSES.get(code & 0xFF, "busy")
    return _POSTGRES_CAUSES.get(getattr(driver_error, "sqlstate", None) or "", "busy")


def to_store_error(error: BaseException) -> StoreError:
    """Return the StoreError for a database error. Keep its cause for ``last_write_error`` unless "busy"."""
    cause = error_cause(error)
    if cause != "busy":
        current_app.extensions[_EXTENSION_KEY] = cause
    name = type(getattr(error, "orig", None) or error).__name__
    return StoreError(f"{name}, {cause}", cause)


def clear_last_write_error() -> None:
    """Forget the cause that ``last_write_error`` returns, after a successful write."""
    current_app.extensions.pop(_EXTENSION_KEY, None)


def last_write_error(app: Flask) -> StoreErrorCause | None:
    """Return the cause of the last write error other than "busy". None if a write has succeeded since."""
    cause: StoreErrorCause | None = app.extensions.get(_EXTENSION_KEY)
    return cause


class AlreadyServedError(Exception):
    """Raised if another process already serves the database, at ``address`` (empty if unknown)."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


@contextmanager
def server_lock(database: Path | None, address: str, timeout: float = 0.0) -> Iterator[None]:
    """Keep other processes from serving a database during the block. Do nothing for PostgreSQL (None).

    Raise AlreadyServedError if another process has held the lock for ``timeout`` seconds. The lock is
    SQLite's write lock of a small file beside the database, in which others can read ``address``, the
    address of this server. The lock ends with the process, even if the process is killed.
    """
    if database is None or not database.parent.is_dir():
        yield
        return
    file = f"{database}.serving"
    with closing(sqlite3.connect(file, timeout=timeout, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("CREATE TABLE IF NOT EXISTS server (address TEXT)")
            connection.execute("DELETE FROM server")
            connection.execute("INSERT INTO server VALUES (?)", (address,))
            connection.execute("COMMIT")
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise AlreadyServedError(_read_address(file)) from None
        yield


def _read_address(file: str) -> str:
    with closing(sqlite3.connect(file)) as connection:
        try:
            row = connection.execute("SELECT address FROM server").fetchone()
        except sqlite3.OperationalError:
            return ""
    return str(row[0]) if row else ""
