"""PostgreSQL and two app processes: one table spread over both, and the line between them is cut."""

from tests.long.postgres import Postgres
from tests.long.processes.players import Listener, ask, enter, opened
from tests.served import Server
from tests.waiting import until


def test_a_name_given_on_one_process_is_known_on_the_other(two: tuple[Server, Server]) -> None:
    one, other = (server.address for server in two)
    code, secret = opened(one)

    def second_name() -> str:
        return str(ask(other, f"/tables/{code}", secret=secret)[1]["names"][1])

    assert second_name() == "P1"
    assert ask(one, f"/tables/{code}/seats", {"seat": 1, "name": "Cleo"})[0] == 201
    until(lambda: second_name() == "Cleo", "the name")


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
