"""The table service is the same wherever tables are kept."""

from collections.abc import Iterator

import pytest
from flask import Flask

from companion.pocket.store import BrowserStore
from companion.tables.cache import TableCache
from companion.tables.store import TableStore


@pytest.fixture(params=["database", "browser"])
def store(request: pytest.FixtureRequest, app: Flask) -> Iterator[TableStore]:
    """A place that keeps tables, within the app: its database, or a browser."""
    texts: dict[str, str | None] = {}
    with app.app_context():
        browser = request.param == "browser"
        yield BrowserStore(texts.__setitem__) if browser else app.extensions["table_store"]


@pytest.fixture
def cache(store: TableStore) -> TableCache:
    return TableCache(store, 10)
