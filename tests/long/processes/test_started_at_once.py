"""Several processes that are started at once on an empty database: all of them serve."""

import os
import subprocess
import sys
from pathlib import Path

from tests import ROOT
from tests.long.processes.players import all_at_once
from tests.postgres import Postgres
from tests.served import Server

BRING_UP = "from companion.app import create_app, migrate; migrate(create_app({'DATABASE_PATIENCE': 60}))"
AT_ONCE = 4


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


def test_two_servers_begin_together(postgres: Postgres, tmp_path: Path) -> None:
    servers = all_at_once(lambda number: Server(tmp_path, postgres.url), 2)
    for server in servers:
        server.kill()
