"""PostgreSQL and two app processes: one table spread over both, and the line between them is cut."""

from tests.long.postgres import Postgres
from tests.long.processes.players import Listener, enter, opened
from tests.served import Server


def test_without_the_relay_streams_look_for_themselves_until_it_is_back(
    two: tuple[Server, Server], postgres: Postgres
) -> None:
    one, other = (server.address for server in two)
    code, secret = opened(one)
    listener = Listener(other, code)
    listener.wait_for(0)
    postgres.kill()
    postgres.start()
    for seat in range(4):
        listener.wait_for(enter([one], code, secret, seat, "Found", {}))
