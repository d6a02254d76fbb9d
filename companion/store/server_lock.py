"""A lock that lets only one server use a SQLite database. Two would not notify each other's phones."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


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
