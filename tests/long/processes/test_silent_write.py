"""The line to PostgreSQL falls silent in the middle of a write: its tap is entered once, whatever comes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.lines import Line
from tests.long.processes.faults.midway import SILENCES, Silence, entered, tap
from tests.long.processes.players import founded, opened, whole_log
from tests.postgres import Postgres
from tests.served import Server

Address = str


@pytest.fixture(scope="module")
def line(postgres: Postgres) -> Iterator[Line]:
    made = Line(postgres.port)
    yield made
    made.close()


@pytest.fixture(scope="module")
def behind(
    postgres: Postgres, line: Line, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Address]:
    """An app process that reaches its database through the line."""
    made = Server(tmp_path_factory.mktemp("behind"), postgres.url_through(line))
    yield made.address
    made.kill()


@pytest.mark.parametrize("silence", SILENCES.values(), ids=SILENCES)
def test_a_tap_whose_write_falls_silent_is_entered_once(
    behind: Address, line: Line, silence: Silence
) -> None:
    table = opened(behind)
    version = founded(behind, *table)
    seq, _ = tap(behind, line, table, silence, "midway-tap")
    again = entered(behind, table, 0, "midway-tap")
    another = entered(behind, table, 1, "another-tap")
    assert (seq, again, another) == (version + 1, version + 1, version + 2)
    assert whole_log(behind, *table) == list(range(1, version + 3))
