"""Many phones ask for one thing at the same moment: exactly one gets it."""

import tempfile
from pathlib import Path

from tests.long.processes.faults.hosts import served, two_processes
from tests.long.processes.players import all_at_once, ask

PHONES = 6
TOLD = "one of six phones got the seat, one opened the rematch, each time"

Addresses = list[str]


def opened(address: str) -> tuple[str, str]:
    """A count of three; its code and its host's secret."""
    told = {"game": "giza", "mode": "tally", "seats": ["Ana", "Bo", "Cy"]}
    status, answer = ask(address, "/tables", told)
    assert status == 201, answer
    return answer["code"], answer["secret"]


def seats_taken(addresses: Addresses) -> list[int]:
    """The statuses that phones are answered who all want the same free seat."""
    path = f"/tables/{opened(addresses[0])[0]}/seats"
    answers = all_at_once(lambda n: ask(addresses[n % len(addresses)], path, {"seat": 1}), PHONES)
    return sorted(status for status, _ in answers)


def rematches(addresses: Addresses) -> tuple[set[str], int]:
    """The tables that phones are led to who all want a rematch, and how many became its host."""
    code, secret = opened(addresses[0])
    moves = [("Sheet", seat, {"sums": [seat, 0, 0, 0]}) for seat in range(3)]
    for number, (move, seat, data) in enumerate([*moves, ("Close", 0, {})]):
        line = {
            "kind": "move",
            "seat": seat,
            "move": move,
            "data": data,
            "key": f"counted-{number}",
        }
        status, answer = ask(addresses[0], f"/tables/{code}/entries", line, secret)
        assert status in (200, 201), answer
    path = f"/tables/{code}/rematch"
    answers = all_at_once(lambda n: ask(addresses[n % len(addresses)], path, {}, secret), PHONES)
    assert [status for status, _ in answers] == [201] * PHONES, answers
    hosts = [answer["secret"] for _, answer in answers if answer["secret"]]
    return {answer["code"] for _, answer in answers}, len(hosts)


def run(addresses: Addresses, rounds: int) -> None:
    """So many rounds of a free seat and of a rematch."""
    for number in range(rounds):
        taken = seats_taken(addresses)
        assert taken == [201] + [403] * (PHONES - 1), (number, taken)
        tables, hosts = rematches(addresses)
        assert (len(tables), hosts) == (1, 1), (number, tables, hosts)


def on_sqlite(rounds: int) -> str:
    """One process."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server:
        run([server.address], rounds)
    return TOLD


def on_postgresql(rounds: int) -> str:
    """Half of the rounds at one process, half spread over two."""
    with two_processes() as (servers, _):
        run([servers[0].address], rounds // 2)
        run([server.address for server in servers], rounds - rounds // 2)
    return TOLD
