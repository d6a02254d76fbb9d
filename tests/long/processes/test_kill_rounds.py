"""A few of the kill rounds; ``make faults`` runs two hundred for each profile."""

from __future__ import annotations

from pathlib import Path

from tests.long.processes.faults.kills import run
from tests.postgres import Postgres
from tests.served import Server

ROUNDS = 3
WITH_THE_DATABASE = 5
"""The fifth kill is the database's."""


def test_one_process_on_sqlite(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        answered, logged = run([server], None, ROUNDS)
    finally:
        server.kill()
    assert answered == logged > ROUNDS


def test_two_processes_on_postgresql(two: tuple[Server, Server], postgres: Postgres) -> None:
    answered, logged = run(list(two), postgres, WITH_THE_DATABASE)
    assert answered == logged > WITH_THE_DATABASE
