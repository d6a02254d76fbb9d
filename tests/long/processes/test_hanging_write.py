"""A write that hangs in the database holds its own table alone, and is answered there."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg

from tests.long.postgres import Postgres
from tests.long.processes.players import all_at_once, founded, income, opened
from tests.served import Server

PHONES = 4
Table = tuple[str, str]


def founded_at(server: Server) -> Table:
    table = opened(server.address)
    founded(server.address, *table)
    return table


def taps(server: Server, table: Table) -> list[int]:
    """What so many phones are answered that enter at once, each of them the same again and again."""
    return all_at_once(lambda n: income(server.address, *table, n, f"hanging-{n}")[0], PHONES)


def test_a_write_that_hangs_does_not_hold_another_table(postgres: Postgres, tmp_path: Path) -> None:
    with Server(tmp_path, postgres.url) as server:
        table, free = founded_at(server), founded_at(server)
        meanwhile: list[int] = []
        with psycopg.connect(postgres.url.replace("+psycopg", "")) as other, ThreadPoolExecutor() as beside:
            other.execute('SELECT 1 FROM "table" WHERE code = %s FOR UPDATE', [table[0]])
            hanging = beside.submit(taps, server, table)
            while not hanging.done():
                key = f"meanwhile-{len(meanwhile)}"
                meanwhile.append(income(server.address, *free, 0, key)[0])
            other.rollback()
        assert hanging.result() == [503] * PHONES
        assert set(meanwhile) == {201}
        assert taps(server, table) == [201] * PHONES


def test_another_process_that_holds_sqlite_is_not_waited_for_forever(
    own_server: Server, tmp_path: Path
) -> None:
    table = founded_at(own_server)
    with closing(sqlite3.connect(tmp_path / "companion.sqlite3")) as other:
        other.execute("BEGIN IMMEDIATE")
        assert taps(own_server, table) == [503] * PHONES
        other.rollback()
    assert taps(own_server, table) == [201] * PHONES
