"""The servers that faults are done to."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.lines import Line
from tests.postgres import Postgres
from tests.served import Server


@contextmanager
def served(folder: Path, database: str = "") -> Iterator[Server]:
    """One app process."""
    server = Server(folder, database)
    try:
        yield server
    finally:
        server.kill()


@contextmanager
def a_postgresql() -> Iterator[Postgres]:
    """A PostgreSQL of its own."""
    postgres = Postgres()
    try:
        yield postgres
    finally:
        postgres.stop()


@contextmanager
def behind_a_line() -> Iterator[tuple[Server, Line]]:
    """One app process on a PostgreSQL of its own, which it reaches through a line."""
    with tempfile.TemporaryDirectory() as folder, a_postgresql() as postgres:
        line = Line(postgres.port)
        try:
            with served(Path(folder), postgres.url_through(line)) as server:
                yield server, line
        finally:
            line.close()


@contextmanager
def two_processes() -> Iterator[tuple[list[Server], Postgres]]:
    """Two app processes on one PostgreSQL."""
    with (
        tempfile.TemporaryDirectory() as folder,
        a_postgresql() as postgres,
        served(Path(folder), postgres.url) as one,
        served(Path(folder), postgres.url) as other,
    ):
        yield [one, other], postgres
