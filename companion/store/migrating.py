"""One process at a time brings a database up to date; who comes meanwhile waits and finds it done."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from sqlalchemy import text
from sqlalchemy.engine import Engine

from companion.store.backups import database_file

_LOCK = 7_306_120_317
"""Any number: PostgreSQL's locks of this kind are called by numbers, and nobody else here takes one."""


@contextmanager
def migration_lock(engine: Engine, patience: float) -> Iterator[None]:
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
        with closing(sqlite3.connect(f"{database}.migrating", timeout=patience)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            yield
            connection.rollback()
