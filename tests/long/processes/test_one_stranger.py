"""One stranger cannot stall everybody: the server as it is really served, with its limits on."""

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.long.processes.players import income, opened
from tests.long.processes.stranger import HALF_A_POST, hang_up, lines, status, wait_until_over
from tests.served import Server

STREAMS = 30
CONNECTIONS = 4 * STREAMS


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("stranger")
    with Server(folder, COMPANION_RATE_LIMITS="1", COMPANION_STREAMS=str(STREAMS)) as server:
        yield server


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
