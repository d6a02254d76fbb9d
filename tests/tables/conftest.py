"""Fixtures that run each test with two stores: the server's database and the browser's storage."""

from collections.abc import Iterator

import pytest
from flask import Flask

from companion.offline.store import BrowserStore
from companion.services import services_of
from companion.tables.table_store import TableStore
from companion.tables.tables import Tables


@pytest.fixture(params=["database", "browser"])
def store(request: pytest.FixtureRequest, app: Flask) -> Iterator[TableStore]:
    """Yield the app's database store, or the store of offline mode, within the app's context."""
    texts: dict[str, str | None] = {}
    with app.app_context():
        browser = request.param == "browser"
        yield BrowserStore(texts.__setitem__) if browser else services_of(app).tables.store


@pytest.fixture
def tables(store: TableStore) -> Tables:
    return Tables(store, 10)
