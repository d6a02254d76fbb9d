"""Concurrent processes and requests, also with a database that hangs, fails over or restarts."""

import os
import socket
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import URL, create_engine, text

from companion.groups import service
from companion.services import tables
from companion.store.connections import engine_options, libpq_connection_string
from companion.store.models import db
from companion.tables.errors import NotFound
from companion.tables.links import get_table_by_code
from companion.tables.opening import open_table
from companion.tables.table_store import TableRecord
from tests import ROOT
from tests.app_server import Server, find_free_port
from tests.long.postgres import Postgres
from tests.long.processes.players import (
    INCOMPLETE_POST,
    enter_income,
    open_catan_table,
    play_founding,
    run_concurrently,
    wait_until_closed,
)
from tests.waiting import WAIT_SECONDS, wait_until

MIGRATE_PROGRAM = """from companion.server.app import create_app, migrate
migrate(create_app({"DATABASE_TIMEOUT": 60}))"""
PROCESS_COUNT = 4
on_both_databases = pytest.mark.parametrize("app", ["sqlite", "postgresql"], indirect=True)


def test_concurrent_processes_migrate_the_database(postgres: Postgres, tmp_path: Path) -> None:
    for database in (f"sqlite:///{tmp_path / 'companion.sqlite3'}", postgres.url):
        environment = {**os.environ, "COMPANION_DATABASE": database, "COMPANION_SECRET": "a secret"}
        command = [sys.executable, "-c", MIGRATE_PROGRAM]
        processes = [
            subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True)
            for _ in range(PROCESS_COUNT)
        ]
        for process in processes:
            _, errors = process.communicate()
            assert process.returncode == 0, errors


@contextmanager
def start_during(
    app: Flask, change: AbstractContextManager[TableRecord], action: Callable[[], object]
) -> Iterator[TableRecord]:
    """Yield the record of a change. Meanwhile another thread begins ``action``. Wait for its end."""
    started = threading.Event()

    def run_action() -> None:
        with app.app_context():
            started.set()
            action()

    thread = threading.Thread(target=run_action)
    with change as record:
        thread.start()
        assert started.wait(WAIT_SECONDS)
        yield record
    thread.join()


@on_both_databases
def test_a_deletion_waits_for_a_change(app: Flask) -> None:
    with app.app_context():
        store = tables().store
        table = open_table(tables(), "giza", "referee", ["Ana", "Bo"], {})
        deletion = partial(store.delete, table.table_id)
        with start_during(app, store.change(table.table_id), deletion) as record:
            record.names[0] = "Zoe"
            record.links.clear()
        with pytest.raises(NotFound):
            get_table_by_code(store, table.code)


@on_both_databases
def test_a_forgotten_name_stays_away_if_another_seat_is_renamed_meanwhile(app: Flask) -> None:
    with app.app_context():
        table = open_table(tables(), "giza", "referee", ["Ana", "Bo"], {})
        secret = service.create_group("Us")
        group = service.get_group(secret)
        service.add_table(group, table.table_id, tables())
        service.identify_and_store_people(group, service.get_names_by_play(group))
        ana = next(person.id for person in group.people if person.name == "Ana")
        db.session.commit()

        def forget() -> None:
            service.forget_person(service.get_group(secret), ana, tables())

        with start_during(app, tables().change(table.table_id), forget) as record:
            record.names[1] = "Cy"
        assert get_table_by_code(tables().store, table.code).names == ["Somebody", "Cy"]
        names = {person.name for person in group.people}
        assert "Ana" not in names
        assert "Somebody" in names


PHONE_COUNT = 4
CodeAndSecret = tuple[str, str]


def open_founded_table(server: Server) -> CodeAndSecret:
    table = open_catan_table(server.address)
    play_founding(server.address, *table)
    return table


def enter_concurrently(server: Server, table: CodeAndSecret) -> list[int]:
    """Enter from four phones at once. Each call repeats the same entries. Return the HTTP statuses."""
    return run_concurrently(
        lambda n: enter_income(server.address, *table, n, f"hanging-{n}")[0], PHONE_COUNT
    )


def test_a_hanging_write_does_not_block_another_table(postgres: Postgres, tmp_path: Path) -> None:
    with Server(tmp_path, postgres.url) as server:
        table, free = open_founded_table(server), open_founded_table(server)
        meanwhile: list[int] = []
        with psycopg.connect(postgres.url.replace("+psycopg", "")) as other, ThreadPoolExecutor() as pool:
            other.execute('SELECT 1 FROM "table" WHERE code = %s FOR UPDATE', [table[0]])
            hanging = pool.submit(enter_concurrently, server, table)
            while not hanging.done():
                key = f"meanwhile-{len(meanwhile)}"
                meanwhile.append(enter_income(server.address, *free, 0, key)[0])
            other.rollback()
        assert hanging.result() == [503] * PHONE_COUNT
        assert set(meanwhile) == {201}
        assert enter_concurrently(server, table) == [201] * PHONE_COUNT


def test_a_lock_of_another_process_on_sqlite_leads_to_503(own_server: Server, tmp_path: Path) -> None:
    table = open_founded_table(own_server)
    with closing(sqlite3.connect(tmp_path / "companion.sqlite3")) as other:
        other.execute("BEGIN IMMEDIATE")
        assert enter_concurrently(own_server, table) == [503] * PHONE_COUNT
        other.rollback()
    assert enter_concurrently(own_server, table) == [201] * PHONE_COUNT


DATABASE_TIMEOUT_SECONDS = 0.5
"""Timeout in seconds. PostgreSQL ends a transaction that is idle for twice as long."""
SESSION_ENDED_SQL = "SELECT NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = %s)"
PASSWORD = "p@:/ '\\?ü"


def test_a_connection_whose_session_ended_is_replaced(postgres: Postgres) -> None:
    engine = create_engine(postgres.url, **engine_options(postgres.url, DATABASE_TIMEOUT_SECONDS))
    with (
        engine.connect() as connection,
        psycopg.connect(postgres.url.replace("+psycopg", ""), autocommit=True) as other,
    ):
        first_pid = connection.scalar(text("SELECT pg_backend_pid()"))
        wait_until(
            lambda: (other.execute(SESSION_ENDED_SQL, [first_pid]).fetchone() or [False])[0],
            "the end of the session",
        )
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT pg_backend_pid()")) != first_pid
    engine.dispose()


def test_the_relay_connects_to_the_writable_host(postgres: Postgres) -> None:
    gone = find_free_port()
    hosts = {"host": (f"127.0.0.1:{gone}", f"127.0.0.1:{postgres.port}")}
    url = URL.create(
        "postgresql+psycopg", "postgres", PASSWORD, database="postgres",
        query={**hosts, "target_session_attrs": "read-write"},
    )  # fmt: skip
    conninfo = libpq_connection_string(url.render_as_string(hide_password=False))
    assert conninfo_to_dict(conninfo)["password"] == PASSWORD
    with psycopg.connect(conninfo) as connection:
        assert connection.info.port == postgres.port


def read_status(connection: socket.socket) -> int:
    """Return the HTTP status of the response; 0 if the server closes the connection without one."""
    try:
        head = connection.recv(65536)
    except ConnectionError:
        return 0
    return int(head.split()[1]) if head else 0


STREAM_COUNT = 30
CONNECTION_COUNT = 4 * STREAM_COUNT


def test_incomplete_requests_are_closed_and_do_not_block_others(tmp_path: Path) -> None:
    head = INCOMPLETE_POST.partition(b"\r\n\r\n")[0]
    limits = {"COMPANION_RATE_LIMITS": "1", "COMPANION_STREAMS": str(STREAM_COUNT)}
    with Server(tmp_path, **limits) as server, ExitStack() as stack:
        connections = []
        for data in [head] * 20 + [INCOMPLETE_POST] * CONNECTION_COUNT:
            target, own = ("127.0.0.1", server.port), ("127.0.0.2", 0)
            connection = stack.enter_context(socket.create_connection(target, WAIT_SECONDS, own))
            with suppress(OSError):  # the server closed it already
                connection.sendall(data)
            connections.append(connection)
        code, secret = open_catan_table(server.address)
        assert enter_income(server.address, code, secret, 0, "while-others-hang")[0] == 422
        assert Counter(map(read_status, connections[20:])) == {408: CONNECTION_COUNT - 20, 503: 20}
        for connection in connections:
            wait_until_closed(connection)
