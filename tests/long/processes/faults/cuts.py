"""The line between processes is cut at the moment of an entry: the phones of the other one still hear."""

from __future__ import annotations

import time

import psycopg

from tests.long.processes.faults.outcome import Outcome, two_processes
from tests.long.processes.players import Listener, enter, founded, opened
from tests.postgres import Postgres

PATIENCE = 3.0
"""Seconds within which a phone hears, whatever was cut."""
_CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE query LIKE 'LISTEN%' OR query = 'SELECT 1'"
)


def run(near: str, far: str, postgres: Postgres, rounds: int) -> float:
    """So many cuts, each with an entry through one process; the seconds until the other's phone heard."""
    code, secret = opened(near)
    version = founded(near, code, secret)
    listener = Listener(far, code)
    assert listener.wait_for(version)
    worst = 0.0
    with psycopg.connect(postgres.url.replace("+psycopg", ""), autocommit=True) as connection:
        for number in range(rounds):
            connection.execute(_CUT)
            version = enter([near], code, secret, 0, "Income", {"gold": 1})
            entered = time.monotonic()
            assert listener.wait_for(version, PATIENCE), number
            worst = max(worst, time.monotonic() - entered)
            time.sleep(0.05 * (number % 20))  # the next cut meets the line in every state
    return worst


def on_postgresql(rounds: int) -> Outcome:
    """Two processes."""
    with two_processes() as (servers, postgres):
        worst = run(servers[0].address, servers[1].address, postgres, rounds)
    return Outcome(
        "LISTEN cut, PostgreSQL", rounds, f"heard by the other's phone within {worst:.2f} s"
    )
