"""Why the database did not answer: permanent problems such as a full disk, or a busy moment."""

import sqlite3
from collections.abc import Mapping

from flask import Flask, current_app

from companion.tables.table_store import StoreError, StoreErrorCause

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
