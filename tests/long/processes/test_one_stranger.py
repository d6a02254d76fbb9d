"""One stranger cannot stall everybody: the server as it is really served, with its limits on."""

import json
import urllib.request
from collections import Counter
from collections.abc import Iterator

import gevent
import pytest
from werkzeug.exceptions import RequestTimeout

from companion.home.bounds import TimedBody
from tests.long.processes.players import income, opened
from tests.long.processes.stranger import HALF_A_POST, asked, hang_up, lines, status, wait_until_over
from tests.served import Server
from tests.waiting import PATIENCE

STREAMS = 30
CONNECTIONS = 4 * STREAMS


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("stranger")
    with Server(folder, COMPANION_RATE_LIMITS="1", COMPANION_STREAMS=str(STREAMS)) as server:
        yield server


def streams(server: Server) -> int:
    with urllib.request.urlopen(f"{server.address}/healthz", timeout=PATIENCE) as answer:
        return int(json.load(answer)["streams"])


def test_half_sent_requests_are_ended_and_hold_nobody_up(limited: Server) -> None:
    """An address has so many connections; whoever comes from another one has theirs."""
    head = HALF_A_POST.partition(b"\r\n\r\n")[0]
    table = lines(limited.port, 20, head) + lines(limited.port, CONNECTIONS, HALF_A_POST)
    try:
        code, secret = opened(limited.address)
        assert income(limited.address, code, secret, 0, "while-others-hang")[0] == 422
        assert Counter(map(status, table[20:])) == {408: CONNECTIONS - 20, 503: 20}
        for line in table:
            wait_until_over(line)
    finally:
        hang_up(table)


def test_a_stranger_has_so_many_streams_and_heads_open_none(limited: Server) -> None:
    code, _ = opened(limited.address)
    events = f"/t/{code}/events"
    table = lines(limited.port, STREAMS + 10, asked("HEAD", events))
    assert set(map(status, table)) == {200}
    assert streams(limited) == 0
    hang_up(table)
    table = lines(limited.port, STREAMS + 10, asked("GET", events))
    try:
        assert Counter(map(status, table))[200] == STREAMS
        assert streams(limited) == STREAMS
    finally:
        hang_up(table)


class Slow:
    """A body of which nothing comes."""

    def read(self, size: int | None = None) -> bytes:
        gevent.sleep(PATIENCE)
        return b""

    readline = read


def test_a_body_that_is_late_is_told_so_and_then_is_over() -> None:
    ended: list[bool] = []
    body = TimedBody(Slow(), 0.05, lambda: ended.append(True))
    with pytest.raises(RequestTimeout):
        body.read(10)
    assert (body.failed, body.read(10), list(body), ended) == (True, b"", [], [True])
