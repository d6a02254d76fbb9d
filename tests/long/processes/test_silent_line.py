"""The relay between two processes is cut: everybody hears of what is entered meanwhile."""

from __future__ import annotations

import psycopg

from tests.long.processes.faults.silence import PATIENCE
from tests.long.processes.players import Listener, enter, founded, opened
from tests.postgres import Postgres
from tests.served import Server


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
