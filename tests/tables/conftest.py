"""The table service is the same wherever tables are kept."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.pocket.store import BrowserStore
from companion.tables.store import TableStore


@pytest.fixture(params=["database", "browser"])
def store(request: pytest.FixtureRequest, app: Flask) -> TableStore:
    """A place that keeps tables: the database of the app, or a browser."""
    if request.param == "browser":
        texts: dict[str, str | None] = {}
        return BrowserStore(texts.__setitem__)
    kept: TableStore = app.extensions["table_store"]
    return kept
