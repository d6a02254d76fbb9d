"""PostgreSQL and two app processes: one table spread over both, and everything that can be killed is."""

from __future__ import annotations

import threading

from companion.tables.errors import Unavailable
from tests.long.processes.players import Listener, ask, enter, founded, opened
from tests.postgres import Postgres
from tests.served import Server


def log_of(address: str, code: str, secret: str) -> list[int]:
    status, answer = ask(address, f"/tables/{code}/log", secret=secret)
    assert status == 200, answer
    return [entry["seq"] for entry in answer["entries"]]


def test_an_entry_on_one_process_reaches_the_streams_of_the_other(
    two: tuple[Server, Server],
) -> None:
    one, other = (server.address for server in two)
    code, secret = opened(one)
    listener = Listener(other, code)
    assert listener.wait_for(0)
    version = founded(one, code, secret)
    assert listener.wait_for(version, 3)
    status, table = ask(other, f"/tables/{code}", secret=secret)
    assert (status, table["version"]) == (200, version)


def test_a_name_given_on_one_process_is_known_on_the_other(two: tuple[Server, Server]) -> None:
    one, other = (server.address for server in two)
    code, secret = opened(one)
    assert ask(other, f"/tables/{code}", secret=secret)[1]["names"][1] == "P1"
    assert ask(one, f"/tables/{code}/seats", {"seat": 1, "name": "Cleo"})[0] == 201
    for _ in range(50):
        names = ask(other, f"/tables/{code}", secret=secret)[1]["names"]
        if names[1] == "Cleo":
            break
    assert names[1] == "Cleo"


def test_players_spread_over_both_lose_and_double_nothing(two: tuple[Server, Server]) -> None:
    addresses = [server.address for server in two]
    code, secret = opened(addresses[0])
    version = founded(addresses[0], code, secret)
    entered: list[int] = []

    def play(seat: int) -> None:
        mine = addresses[seat % 2 :] + addresses[: seat % 2]
        entered.extend(enter(mine, code, secret, seat, "Income", {"gold": 1}) for _ in range(25))

    threads = [threading.Thread(target=play, args=(seat,)) for seat in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    expected = list(range(version + 1, version + 101))
    assert sorted(entered) == expected
    for address in addresses:
        assert log_of(address, code, secret) == list(range(1, version + 101))


def test_a_killed_database_loses_no_answered_entry(
    two: tuple[Server, Server], postgres: Postgres
) -> None:
    addresses = [server.address for server in two]
    code, secret = opened(addresses[0])
    version = founded(addresses[0], code, secret)
    entered: list[int] = []

    def play() -> None:
        entered.extend(enter(addresses, code, secret, 0, "Income", {"gold": 1}) for _ in range(30))

    player = threading.Thread(target=play)
    player.start()
    for _ in range(3):
        postgres.kill()
        status, answer = ask(addresses[0], f"/tables/{code}", secret=secret)
        assert (status, answer["error"]["kind"]) == (503, Unavailable.kind)
        postgres.start()
    player.join(60)
    assert not player.is_alive()
    assert log_of(addresses[1], code, secret) == list(range(1, version + 31))
    assert len(set(entered)) == 30


def test_without_the_relay_streams_look_for_themselves_until_it_is_back(
    two: tuple[Server, Server], postgres: Postgres
) -> None:
    one, other = (server.address for server in two)
    code, secret = opened(one)
    listener = Listener(other, code)
    assert listener.wait_for(0)
    postgres.kill()
    postgres.start()
    version = enter([one], code, secret, 0, "Found", {})
    assert listener.wait_for(version, 10)
    for seat in (1, 2, 3):
        version = enter([one], code, secret, seat, "Found", {})
    assert listener.wait_for(version, 10)


def test_a_killed_process_hands_its_players_to_the_other(two: tuple[Server, Server]) -> None:
    addresses = [server.address for server in two]
    code, secret = opened(addresses[0])
    version = founded(addresses[0], code, secret)
    two[0].kill()
    for number in range(1, 4):
        assert enter(addresses, code, secret, 0, "Income", {"gold": 1}) == version + number
    two[0].start()
    assert log_of(addresses[0], code, secret) == list(range(1, version + 4))
