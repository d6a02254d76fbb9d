"""A connection that PostgreSQL ended costs nobody an answer, and a database is found where it moved to."""

import psycopg
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import URL, create_engine, text

from companion.store.connections import engine_options, libpq_string
from tests.long.postgres import Postgres
from tests.served import free_port
from tests.waiting import until

PATIENCE = 0.5
"""Seconds; the server ends what lies open for twice as long."""
ENDED = "SELECT NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = %s)"
SIGNS = "p@:/ '\\?ü"


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


def test_the_relay_connects_to_the_host_that_takes_entries(postgres: Postgres) -> None:
    """One URL names both hosts."""
    gone = free_port()
    hosts = {"host": (f"127.0.0.1:{gone}", f"127.0.0.1:{postgres.port}")}
    url = URL.create(
        "postgresql+psycopg", "postgres", SIGNS, database="postgres",
        query={**hosts, "target_session_attrs": "read-write"},
    )  # fmt: skip
    told = libpq_string(url.render_as_string(hide_password=False))
    assert conninfo_to_dict(told)["password"] == SIGNS
    with psycopg.connect(told) as line:
        assert line.info.port == postgres.port
