"""Deliberate faults, few rounds of each or many with ``make faults``: no entry is lost or doubled."""

import random
import resource
import sqlite3
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from tests.all_games import short_or_long
from tests.app_server import Server
from tests.cuttable_proxy import CuttableProxy
from tests.long.postgres import Postgres
from tests.long.processes.players import (
    Listener,
    enter,
    enter_income,
    open_catan_table,
    play_founding,
    run_concurrently,
    whole_log,
)
from tests.waiting import WAIT_SECONDS


@contextmanager
def one_process() -> Iterator[tuple[Server, Path]]:
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        yield server, Path(folder)


@contextmanager
def with_cuttable_connection() -> Iterator[tuple[str, CuttableProxy]]:
    """Yield the address of a server process, and its connection to PostgreSQL, which can be interrupted."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Postgres() as postgres,
        closing(CuttableProxy(postgres.port)) as connection,
        Server(Path(folder), postgres.url_through(connection)) as server,
    ):
        yield server.address, connection


@contextmanager
def two_processes() -> Iterator[tuple[list[Server], Postgres]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        Postgres() as postgres,
        Server(Path(folder), postgres.url) as first,
        Server(Path(folder), postgres.url) as second,
    ):
        yield [first, second], postgres


def get_status(address: str, path: str) -> int:
    try:
        with urllib.request.urlopen(f"{address}{path}", timeout=WAIT_SECONDS) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


# The connection to PostgreSQL is silent.

TABLES, ENTRIES = 3, 6


def silent_database(rounds: int) -> None:
    """While the database is silent, all requests get 503. Afterwards the same entries are accepted once."""
    with with_cuttable_connection() as (address, connection):
        tables = [open_catan_table(address) for _ in range(TABLES)]
        entered = {
            code: list(range(1, play_founding(address, code, secret) + 1)) for code, secret in tables
        }
        pages = ("/readyz", f"/t/{tables[0][0]}")
        for number in range(rounds):
            keys = [f"silence-{number:03d}-{entry}" for entry in range(ENTRIES)]

            def send_request(index: int, keys: list[str] = keys) -> int:
                if index >= ENTRIES:
                    return get_status(address, pages[index - ENTRIES])
                return enter_income(address, *tables[index % TABLES], index % 4, keys[index])[0]

            connection.fall_silent()
            statuses = run_concurrently(send_request, ENTRIES + len(pages))
            connection.speak()
            assert set(statuses) == {503}, (number, statuses)
            for index, key in enumerate(keys):
                code, secret = tables[index % TABLES]
                entered[code].append(enter([address], code, secret, index % 4, "Income", {"gold": 1}, key))
        for code, secret in tables:
            log = whole_log(address, code, secret)
            assert log == sorted(entered[code]), "answered and logged entries differ"
            assert log == list(range(1, len(log) + 1)), "a gap or a double in the log"


class Silence(NamedTuple):
    """A silence that begins during a write, and what happens to the last message."""

    until: tuple[bytes, ...] = ()
    """Messages that are passed to the database after the INSERT of the entry."""
    passed: bool = False
    """Whether the last message arrives; its response is lost."""
    late: bool = False
    """Whether the last message arrives when the silence ends."""


SILENCES = (
    Silence(passed=True),
    Silence((b"COMMIT",)),
    Silence((b"COMMIT",), late=True),
    Silence((b"COMMIT",), passed=True),
)
"""INSERT gets no response; COMMIT does not arrive; COMMIT arrives late; COMMIT gets no response."""


def silence_during_write(rounds: int) -> None:
    """Interrupt the connection in each of these ways. The same entry is sent again afterwards."""
    with with_cuttable_connection() as (address, connection):
        code, secret = open_catan_table(address)
        before = play_founding(address, code, secret)
        for number in range(rounds):
            silence, key = SILENCES[number % len(SILENCES)], f"silence-{number:04d}"
            connection.fall_silent_at(
                key.encode(), *silence.until, passed=silence.passed, late=silence.late
            )
            assert enter_income(address, code, secret, 0, key) == (503, 0), number
            connection.speak()
            seq = enter([address], code, secret, 0, "Income", {"gold": 1}, key)
            assert seq == before + number + 1, number
        assert whole_log(address, code, secret) == list(range(1, before + rounds + 1))


_CLOSE_SESSIONS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE query LIKE 'LISTEN%' OR query = 'SELECT 1'"
)


def closed_relay(rounds: int) -> None:
    """Close the relay's session just before an entry: a phone at the other process still gets the entry."""
    with two_processes() as (servers, postgres):
        near, far = (server.address for server in servers)
        code, secret = open_catan_table(near)
        listener = Listener(far, code)
        listener.wait_for(play_founding(near, code, secret))
        with psycopg.connect(postgres.url.replace("+psycopg", ""), autocommit=True) as connection:
            for number in range(rounds):
                connection.execute(_CLOSE_SESSIONS)
                listener.wait_for(enter([near], code, secret, 0, "Income", {"gold": 1}))
                time.sleep(0.05 * (number % 20))  # so that the relay is in different states


# The disk is full.

FIRST_PAGE = 4096


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """Limit the server's files to one page (RLIMIT_FSIZE), so that writes fail as on a full disk."""
    pid, limit = server.process.pid, resource.RLIMIT_FSIZE
    before = resource.prlimit(pid, limit)
    resource.prlimit(pid, limit, (FIRST_PAGE, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, limit, before)


def failed_writes(rounds: int) -> None:
    """Entries get 503 and pages still work. Afterwards the same entries are accepted once."""
    with one_process() as (server, folder):
        address = server.address
        code, secret = open_catan_table(address)
        before = play_founding(address, code, secret)
        for number in range(rounds):
            entries = [(address, code, secret, seat, f"no-room-{number:03d}-{seat}") for seat in range(4)]
            with full_disk(server):
                statuses = [enter_income(*entry)[0] for entry in entries]
                pages = [get_status(address, path) for path in ("/", f"/j/{code}", "/readyz?reads")]
            assert statuses == [503] * 4, (number, statuses)
            assert pages == [200] * 3, (number, pages)
            twice = [(enter_income(*entry), enter_income(*entry)) for entry in entries]
            assert all(first == again and first[0] == 201 for first, again in twice), (number, twice)
        assert whole_log(address, code, secret) == list(range(1, before + rounds * 4 + 1))
        with closing(sqlite3.connect(folder / "companion.sqlite3")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


# Processes are killed.

PLAYERS = 4
KILLS_PER_TABLE = 50
"""Number of kills at one table, as the length of a log is limited."""


def kill_during_play(servers: list[Server], postgres: Postgres | None, rounds: int, seed: int) -> None:
    """Kill a server process at random moments, with PostgreSQL every fifth time the database.

    Meanwhile four players enter, and repeat each entry until it is answered.
    """
    rng = random.Random(seed)
    addresses = [server.address for server in servers]
    code, secret = open_catan_table(addresses[0], PLAYERS)
    before = play_founding(addresses[0], code, secret, PLAYERS)
    stopped = threading.Event()
    entered: list[int] = []

    def play(seat: int) -> None:
        own_addresses = addresses[seat % len(addresses) :] + addresses[: seat % len(addresses)]
        while not stopped.is_set():
            entered.append(enter(own_addresses, code, secret, seat, "Income", {"gold": 1}))

    with ThreadPoolExecutor(PLAYERS) as players:
        futures = [players.submit(play, seat) for seat in range(PLAYERS)]
        try:
            for number in range(rounds):
                time.sleep(rng.uniform(0.02, 0.3))
                every_fifth = postgres if number % 5 == 4 else None
                victim = every_fifth or servers[number % len(servers)]
                victim.kill()
                victim.start()
        finally:
            stopped.set()
    for future in futures:
        future.result()
    log = whole_log(addresses[0], code, secret)
    assert log == list(range(1, len(log) + 1)), "a gap or a double in the log"
    assert sorted(entered) == log[before:], "answered and logged entries differ"


def kill_at_several_tables(servers: list[Server], postgres: Postgres | None, rounds: int) -> None:
    """Kill so many times, and open a new table after every fifty kills."""
    for start in range(0, rounds, KILLS_PER_TABLE):
        kill_during_play(servers, postgres, min(KILLS_PER_TABLE, rounds - start), start)


def kills_on_sqlite(rounds: int) -> None:
    with one_process() as (server, _):
        kill_at_several_tables([server], None, rounds)


def kills_on_postgresql(rounds: int) -> None:
    with two_processes() as (servers, postgres):
        kill_at_several_tables(servers, postgres, rounds)


FAULTS: dict[Callable[[int], None], tuple[int, int]] = {
    silent_database: (4, 50),
    silence_during_write: (4, 40),
    closed_relay: (4, 100),
    failed_writes: (4, 50),
    kills_on_sqlite: (6, 200),
    kills_on_postgresql: (6, 200),
}
"""For each fault, the number of rounds of a short and of a long run."""


@pytest.mark.usefixtures("postgres")
@pytest.mark.parametrize("fault", FAULTS)
@short_or_long
def test_no_entry_is_lost_or_doubled(fault: Callable[[int], None], many: bool) -> None:
    fault(FAULTS[fault][many])
