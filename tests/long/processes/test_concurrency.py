"""What is done at once, and on a database that hangs, moves or comes back."""

import os
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import URL, create_engine, text

from companion.groups import service
from companion.services import tables
from companion.store import db
from companion.store.connections import engine_options, libpq_string
from companion.tables.errors import NotFound
from companion.tables.links import get_table_by_code
from companion.tables.opening import open_table
from tests import ROOT
from tests.app_server import Server, find_free_port
from tests.long.postgres import Postgres
from tests.long.processes.greedy_client import HALF_A_POST, hang_up, lines, status, wait_until_over
from tests.long.processes.players import Listener, all_at_once, enter, founded, income, opened
from tests.waiting import WAIT_SECONDS, wait_until

BRING_UP = """from companion.server.app import create_app, migrate
migrate(create_app({"DATABASE_TIMEOUT": 60}))"""
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
            assert asked.wait(WAIT_SECONDS)
            record.names[0] = "Zoe"
            record.links.clear()
        deletion.join()
        with pytest.raises(NotFound):
            get_table_by_code(store, table.code)


@pytest.mark.parametrize("stored", ["app", "on_postgres"])
def test_a_name_that_is_forgotten_while_another_seat_is_renamed_does_not_come_back(
    stored: str, request: pytest.FixtureRequest
) -> None:
    app: Flask = request.getfixturevalue(stored)
    asked = threading.Event()

    def forget(person_id: int) -> None:
        with app.app_context():
            asked.set()
            service.forget_person(service.get_group(secret), person_id, tables())

    with app.app_context():
        opened = open_table(tables(), "giza", "referee", ["Ana", "Bo"], {})
        secret = service.create_group("Us")
        group = service.get_group(secret)
        service.add_table(group, opened.table_id, tables())
        service.people_at_plays(group, service.names_at_plays(group))
        ana = next(person.id for person in group.people if person.name == "Ana")
        db.session.commit()
        forgetting = threading.Thread(target=forget, args=(ana,))
        with tables().change(opened.table_id) as record:
            forgetting.start()
            assert asked.wait(WAIT_SECONDS)
            record.names[1] = "Cy"
        forgetting.join()
        assert get_table_by_code(tables().store, opened.code).names == ["Somebody", "Cy"]
        assert {person.name for person in group.people} == {"Somebody", "Bo"}


def test_without_the_relay_streams_look_for_themselves_until_it_is_back(
    two: tuple[Server, Server], postgres: Postgres
) -> None:
    one, other = (server.address for server in two)
    code, secret = opened(one)
    listener = Listener(other, code)
    listener.wait_for(0)
    postgres.kill()
    postgres.start()
    for seat in range(4):
        listener.wait_for(enter([one], code, secret, seat, "Found", {}))


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


SOON = 0.5
"""Seconds; the server ends what lies open for twice as long."""
ENDED = "SELECT NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = %s)"
SIGNS = "p@:/ '\\?ü"


def test_a_session_ended_while_a_page_was_drawn_is_put_away(postgres: Postgres) -> None:
    engine = create_engine(postgres.url, **engine_options(postgres.url, SOON))
    with (
        engine.connect() as connection,
        psycopg.connect(postgres.url.replace("+psycopg", ""), autocommit=True) as other,
    ):
        first = connection.scalar(text("SELECT pg_backend_pid()"))
        wait_until(lambda: (other.execute(ENDED, [first]).fetchone() or [False])[0], "its end")
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT pg_backend_pid()")) != first
    engine.dispose()


def test_the_relay_connects_to_the_host_that_takes_entries(postgres: Postgres) -> None:
    """One URL names both hosts."""
    gone = find_free_port()
    hosts = {"host": (f"127.0.0.1:{gone}", f"127.0.0.1:{postgres.port}")}
    url = URL.create(
        "postgresql+psycopg", "postgres", SIGNS, database="postgres",
        query={**hosts, "target_session_attrs": "read-write"},
    )  # fmt: skip
    told = libpq_string(url.render_as_string(hide_password=False))
    assert conninfo_to_dict(told)["password"] == SIGNS
    with psycopg.connect(told) as line:
        assert line.info.port == postgres.port


STREAMS = 30
CONNECTIONS = 4 * STREAMS


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("stranger")
    with Server(folder, COMPANION_RATE_LIMITS="1", COMPANION_STREAMS=str(STREAMS)) as server:
        yield server


def test_half_sent_requests_are_ended_and_hold_nobody_up(limited: Server) -> None:
    """An address has so many connections; whoever comes from another one has theirs."""
    head = HALF_A_POST.partition(b"\r\n\r\n")[0]
    table = lines(limited.port, 20, head) + lines(limited.port, CONNECTIONS, HALF_A_POST)
    try:
        code, secret = opened(limited.address)
        assert income(limited.address, code, secret, 0, "while-others-hang")[0] == 422
        assert Counter(map(status, table[20:])) == {408: CONNECTIONS - 20, 503: 20}
        for line in table:
            wait_until_over(line)
    finally:
        hang_up(table)
