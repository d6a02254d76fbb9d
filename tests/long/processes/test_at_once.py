"""What is done at once: processes begin on an empty database, a crowd enters, a table is deleted while it
is changed. Nobody stumbles, and one waits for the other.
"""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from flask import Flask

from companion.app_tables import table_store
from companion.tables.errors import NotFound
from companion.tables.links import table_by_code
from companion.tables.opening import open_table
from tests import ROOT
from tests.long.postgres import Postgres
from tests.long.processes.players import all_at_once, ask, opened, whole_log
from tests.served import Server
from tests.waiting import PATIENCE, until

BRING_UP = "from companion.app import create_app, migrate; migrate(create_app({'DATABASE_PATIENCE': 60}))"
AT_ONCE = 4
PHONES = 200
TABLES = 10


def all_bring_up(database: str) -> None:
    """So many processes migrate the same empty database; none may stumble."""
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


def test_a_crowd_enters_and_nothing_is_lost_or_doubled(own_server: Server) -> None:
    address = own_server.address
    tables = [opened(address) for _ in range(TABLES)]

    def enter(number: int) -> None:
        """One note, sent again while the server says that it is busy."""
        code, secret = tables[number % TABLES]
        note = {"kind": "note", "text": "x", "key": f"crowd-{number:05d}"}

        def is_taken() -> bool:
            status, told = ask(address, f"/tables/{code}/entries", note, secret)
            assert status == 201 or (status, told["error"]["code"]) == (503, "table.busy")
            return bool(status == 201)

        until(is_taken, "its turn")

    all_at_once(enter, PHONES)
    for code, secret in tables:
        assert whole_log(address, code, secret) == list(range(1, 1 + PHONES // TABLES))
        assert ask(address, f"/tables/{code}", secret=secret)[0] == 200


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
