"""A write that hangs in the database holds its own table alone, and nobody there for long."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from tests.long.processes.players import founded, income, opened
from tests.postgres import Postgres
from tests.served import Server

PATIENCE = 6.0
"""Seconds within which every request is answered, whatever hangs."""
SOON = 2.0
PHONES = 4

Answers = list[tuple[int, float]]


@contextmanager
def locked(postgres: Postgres, code: str) -> Iterator[None]:
    """Somebody else holds the rows of one table in an open transaction."""
    with psycopg.connect(postgres.url.replace("+psycopg", "")) as connection:
        connection.execute('SELECT 1 FROM "table" WHERE code = %s FOR UPDATE', [code])
        yield
        connection.rollback()


def all_tap(tap: Callable[[int], int]) -> Answers:
    """(status, seconds) of so many phones that enter at once."""
    answers: Answers = []

    def one(number: int) -> None:
        started = time.monotonic()
        status = tap(number)
        answers.append((status, time.monotonic() - started))

    phones = [threading.Thread(target=one, args=(number,)) for number in range(PHONES)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    return answers


@pytest.fixture
def served(postgres: Postgres, tmp_path: Path) -> Iterator[str]:
    server = Server(tmp_path, postgres.url)
    yield server.address
    server.kill()


def test_a_write_that_hangs_does_not_hold_another_table(served: str, postgres: Postgres) -> None:
    table, free = opened(served), opened(served)
    for code, secret in (table, free):
        founded(served, code, secret)
    waited: Answers = []
    with locked(postgres, table[0]):
        hanging = threading.Thread(
            target=lambda: waited.extend(
                all_tap(lambda n: income(served, *table, n, f"hanging-{n}")[0])
            )
        )
        hanging.start()
        meanwhile: Answers = []
        while hanging.is_alive():
            key = f"meanwhile-{len(meanwhile)}"
            started = time.monotonic()
            status, _ = income(served, *free, 0, key)
            meanwhile.append((status, time.monotonic() - started))
            time.sleep(0.1)
    assert [status for status, _ in waited] == [503] * PHONES
    assert max(seconds for _, seconds in waited) < PATIENCE
    assert {status for status, _ in meanwhile} == {201}
    assert max(seconds for _, seconds in meanwhile) < SOON
    again = all_tap(lambda n: income(served, *table, n, f"hanging-{n}")[0])
    assert [status for status, _ in again] == [201] * PHONES


def test_another_process_that_holds_sqlite_is_waited_for_briefly(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        code, secret = opened(server.address)
        founded(server.address, code, secret)
        with closing(sqlite3.connect(tmp_path / "companion.sqlite3")) as other:
            other.execute("BEGIN IMMEDIATE")
            waited = all_tap(lambda n: income(server.address, code, secret, n, f"locked-{n}")[0])
            other.rollback()
        assert [status for status, _ in waited] == [503] * PHONES
        assert max(seconds for _, seconds in waited) < PATIENCE
        again = all_tap(lambda n: income(server.address, code, secret, n, f"locked-{n}")[0])
        assert [status for status, _ in again] == [201] * PHONES
    finally:
        server.kill()
