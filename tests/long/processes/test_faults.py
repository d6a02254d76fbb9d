"""Faults on purpose: a few rounds of each; ``make faults`` does many."""

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
from tests.long.processes.players import Listener, all_at_once, enter, founded, income, opened, whole_log
from tests.waiting import WAIT_SECONDS


@contextmanager
def one_process() -> Iterator[tuple[Server, Path]]:
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        yield server, Path(folder)


@contextmanager
def behind_a_line() -> Iterator[tuple[str, CuttableProxy]]:
    """One app process on a PostgreSQL of its own, which it reaches through a line."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Postgres() as postgres,
        closing(CuttableProxy(postgres.port)) as line,
        Server(Path(folder), postgres.url_through(line)) as server,
    ):
        yield server.address, line


@contextmanager
def two_processes() -> Iterator[tuple[list[Server], Postgres]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        Postgres() as postgres,
        Server(Path(folder), postgres.url) as one,
        Server(Path(folder), postgres.url) as other,
    ):
        yield [one, other], postgres


def page_of(address: str, path: str) -> int:
    try:
        with urllib.request.urlopen(f"{address}{path}", timeout=WAIT_SECONDS) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


# The line to PostgreSQL falls silent.

TABLES, TAPS = 3, 6


def silence(rounds: int) -> None:
    """Every request is answered meanwhile; the same taps come again, and nothing is lost or doubled."""
    with behind_a_line() as (address, line):
        tables = [opened(address) for _ in range(TABLES)]
        entered = {code: list(range(1, founded(address, code, secret) + 1)) for code, secret in tables}
        pages = ("/readyz", f"/t/{tables[0][0]}")
        for number in range(rounds):
            keys = [f"silence-{number:03d}-{tap}" for tap in range(TAPS)]

            def asked(place: int, keys: list[str] = keys) -> int:
                if place >= TAPS:
                    return page_of(address, pages[place - TAPS])
                return income(address, *tables[place % TABLES], place % 4, keys[place])[0]

            line.fall_silent()
            statuses = all_at_once(asked, TAPS + len(pages))
            line.speak()
            assert set(statuses) == {503}, (number, statuses)
            for place, key in enumerate(keys):
                code, secret = tables[place % TABLES]
                entered[code].append(enter([address], code, secret, place % 4, "Income", {"gold": 1}, key))
        for code, secret in tables:
            logged = whole_log(address, code, secret)
            assert logged == sorted(entered[code]), "answered and logged entries differ"
            assert logged == list(range(1, len(logged) + 1)), "a gap or a double in the log"


class Silence(NamedTuple):
    """When the line falls silent in the middle of a write, and what becomes of what it held."""

    until: tuple[bytes, ...] = ()
    """Said to the server after the tap's INSERT."""
    passed: bool = False
    """The last thing said arrives, and its answer is lost."""
    late: bool = False
    """It arrives when the line speaks."""


SILENCES = (
    Silence(passed=True),
    Silence((b"COMMIT",)),
    Silence((b"COMMIT",), late=True),
    Silence((b"COMMIT",), passed=True),
)
"""No answer to INSERT; no COMMIT arrives; it arrives late; no answer to it."""


def midway(rounds: int) -> None:
    """Silences of all kinds by turns; the same tap is sent again when the line is back."""
    with behind_a_line() as (address, line):
        code, secret = opened(address)
        before = founded(address, code, secret)
        for number in range(rounds):
            kind, key = SILENCES[number % len(SILENCES)], f"midway-{number:04d}"
            line.fall_silent_at(key.encode(), *kind.until, passed=kind.passed, late=kind.late)
            assert income(address, code, secret, 0, key) == (503, 0), number
            line.speak()
            seq = enter([address], code, secret, 0, "Income", {"gold": 1}, key)
            assert seq == before + number + 1, number
        assert whole_log(address, code, secret) == list(range(1, before + rounds + 1))


_CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE query LIKE 'LISTEN%' OR query = 'SELECT 1'"
)


def cuts(rounds: int) -> None:
    """The line between processes is cut at the moment of an entry: the other's phone still hears of it."""
    with two_processes() as (servers, postgres):
        near, far = (server.address for server in servers)
        code, secret = opened(near)
        listener = Listener(far, code)
        listener.wait_for(founded(near, code, secret))
        with psycopg.connect(postgres.url.replace("+psycopg", ""), autocommit=True) as connection:
            for number in range(rounds):
                connection.execute(_CUT)
                listener.wait_for(enter([near], code, secret, 0, "Income", {"gold": 1}))
                time.sleep(0.05 * (number % 20))  # the next cut meets the line in every state


# No room to write.

FIRST_PAGE = 4096


@contextmanager
def no_room(server: Server) -> Iterator[None]:
    """The server may write no file beyond its first page (RLIMIT_FSIZE), which needs no disk of its own
    and nobody's permission.
    """
    pid, limit = server.process.pid, resource.RLIMIT_FSIZE
    before = resource.prlimit(pid, limit)
    resource.prlimit(pid, limit, (FIRST_PAGE, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, limit, before)


def disk(rounds: int) -> None:
    """Entries are answered 503, pages go on, and the same taps enter once when there is room again."""
    with one_process() as (server, folder):
        address = server.address
        code, secret = opened(address)
        before = founded(address, code, secret)
        for number in range(rounds):
            taps = [(address, code, secret, seat, f"no-room-{number:03d}-{seat}") for seat in range(4)]
            with no_room(server):
                refused = [income(*tap)[0] for tap in taps]
                pages = [page_of(address, path) for path in ("/", f"/j/{code}", "/readyz?reads")]
            assert refused == [503] * 4, (number, refused)
            assert pages == [200] * 3, (number, pages)
            twice = [(income(*tap), income(*tap)) for tap in taps]
            assert all(first == again and first[0] == 201 for first, again in twice), (number, twice)
        assert whole_log(address, code, secret) == list(range(1, before + rounds * 4 + 1))
        with closing(sqlite3.connect(folder / "companion.sqlite3")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


# Kills: 0 lost, 0 doubled.

PLAYERS = 4
LEG = 50
"""Kills at one table; a log has an end."""


def leg(servers: list[Server], postgres: Postgres | None, rounds: int, seed: int) -> None:
    """The server (of PostgreSQL every fifth time the database) is killed with signal 9 so often at a chance
    moment, while four players enter and send each entry again until it is answered.
    """
    chance = random.Random(seed)
    addresses = [server.address for server in servers]
    code, secret = opened(addresses[0], PLAYERS)
    before = founded(addresses[0], code, secret, PLAYERS)
    over = threading.Event()
    entered: list[int] = []

    def play(seat: int) -> None:
        mine = addresses[seat % len(addresses) :] + addresses[: seat % len(addresses)]
        while not over.is_set():
            entered.append(enter(mine, code, secret, seat, "Income", {"gold": 1}))

    with ThreadPoolExecutor(PLAYERS) as players:
        playing = [players.submit(play, seat) for seat in range(PLAYERS)]
        try:
            for number in range(rounds):
                time.sleep(chance.uniform(0.02, 0.3))  # the moment is chance's
                every_fifth = postgres if number % 5 == 4 else None
                victim = every_fifth or servers[number % len(servers)]
                victim.kill()
                victim.start()
        finally:
            over.set()
    for seat in playing:
        seat.result()
    logged = whole_log(addresses[0], code, secret)
    assert logged == list(range(1, len(logged) + 1)), "a gap or a double in the log"
    assert sorted(entered) == logged[before:], "answered and logged entries differ"


def legs(servers: list[Server], postgres: Postgres | None, rounds: int) -> None:
    """So many kills, a new table after every fifty."""
    for done in range(0, rounds, LEG):
        leg(servers, postgres, min(LEG, rounds - done), done)


def kills_on_sqlite(rounds: int) -> None:
    with one_process() as (server, _):
        legs([server], None, rounds)


def kills_on_postgresql(rounds: int) -> None:
    with two_processes() as (servers, postgres):
        legs(servers, postgres, rounds)


FAULTS: dict[Callable[[int], None], tuple[int, int]] = {
    silence: (4, 50),
    midway: (4, 40),
    cuts: (4, 100),
    disk: (4, 50),
    kills_on_sqlite: (6, 200),
    kills_on_postgresql: (6, 200),
}
"""How many rounds of each are a few, and many: the line falls silent in each of four ways, and the fifth
kill is the database's."""


@pytest.mark.usefixtures("postgres")
@pytest.mark.parametrize("fault", FAULTS)
@short_or_long
def test_a_fault_loses_and_doubles_nothing(fault: Callable[[int], None], many: bool) -> None:
    fault(FAULTS[fault][many])
