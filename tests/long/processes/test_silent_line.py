"""PostgreSQL behind a line that falls silent or is cut: nobody waits for ever, everybody hears of it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.lines import Line
from tests.long.processes.faults.silence import PATIENCE, page_of
from tests.long.processes.players import Listener, ask, enter, founded, income, opened
from tests.postgres import Postgres
from tests.served import Server


@pytest.fixture
def line(postgres: Postgres) -> Iterator[Line]:
    made = Line(postgres.port)
    yield made
    made.close()


@pytest.fixture
def behind(postgres: Postgres, line: Line, tmp_path: Path) -> Iterator[Server]:
    """An app process that reaches its database through the line."""
    made = Server(tmp_path, postgres.url_through(line))
    yield made
    made.kill()


def test_a_silent_database_is_away_for_everybody_and_comes_back(behind: Server, line: Line) -> None:
    address = behind.address
    tables = [opened(address) for _ in range(3)]
    versions = [founded(address, code, secret) for code, secret in tables]
    line.fall_silent()
    statuses: list[int] = []

    def one_tap(number: int) -> None:
        code, secret = tables[number % 3]
        statuses.append(income(address, code, secret, number // 3, f"silent-{number}")[0])

    taps = [threading.Thread(target=one_tap, args=(number,)) for number in range(6)]
    for tap in taps:
        tap.start()
    assert page_of(address, "/readyz") == 503
    assert page_of(address, f"/t/{tables[0][0]}") == 503
    assert page_of(address, "/healthz") == 200
    for tap in taps:
        tap.join()
    assert statuses == [503] * 6
    line.speak()
    for number in range(6):
        code, secret = tables[number % 3]
        enter([address], code, secret, number // 3, "Income", {"gold": 1}, f"silent-{number}")
    for (code, secret), version in zip(tables, versions, strict=True):
        entries = ask(address, f"/tables/{code}/log", secret=secret)[1]["entries"]
        assert [entry["seq"] for entry in entries] == list(range(1, version + 3))


def test_what_is_entered_while_the_relay_is_cut_is_heard_at_once(
    two: tuple[Server, Server], postgres: Postgres
) -> None:
    one, other = (server.address for server in two)
    code, secret = opened(one)
    version = founded(one, code, secret)
    listener = Listener(other, code)
    assert listener.wait_for(version)
    with psycopg.connect(postgres.url.replace("+psycopg", ""), autocommit=True) as connection:
        for _ in range(3):
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
                " OR query = 'SELECT 1'"
            )
            version = enter([one], code, secret, 0, "Income", {"gold": 1})
            assert listener.wait_for(version, PATIENCE)
