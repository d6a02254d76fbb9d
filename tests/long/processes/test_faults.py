"""Deliberate faults, with a few rounds each or, by ``make faults``, many. No entry is lost or doubled."""

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

from tests.all_games import few_or_many
from tests.app_server import Server
from tests.cuttable_proxy import CuttableProxy
from tests.long.postgres import Postgres
from tests.long.processes.players import (
    StreamListener,
    enter_income,
    enter_until_answered,
    open_catan_table,
    play_founding,
    read_log_numbers,
    run_concurrently,
)
from tests.waiting import WAIT_SECONDS


@contextmanager
def run_one_process() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        yield server


@contextmanager
def run_with_cuttable_connection(postgres: Postgres) -> Iterator[tuple[str, CuttableProxy]]:
    """Yield (address of a server process, proxy between the server and PostgreSQL)."""
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(CuttableProxy(postgres.port)) as connection,
        Server(Path(folder), postgres.make_url(connection)) as server,
    ):
        yield server.address, connection


@contextmanager
def run_two_processes(postgres: Postgres) -> Iterator[list[Server]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), postgres.url) as first,
        Server(Path(folder), postgres.url) as second,
    ):
        yield [first, second]


def get_status(address: str, path: str) -> int:
    try:
        with urllib.request.urlopen(f"{address}{path}", timeout=WAIT_SECONDS) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


TABLE_COUNT, ENTRY_COUNT = 3, 6


def silence_database(postgres: Postgres, rounds: int) -> None:
    """In each round, silence the database: requests get status 503, and the entries are accepted later."""
    with run_with_cuttable_connection(postgres) as (address, connection):
        tables = [open_catan_table(address) for _ in range(TABLE_COUNT)]
        entered = {
            code: list(range(1, play_founding(address, code, secret) + 1)) for code, secret in tables
        }
        pages = ("/readyz", f"/t/{tables[0][0]}")
        for number in range(rounds):
            keys = [f"silence-{number:03d}-{entry}" for entry in range(ENTRY_COUNT)]

            def send_request(index: int, keys: list[str] = keys) -> int:
                if index >= ENTRY_COUNT:
                    return get_status(address, pages[index - ENTRY_COUNT])
                return enter_income(address, *tables[index % TABLE_COUNT], index % 4, keys[index])[0]

            connection.fall_silent()
            statuses = run_concurrently(send_request, ENTRY_COUNT + len(pages))
            connection.end_silence()
            assert set(statuses) == {503}, (number, statuses)
            for index, key in enumerate(keys):
                code, secret = tables[index % TABLE_COUNT]
                seq = enter_until_answered([address], code, secret, index % 4, "Income", {"gold": 1}, key)
                entered[code].append(seq)
        for code, secret in tables:
            log = read_log_numbers(address, code, secret)
            assert log == sorted(entered[code]), "answered and logged entries differ"
            assert log == list(range(1, len(log) + 1)), "a gap or a double in the log"


class WriteSilence(NamedTuple):
    """A silence of the database connection that begins while an entry is written."""

    until: tuple[bytes, ...] = ()
    """The statements after the INSERT of the entry. The silence begins at the last of all statements."""
    passed: bool = False
    """Whether that statement arrives, but not its response."""
    late: bool = False
    """Whether that statement arrives at the end of the silence."""


WRITE_SILENCES = (
    WriteSilence(passed=True),
    WriteSilence((b"COMMIT",)),
    WriteSilence((b"COMMIT",), late=True),
    WriteSilence((b"COMMIT",), passed=True),
)
"""INSERT gets no response; COMMIT does not arrive; COMMIT arrives late; COMMIT gets no response."""


def silence_during_write(postgres: Postgres, rounds: int) -> None:
    """In each round, silence the database during a write, and send the same entry again afterwards."""
    with run_with_cuttable_connection(postgres) as (address, proxy):
        code, secret = open_catan_table(address)
        before = play_founding(address, code, secret)
        for number in range(rounds):
            silence, key = WRITE_SILENCES[number % len(WRITE_SILENCES)], f"silence-{number:04d}"
            proxy.fall_silent_at(key.encode(), *silence.until, passed=silence.passed, late=silence.late)
            assert enter_income(address, code, secret, 0, key) == (503, 0), number
            proxy.end_silence()
            seq = enter_until_answered([address], code, secret, 0, "Income", {"gold": 1}, key)
            assert seq == before + number + 1, number
        assert read_log_numbers(address, code, secret) == list(range(1, before + rounds + 1))


_CLOSE_SESSIONS_SQL = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE query LIKE 'LISTEN%' OR query = 'SELECT 1'"
)


def close_relay_session(postgres: Postgres, rounds: int) -> None:
    """In each round, close the database session that announces entries to the other process."""
    with run_two_processes(postgres) as servers:
        near, far = (server.address for server in servers)
        code, secret = open_catan_table(near)
        listener = StreamListener(far, code)
        listener.wait_for(play_founding(near, code, secret))
        with psycopg.connect(postgres.url.replace("+psycopg", ""), autocommit=True) as connection:
            for number in range(rounds):
                connection.execute(_CLOSE_SESSIONS_SQL)
                listener.wait_for(enter_until_answered([near], code, secret, 0, "Income", {"gold": 1}))
                time.sleep(0.05 * (number % 20))  # so that the relay is in different states


FIRST_PAGE_BYTES = 4096


@contextmanager
def fill_disk(server: Server) -> Iterator[None]:
    """Limit the server's files to one page (RLIMIT_FSIZE), so that writes fail as on a full disk."""
    pid, limit = server.process.pid, resource.RLIMIT_FSIZE
    before = resource.prlimit(pid, limit)
    resource.prlimit(pid, limit, (FIRST_PAGE_BYTES, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, limit, before)


def fail_writes(_: Postgres, rounds: int) -> None:
    """In each round, let all writes fail: entries get status 503, and pages still open."""
    with run_one_process() as server:
        address = server.address
        code, secret = open_catan_table(address)
        before = play_founding(address, code, secret)
        for number in range(rounds):
            entries = [(address, code, secret, seat, f"no-room-{number:03d}-{seat}") for seat in range(4)]
            with fill_disk(server):
                statuses = [enter_income(*entry)[0] for entry in entries]
                pages = [get_status(address, path) for path in ("/", f"/j/{code}", "/readyz?reads")]
            assert statuses == [503] * 4, (number, statuses)
            assert pages == [200] * 3, (number, pages)
            twice = [(enter_income(*entry), enter_income(*entry)) for entry in entries]
            assert all(first == again and first[0] == 201 for first, again in twice), (number, twice)
        assert read_log_numbers(address, code, secret) == list(range(1, before + rounds * 4 + 1))
        with closing(sqlite3.connect(server.log.with_name("companion.sqlite3"))) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


PLAYER_COUNT = 4
KILLS_PER_TABLE = 50
"""Number of kills at one table, as the length of a log is limited."""


def kill_during_play(servers: list[Server], postgres: Postgres | None, rounds: int, seed: int) -> None:
    """In each round, kill a server or the database while four players repeat unanswered entries."""
    rng = random.Random(seed)
    addresses = [server.address for server in servers]
    code, secret = open_catan_table(addresses[0], PLAYER_COUNT)
    before = play_founding(addresses[0], code, secret, PLAYER_COUNT)
    stopped = threading.Event()
    entered: list[int] = []

    def enter_until_stopped(seat: int) -> None:
        own_addresses = addresses[seat % len(addresses) :] + addresses[: seat % len(addresses)]
        while not stopped.is_set():
            entered.append(enter_until_answered(own_addresses, code, secret, seat, "Income", {"gold": 1}))

    with ThreadPoolExecutor(PLAYER_COUNT) as players:
        futures = [players.submit(enter_until_stopped, seat) for seat in range(PLAYER_COUNT)]
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
    log = read_log_numbers(addresses[0], code, secret)
    assert log == list(range(1, len(log) + 1)), "a gap or a double in the log"
    assert sorted(entered) == log[before:], "answered and logged entries differ"


def kill_at_several_tables(servers: list[Server], postgres: Postgres | None, rounds: int) -> None:
    for start in range(0, rounds, KILLS_PER_TABLE):
        kill_during_play(servers, postgres, min(KILLS_PER_TABLE, rounds - start), start)


def kill_server_on_sqlite(_: Postgres, rounds: int) -> None:
    with run_one_process() as server:
        kill_at_several_tables([server], None, rounds)


def kill_servers_and_postgresql(postgres: Postgres, rounds: int) -> None:
    with run_two_processes(postgres) as servers:
        kill_at_several_tables(servers, postgres, rounds)


Fault = Callable[[Postgres, int], None]
ROUNDS_BY_FAULT: dict[Fault, tuple[int, int]] = {
    silence_database: (4, 50),
    silence_during_write: (4, 40),
    close_relay_session: (4, 100),
    fail_writes: (4, 50),
    kill_server_on_sqlite: (6, 200),
    kill_servers_and_postgresql: (6, 200),
}
"""For each fault, the number of rounds of a short and of a long run."""


@pytest.mark.parametrize("fault", ROUNDS_BY_FAULT)
@few_or_many
def test_no_entry_is_lost_or_doubled(postgres: Postgres, fault: Fault, many: bool) -> None:
    fault(postgres, ROUNDS_BY_FAULT[fault][many])
