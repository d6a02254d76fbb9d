"""Kills: 0 lost, 0 doubled.

In every round the server (and on PostgreSQL every fifth time the database) is killed with signal 9 at a
chance moment, while four players enter; they send each entry again until it is answered.
"""

import random
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.long.processes.faults.hosts import served, two_processes
from tests.long.processes.players import enter, founded, opened, whole_log
from tests.postgres import Postgres
from tests.served import Server

PLAYERS = 4
LEG = 50
"""Kills at one table; a log has an end."""


def run(servers: list[Server], postgres: Postgres | None, rounds: int, seed: int = 1) -> tuple[int, int]:
    """Play through so many kills; (entries answered, entries in the log besides the founding)."""
    chance = random.Random(seed)
    addresses = [server.address for server in servers]
    code, secret = opened(addresses[0], PLAYERS)
    before = founded(addresses[0], code, secret, PLAYERS)
    over = threading.Event()
    entered: list[int] = []

    def play(seat: int) -> None:
        mine = addresses[seat % len(addresses) :] + addresses[: seat % len(addresses)]
        while not over.is_set():
            entered.append(enter(mine, code, secret, seat, "Income", {"gold": 1}))

    with ThreadPoolExecutor(PLAYERS) as players:
        playing = [players.submit(play, seat) for seat in range(PLAYERS)]
        try:
            for number in range(rounds):
                time.sleep(chance.uniform(0.02, 0.3))  # the moment is chance's
                if postgres is not None and number % 5 == 4:
                    postgres.kill()
                    postgres.start()
                else:
                    victim = servers[number % len(servers)]
                    victim.kill()
                    victim.start()
        finally:
            over.set()
    for seat in playing:
        seat.result()
    logged = whole_log(addresses[0], code, secret)
    assert logged == list(range(1, len(logged) + 1)), "a gap or a double in the log"
    assert sorted(entered) == logged[before:], "answered and logged entries differ"
    return len(entered), len(logged) - before


def legs(servers: list[Server], postgres: Postgres | None, rounds: int) -> str:
    """So many kills, a new table after every fifty."""
    told = [
        run(servers, postgres, min(LEG, rounds - done), seed=done)
        for done in range(0, rounds, LEG)
    ]  # fmt: skip
    return f"answered {sum(entered for entered, _ in told)}, logged {sum(logged for _, logged in told)}"


def on_sqlite(rounds: int) -> str:
    """One process."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server:
        return legs([server], None, rounds)


def on_postgresql(rounds: int) -> str:
    """Two processes; every fifth kill is the database's."""
    with two_processes() as (servers, postgres):
        return legs(servers, postgres, rounds)
