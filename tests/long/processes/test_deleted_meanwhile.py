"""A table is deleted while it is changed: one waits for the other."""

import threading

import pytest
from flask import Flask

from companion.app_tables import table_store
from companion.tables.errors import NotFound
from companion.tables.links import table_by_code
from companion.tables.opening import open_table
from tests.waiting import PATIENCE


@pytest.mark.parametrize("stored", ["app", "on_postgres"])
def test_a_deletion_waits_for_a_change(stored: str, request: pytest.FixtureRequest) -> None:
    app: Flask = request.getfixturevalue(stored)
    asked = threading.Event()

    def delete(table_id: int) -> None:
        with app.app_context():
            asked.set()
            table_store().delete(table_id)

    with app.app_context():
        store = table_store()
        table = open_table(store, "giza", "referee", ["Ana", "Bo"], {})
        deletion = threading.Thread(target=delete, args=(table.table_id,))
        with store.change(table.table_id) as record:
            deletion.start()
            assert asked.wait(PATIENCE)
            record.names[0] = "Zoe"
            record.links.clear()
        deletion.join()
        with pytest.raises(NotFound):
            table_by_code(store, table.code)
