"""One stranger cannot stall everybody: the server as it is really served, with its limits on."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator

import gevent
import pytest
from werkzeug.exceptions import RequestTimeout

from companion.home.bounds import BODY_SECONDS, TimedBody
from tests.long.processes.stranger import (
    HALF_A_POST,
    OtherPhone,
    asked,
    dropped,
    hang_up,
    lines,
)
from tests.served import Server


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("stranger"))
    server.kill()
    server.start(COMPANION_RATE_LIMITS="1", COMPANION_STREAMS="30")
    yield server
    server.kill()


def streams(server: Server) -> int:
    with urllib.request.urlopen(f"{server.address}/healthz", timeout=10) as answer:
        return int(json.load(answer)["streams"])


def test_half_sent_requests_are_dropped_and_hold_nobody_up(limited: Server) -> None:
    phone = OtherPhone(limited.port)
    phone.open()
    head = HALF_A_POST.partition(b"\r\n\r\n")[0]
    table = lines(limited.port, 50, HALF_A_POST) + lines(limited.port, 50, head)
    try:
        for number in range(20):
            phone.enter(number)
        assert phone.slowest(0.95) < 2000
        assert dropped(table, BODY_SECONDS + 9) == 100
    finally:
        hang_up(table)


def test_an_address_has_so_many_connections_and_others_have_theirs(limited: Server) -> None:
    table = lines(limited.port, 4 * 30 + 20, HALF_A_POST)
    try:
        assert dropped(table, 5) == 20
        phone = OtherPhone(limited.port)
        phone.open()
        phone.enter(0)
    finally:
        hang_up(table)


def test_a_stranger_has_so_many_streams_and_heads_open_none(limited: Server) -> None:
    phone = OtherPhone(limited.port)
    phone.open()
    events = f"/t/{phone.code}/events"
    table = lines(limited.port, 40, asked("HEAD", events))
    dropped(table, 1)
    assert streams(limited) == 0
    hang_up(table)
    table = lines(limited.port, 40, asked("GET", events))
    try:
        dropped(table, 2)
        assert streams(limited) == 30
    finally:
        hang_up(table)


class Slow:
    """A body of which nothing comes."""

    def read(self, size: int | None = None) -> bytes:
        gevent.sleep(5)
        return b""

    readline = read


def test_a_body_that_is_late_is_told_so_and_then_is_over() -> None:
    ended: list[bool] = []
    body = TimedBody(Slow(), 0.05, lambda: ended.append(True))
    with pytest.raises(RequestTimeout):
        body.read(10)
    assert (body.failed, body.read(10), list(body), ended) == (True, b"", [], [True])
