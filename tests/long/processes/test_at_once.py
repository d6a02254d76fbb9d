"""What is done at once: processes begin on an empty database, a table is deleted while it is changed."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from flask import Flask

from companion.services import tables
from companion.tables.errors import NotFound
from companion.tables.links import table_by_code
from companion.tables.opening import open_table
from tests import ROOT
from tests.long.postgres import Postgres
from tests.long.processes.players import all_at_once
from tests.waiting import PATIENCE

BRING_UP = """from companion.server.app import create_app, migrate
migrate(create_app({"DATABASE_PATIENCE": 60}))"""
AT_ONCE = 4


def all_bring_up(database: str) -> None:
    given = {**os.environ, "COMPANION_DATABASE": database, "COMPANION_SECRET": "at once"}

    def bring_up(_: int) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", BRING_UP]
        return subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, check=False)

    for done in all_at_once(bring_up, AT_ONCE):
        assert done.returncode == 0, done.stderr


def test_on_sqlite(tmp_path: Path) -> None:
    all_bring_up(f"sqlite:///{tmp_path / 'companion.sqlite3'}")


def test_on_postgresql(postgres: Postgres) -> None:
    all_bring_up(postgres.url)


@pytest.mark.parametrize("stored", ["app", "on_postgres"])
def test_a_deletion_waits_for_a_change(stored: str, request: pytest.FixtureRequest) -> None:
    app: Flask = request.getfixturevalue(stored)
    asked = threading.Event()

    def delete(table_id: int) -> None:
        with app.app_context():
            asked.set()
            tables().store.delete(table_id)

    with app.app_context():
        store = tables().store
        table = open_table(tables(), "giza", "referee", ["Ana", "Bo"], {})
        deletion = threading.Thread(target=delete, args=(table.table_id,))
        with store.change(table.table_id) as record:
            deletion.start()
            assert asked.wait(PATIENCE)
            record.names[0] = "Zoe"
            record.links.clear()
        deletion.join()
        with pytest.raises(NotFound):
            table_by_code(store, table.code)
