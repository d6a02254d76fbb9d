"""Why the database did not answer. A full disk lasts, a busy moment does not."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from flask import Flask, current_app

from companion.tables.table_store import StoreCause, StoreError

_SQLITE: Mapping[int, StoreCause] = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_READONLY: "unwritable",
    sqlite3.SQLITE_IOERR: "unwritable",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
"""By the primary result code, which is the low byte of the extended one."""
_POSTGRES: Mapping[str, StoreCause] = {
    "53100": "disk_full",
    "25006": "unwritable",
    "58030": "unwritable",
    "XX001": "damaged",
    "XX002": "damaged",
}
"""By SQLSTATE."""
_KEY = "write_fault"


def error_cause(error: BaseException) -> StoreCause:
    """The cause of a fault of the driver, or of one that SQLAlchemy wrapped."""
    fault = getattr(error, "orig", None) or error
    code = getattr(fault, "sqlite_errorcode", None)
    if isinstance(code, int):
        return _SQLITE.get(code & 0xFF, "busy")
    return _POSTGRES.get(getattr(fault, "sqlstate", None) or "", "busy")


def store_error(error: BaseException) -> StoreError:
    """The StoreError for a fault of the database. The app remembers a cause that lasts."""
    cause = error_cause(error)
    if cause != "busy":
        current_app.extensions[_KEY] = cause
    name = type(getattr(error, "orig", None) or error).__name__
    return StoreError(f"{name}, {cause}", cause)


def clear_last_error() -> None:
    """Forget the last fault, as something was written since."""
    current_app.extensions.pop(_KEY, None)


def last_write_error(app: Flask) -> StoreCause | None:
    """Why the database takes no writes; None where the last write succeeded."""
    cause: StoreCause | None = app.extensions.get(_KEY)
    return cause
