"""Load: ``make load``, which starts it by way of gevent, as all phones are in one process:
``python -m gevent.monkey --module bench.load [--tables 40] [--phones 4] [--seconds 20]``.

Real recorded games at many tables at once, over HTTP, with open streams and undone slips, against the
server as it is really served: SQLite in one process, then PostgreSQL with two; and what one stranger
can do to it from one address, with the limits on. Prints what was held.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import gevent
from gevent import monkey

from bench.stranger import OtherPhone, dropped
from companion.games.seeds import plays
from tests.long.postgres import Postgres
from tests.long.processes.players import Listener, ask, enter
from tests.long.processes.stranger import HALF_A_POST, STRANGER, asked, hang_up, lines
from tests.served import Server

PLAYS = [("giza", "finished_by_a_rival"), ("cheops_catan", "shared_win"), ("deadline", "six_seats"),
         ("cheops_treasure", "tablets_full")]  # fmt: skip
_KNOWN = ("seat", "kind", "of", "move", "option", "value")


class Table:
    """One table that plays a recorded game again and again."""

    def __init__(self, addresses: list[str], number: int, phones: int, think: float) -> None:
        self.addresses = addresses[number % len(addresses) :] + addresses[: number % len(addresses)]
        self.record = plays(PLAYS[number % len(PLAYS)][0])[PLAYS[number % len(PLAYS)][1]]
        self.slug, self.think = PLAYS[number % len(PLAYS)][0], think
        self.chance = random.Random(number)
        self.delays: list[float] = []
        self.entered = 0
        self._open()
        self.listeners = [
            Listener(addresses[(number + n) % len(addresses)], self.code) for n in range(phones)
        ]

    def _open(self) -> None:
        told = {"game": self.slug, "seats": self.record["seats"], "first": self.record.get("first", 0),
                "options": self.record.get("options", {})}  # fmt: skip
        status, answer = ask(self.addresses[0], "/tables", told)
        assert status == 201, answer
        self.code, self.secret = answer["code"], answer["secret"]

    def play(self, until: float) -> None:
        """Enter the recorded moves with a pause before each; a slip now and then is undone."""
        moves = [line for line in self.record["log"] if line.get("kind", "move") == "move"]
        for line in moves:
            if time.monotonic() >= until:
                return
            gevent.sleep(self.think * self.chance.uniform(0.5, 1.5))
            self._enter(line)
            if self.chance.random() < 0.05:
                self._undo()
                self._enter(line)

    def _enter(self, line: dict[str, Any]) -> None:
        data = {key: value for key, value in line.items() if key not in _KNOWN}
        began = time.monotonic()
        seq = enter(self.addresses, self.code, self.secret, line["seat"], line["move"], data)
        self.entered += 1
        gevent.sleep(0.05)
        for listener in self.listeners:
            if seq in listener.heard:
                self.delays.append(listener.heard[seq] - began)

    def _undo(self) -> None:
        body = {"kind": "undo", "key": f"undo-{self.code}-{self.entered}"}
        status, answer = ask(self.addresses[0], f"/tables/{self.code}/entries", body, self.secret)
        assert status == 201, answer
        self.entered += 1


def memory(servers: list[Server]) -> float:
    """Resident megabytes of all processes of these servers."""
    groups = {str(server.process.pid) for server in servers}
    told = subprocess.run(["ps", "-eo", "pgid=,rss="], capture_output=True, text=True, check=True).stdout
    rows = (line.split() for line in told.splitlines())
    return sum(int(rss) for group, rss in rows if group in groups) / 1024


def run(name: str, servers: list[Server], given: argparse.Namespace) -> None:
    """One profile under load; one line of figures."""
    addresses = [server.address for server in servers]
    before = memory(servers)
    tables = [Table(addresses, number, given.phones, given.think) for number in range(given.tables)]
    gevent.sleep(1)
    idle = memory(servers)
    until = time.monotonic() + given.seconds
    gevent.joinall([gevent.spawn(table.play, until) for table in tables], raise_error=True)
    entered = sum(table.entered for table in tables)
    delays = sorted(delay for table in tables for delay in table.delays)
    took = given.seconds + time.monotonic() - max(until, time.monotonic())
    print(
        f"{name}: {given.tables} tables, {given.tables * given.phones} streams; {entered} entries, "
        f"{entered / took:.0f} a second; to the other phones p50 {_part(delays, 0.5):.0f} ms, "
        f"p95 {_part(delays, 0.95):.0f} ms ({len(delays)} heard); "
        f"memory {before:.0f} MB, +{(idle - before) * 1024 / max(1, given.tables):.0f} kB a table "
        f"with {given.phones} streams"
    )


def with_a_stranger(name: str, server: Server, entries: int = 200) -> None:
    """Another phone enters, alone and then while one address asks for all it can; one line of figures."""
    server.kill()
    server.start(COMPANION_RATE_LIMITS="1")
    phone = OtherPhone(server.port)
    phone.open()
    told = []
    table: list[Any] = []
    for crowd in (False, True):
        if crowd:
            events = f"/t/{phone.code}/events"
            for sent, count in (
                (asked("HEAD", events), 200),
                (asked("GET", events), 500),
                (HALF_A_POST, 450),
            ):
                table += lines(server.port, count, sent)
        phone.took.clear()
        for number in range(entries):
            phone.enter(entries * crowd + number)
        told.append(f"p50 {phone.slowest(0.5):.0f} ms, p95 {phone.slowest(0.95):.0f} ms")
    ended = dropped(table[-450:], 30)
    hang_up(table)
    print(
        f"{name}, one address with 200 HEADs, 500 streams and 450 half-sent requests at once: another "
        f"phone's entries {told[0]} before, {told[1]} meanwhile; {ended} of 450 half-sent ended within 30 s"
    )


def long_file(number: int, entries: int = 5_000) -> bytes:
    """A file of so many moves, each of which stands: a founding, a roll, and gold without end."""
    seats = (0, 1, 2, 2, 1, 0, 0, 1, 2)
    moves: list[tuple[int, str, dict[str, Any]]] = [(seat, "Found", {}) for seat in seats]
    moves.append((0, "Roll", {"total": 6}))
    moves += [(n % 3, "Income", {"gold": 1}) for n in range(entries - len(moves))]
    log = [
        {"kind": "move", "seat": seat, "move": move, "data": {"move": data}, "of": 0, "by": 0, "at": number}
        for seat, move, data in moves
    ]  # fmt: skip
    told = {
        "format": "pharaoh-table-companion/table", "format_version": 1, "game": "cheops_catan",
        "mode": "referee", "rules_version": 1, "seats": ["Ana", "Bo", "Cy"], "first": 0, "options": {},
        "opened_at": "2026-05-28T20:00:00Z", "log": log,
    }  # fmt: skip
    return json.dumps(told).encode()


def bring_in(stranger: OtherPhone, file: bytes) -> None:
    """Send a file, and sit down at its table."""
    status, answer = stranger.send("POST", "/api/v1/tables/import", file)
    assert status == 201, answer
    made = json.loads(answer)
    stranger.code, stranger.secret = made["code"], made["secret"]


def show(stranger: OtherPhone) -> None:
    """Look at everything of the table."""
    for part in ("", "/scores", "/legal", "/log"):
        status, _ = stranger.send("GET", f"/api/v1/tables/{stranger.code}{part}")
        assert status == 200, part


def enter_while(phone: OtherPhone, work: Callable[[], object]) -> None:
    """One entry after the other, as long as somebody else is at work."""
    phone.took.clear()
    worker = threading.Thread(target=work)
    worker.start()
    while worker.is_alive():
        phone.entered += 1
        phone.enter(phone.entered)
    worker.join()


def with_a_long_file(name: str, server: Server, files: int = 5) -> None:
    """Another phone enters while a stranger brings in files as long as may be, and first looks at each."""
    server.kill()
    server.start()  # no limits by address: an entry follows the other
    phone, stranger = OtherPhone(server.port), OtherPhone(server.port, STRANGER)
    phone.open()
    took: dict[str, list[float]] = {"came in": [], "were first looked at": []}
    for number in range(files):
        file = long_file(number)
        for what, work in zip(
            took, (partial(bring_in, stranger, file), partial(show, stranger)), strict=True
        ):
            enter_while(phone, work)
            took[what] += phone.took
    print(f"{name}, {files} files of 5,000 entries: another phone's entries " + ", ".join(
        f"p50 {_part(sorted(each), 0.5):.0f} ms, p95 {_part(sorted(each), 0.95):.0f} ms, the slowest"
        f" {max(each) * 1000:.0f} ms of {len(each)} while they {what}" for what, each in took.items()
    ))  # fmt: skip


def _part(numbers: list[float], share: float) -> float:
    return numbers[int(share * (len(numbers) - 1))] * 1000 if numbers else float("nan")


def main() -> None:
    """Both profiles, one after the other."""
    assert monkey.is_module_patched("socket"), "python -m gevent.monkey --module bench.load"
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--phones", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--think", type=float, default=0.5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            run("SQLite, one process", [server], given)
            with_a_stranger("SQLite", server)
            with_a_long_file("SQLite", server)
        finally:
            server.kill()
    postgres = Postgres()
    with tempfile.TemporaryDirectory() as folder:
        servers = [Server(Path(folder), postgres.url) for _ in range(2)]
        try:
            run("PostgreSQL, two processes", servers, given)
            with_a_stranger("PostgreSQL", servers[0])
            with_a_long_file("PostgreSQL", servers[0])
        finally:
            for server in servers:
                server.kill()
            postgres.stop()


if __name__ == "__main__":
    main()
