"""One process at a time brings a database up to date; who comes meanwhile waits and finds it done."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.engine import Engine

_LOCK = 7_306_120_317
"""Any number: PostgreSQL's locks of this kind are called by numbers, and nobody else here takes one."""


@contextmanager
def migration_lock(engine: Engine, patience: float) -> Iterator[None]:
    """Hold the right to change the form of a database, for all processes and hosts that use it.

    Waits for so many seconds; raises a DBAPI error afterwards.
    """
    database = engine.url.database
    if engine.dialect.name == "postgresql":
        with engine.connect() as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            yield  # and the lock ends with this transaction, however that ends
    elif not database or database == ":memory:":
        yield
    else:
        with _file_lock(Path(f"{database}.migrating"), patience):
            yield


@contextmanager
def _file_lock(file: Path, patience: float) -> Iterator[None]:
    """SQLite's own lock of a file is the same on every system. Migrations lock the database themselves."""
    with closing(sqlite3.connect(file, timeout=patience)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield
        connection.rollback()
