"""A connection that PostgreSQL ended costs nobody an answer: it is put away, and the next one is new."""

import psycopg
from sqlalchemy import create_engine, text

from companion.store.connections import engine_options
from tests.postgres import Postgres
from tests.waiting import until

PATIENCE = 0.5
"""Seconds; the server ends what lies open for twice as long."""
ENDED = "SELECT NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = %s)"


def test_a_session_ended_while_a_page_was_drawn_is_put_away(postgres: Postgres) -> None:
    engine = create_engine(postgres.url, **engine_options(postgres.url, PATIENCE))
    with (
        engine.connect() as connection,
        psycopg.connect(postgres.url.replace("+psycopg", ""), autocommit=True) as other,
    ):
        first = connection.scalar(text("SELECT pg_backend_pid()"))
        until(lambda: (other.execute(ENDED, [first]).fetchone() or [False])[0], "its end")
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT pg_backend_pid()")) != first
    engine.dispose()
