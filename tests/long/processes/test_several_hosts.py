"""The line between processes finds the database where it moved to: one URL names both its hosts."""

from companion.store.connections import libpq_string
from tests.postgres import Postgres
from tests.served import free_port

SIGNS = "p@:/ '\\?ü"


def test_the_relay_connects_to_the_host_that_takes_entries(postgres: Postgres) -> None:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict
    from sqlalchemy import URL

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
