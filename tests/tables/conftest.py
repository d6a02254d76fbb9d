"""Runs the tests of the table service with two stores: the server's database and the browser's storage."""

from collections.abc import Iterator

import pytest
from flask import Flask

from companion.offline.store import BrowserStore
from companion.services import services_of
from companion.tables.table_store import TableStore
from companion.tables.tables import Tables


@pytest.fixture(params=["database", "browser"])
def store(request: pytest.FixtureRequest, app: Flask) -> Iterator[TableStore]:
    """Yield a table store in the app's context: the app's database, or the browser's storage."""
    texts: dict[str, str | None] = {}
    with app.app_context():
        browser = request.param == "browser"
        yield BrowserStore(texts.__setitem__) if browser else services_of(app).tables.store


@pytest.fixture
def tables(store: TableStore) -> Tables:
    return Tables(store, 10)
