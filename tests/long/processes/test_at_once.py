"""Many phones ask for one thing at the same moment: one gets it, all others are told so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.long.processes.faults.at_once import Addresses, run
from tests.postgres import Postgres
from tests.served import Server

ROUNDS = 4


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Addresses]:
    server = Server(tmp_path)
    yield [server.address]
    server.kill()


@pytest.fixture
def one_process(postgres: Postgres, tmp_path: Path) -> Iterator[Addresses]:
    server = Server(tmp_path, postgres.url)
    yield [server.address]
    server.kill()


@pytest.fixture
def two_processes(two: tuple[Server, Server]) -> Addresses:
    return [server.address for server in two]


@pytest.fixture(params=["sqlite", "one_process", "two_processes"])
def addresses(request: pytest.FixtureRequest) -> Addresses:
    found: Addresses = request.getfixturevalue(request.param)
    return found


def test_one_phone_gets_a_seat_and_all_are_led_to_one_rematch(addresses: Addresses) -> None:
    run(addresses, ROUNDS)
