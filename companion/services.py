"""The tables of the app that is asked: where they are kept, and those that its process holds."""

from __future__ import annotations

from flask import current_app

from companion.tables.cache import TableCache
from companion.tables.store import TableStore


def table_store() -> TableStore:
    """The place that keeps the tables."""
    found: TableStore = current_app.extensions["table_store"]
    return found


def table_cache() -> TableCache:
    """The tables this process holds."""
    found: TableCache = current_app.extensions["table_cache"]
    return found
