"""Many phones ask for one thing at the same moment: one gets it, all others are told so."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Server
from tests.scaled.conftest import Postgres
from tests.scaled.players import ask

PHONES = 6
ROUNDS = 4

Addresses = list[str]


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


def at_once(ask_one: Callable[[int], Any]) -> list[Any]:
    """What so many phones are answered that all ask together."""
    ready = threading.Barrier(PHONES)
    answers: list[Any] = [None] * PHONES

    def one(number: int) -> None:
        ready.wait()
        answers[number] = ask_one(number)

    phones = [threading.Thread(target=one, args=(number,)) for number in range(PHONES)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    return answers


def opened(address: str) -> tuple[str, str]:
    told = {"game": "giza", "mode": "tally", "seats": ["Ana", "Bo", "Cy"]}
    status, answer = ask(address, "/tables", told, timeout=30)
    assert status == 201, answer
    return answer["code"], answer["secret"]


def seats_taken(addresses: Addresses) -> list[int]:
    """The statuses that phones are answered who all want the same free seat."""
    code, _ = opened(addresses[0])
    path = f"/tables/{code}/seats"
    return sorted(
        status
        for status, _ in at_once(
            lambda n: ask(addresses[n % len(addresses)], path, {"seat": 1}, timeout=30)
        )
    )


def rematches(addresses: Addresses) -> tuple[set[str], int]:
    """The tables that phones are led to who all want a rematch, and how many became its host."""
    code, secret = opened(addresses[0])
    path = f"/tables/{code}/rematch"
    answers = at_once(lambda n: ask(addresses[n % len(addresses)], path, {}, secret, timeout=30))
    assert [status for status, _ in answers] == [201] * PHONES, answers
    hosts = [answer["secret"] for _, answer in answers if answer["secret"]]
    return {answer["code"] for _, answer in answers}, len(hosts)


def test_one_phone_gets_a_seat(addresses: Addresses) -> None:
    for _ in range(ROUNDS):
        assert seats_taken(addresses) == [201] + [403] * (PHONES - 1)


def test_all_phones_are_led_to_one_rematch(addresses: Addresses) -> None:
    for _ in range(ROUNDS):
        tables, hosts = rematches(addresses)
        assert (len(tables), hosts) == (1, 1)
