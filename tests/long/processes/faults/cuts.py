"""The line between processes is cut at the moment of an entry: the phones of the other one still hear."""

import time

import psycopg

from tests.long.processes.faults.hosts import two_processes
from tests.long.processes.players import Listener, enter, founded, opened
from tests.postgres import Postgres

_CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE query LIKE 'LISTEN%' OR query = 'SELECT 1'"
)


def run(near: str, far: str, postgres: Postgres, rounds: int) -> None:
    """So many cuts, each with an entry through one process, of which the other's phone hears."""
    code, secret = opened(near)
    listener = Listener(far, code)
    listener.wait_for(founded(near, code, secret))
    with psycopg.connect(postgres.url.replace("+psycopg", ""), autocommit=True) as connection:
        for number in range(rounds):
            connection.execute(_CUT)
            listener.wait_for(enter([near], code, secret, 0, "Income", {"gold": 1}))
            time.sleep(0.05 * (number % 20))  # the next cut meets the line in every state


def on_postgresql(rounds: int) -> str:
    """Two processes."""
    with two_processes() as (servers, postgres):
        run(servers[0].address, servers[1].address, postgres, rounds)
    return "the other's phone heard of every entry"
