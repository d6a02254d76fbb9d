"""P19, P21 and P22: many tables at once, each with four phones that listen.

One loop drives them all. A table's next entry waits until all phones of the table have seen the one
before it; its time counts from the moment at which it was due.
"""

from __future__ import annotations

import selectors
import socket
import sqlite3
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.harness import Result, below, beyond, part, spread
from bench.served import Served, boardgame, companion, unit
from bench.sync import Match, Watched
from bench.tap import Bare, crowd
from companion.games import GAMES
from tests.long.postgres import BINARIES, Postgres

TABLES, LATE, EACH = 100, 0.1, 2
"""Tables; seconds at p95 from which a server is full; entries a second at each table of two processes."""
UPDATE, PING = b'42/cheops,["update"', b"\x81\x012"
Read = Callable[[bytes], int]
"""Takes what came on a line; how many entries it showed."""


def measure(quick: bool) -> Iterator[Result]:
    """The bars of many tables."""
    tables, seconds = (20, 2) if quick else (TABLES, 5)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        with companion(folder) as ours, unit(folder) as bare:
            yield from _eight_tables(folder, ours, bare, 2 if quick else 6)
    with tempfile.TemporaryDirectory() as place, companion(Path(place)) as ours:
        ours_played = played(ours, tables)
        most = saturation(lambda entries: watched(ours_played, entries), tables, seconds)
    yield _against_the_peer(most, tables, seconds)
    yield _two_processes(tables, seconds)


@dataclass
class Party:
    """A table: how something is entered, and the lines to its phones, the one that enters among them."""

    send: Callable[[], None]
    lines: list[tuple[socket.socket, Read]]
    left: Callable[[], int] = lambda: 1
    """How many entries there are yet."""
    unseen: int = 0
    """Phones that have not seen the last entry yet."""
    due: deque[float] = field(default_factory=deque)
    """Since when each entry is due that not all have seen."""

    def enter(self) -> None:
        """The next entry that is due, once the one before was seen."""
        if self.due and not self.unseen and self.left():
            self.unseen = len(self.lines) - 1
            self.send()


def played(served: Served, tables: int, phones_at: Served | None = None) -> list[Watched]:
    """So many tables of the companion's, at which the five games are played in turn."""
    slugs = [game.meta.slug for game in GAMES]
    return [Watched(served, slugs[n % len(slugs)], phones_at) for n in range(tables)]


def watched(tables: list[Watched], entries: int) -> list[Party]:
    """These tables, each with so many entries of its play to come, or as many as a play has."""
    for table in tables:
        table.has_left(entries)
    for table in tables:
        table.line.renew()  # where opening the others took long
    return [_party(table) for table in tables]


def _party(table: Watched) -> Party:
    phones = [(stream.socket, stream.shown_by) for stream in table.streams]
    return Party(table.send, [(table.line.socket, nothing), *phones], lambda: table.left)


def matched(match: Match) -> Party:
    """A match of boardgame.io's, whose clients have to answer a ping."""

    def answering(client: Any, counted: Read) -> Read:
        def read(data: bytes) -> int:
            if PING in data:
                client.send("3")
            return counted(data)

        return read

    mover, *others = match.clients
    phones = [(line_of(client), answering(client, counter(UPDATE))) for client in others]
    return Party(match.send, [(line_of(mover), answering(mover, nothing)), *phones])


def line_of(client: Any) -> socket.socket:
    """The connection of a WebSocket."""
    line: socket.socket = client.sock
    return line


def nothing(_: bytes) -> int:
    """What comes to the phone that entered is not counted."""
    return 0


def counter(mark: bytes) -> Read:
    """Counts a mark, also one that comes in two pieces."""
    left = b""

    def read(data: bytes) -> int:
        nonlocal left
        *found, left = (left + data).split(mark)
        left = left[-len(mark) :]
        return len(found)

    return read


def run(parties: list[Party], seconds: float, rate: float = 0) -> list[float]:
    """Seconds until the last phone of its table saw each entry; so many entries a second in all, or at
    each table one after the other until the time is over, or the first play.
    """
    took: list[float] = []
    with selectors.DefaultSelector() as lines:
        for party in parties:
            for line, read in party.lines:
                lines.register(line, selectors.EVENT_READ, (party, read))
        began = time.perf_counter()
        moments = deque(n / rate for n in range(int(rate * seconds))) if rate else deque()
        for party in parties if not rate else ():
            party.due.append(began)
            party.enter()
        while (now := time.perf_counter()) < began + seconds or any(p.unseen for p in parties):
            if now > began + 2 * seconds:
                break
            while moments and began + moments[0] <= now:
                party = parties[len(moments) % len(parties)]
                party.due.append(began + moments.popleft())
                party.enter()
            pause = began + moments[0] - now if moments else 0.01
            for key, _ in lines.select(pause):
                listening: Any = key.fileobj
                party, read = key.data
                seen = read(listening.recv(65536))
                if not seen or not party.unseen:
                    continue
                party.unseen -= seen
                if not party.unseen:
                    now = time.perf_counter()
                    took.append(now - party.due.popleft())
                    if not party.left():
                        seconds = min(seconds, now - began)
                    if not rate and now < began + seconds:
                        party.due.append(now)
                    party.enter()
    return took


def saturation(parties: Callable[[int], list[Party]], tables: int, seconds: float) -> float:
    """The most entries a second, in steps of a fifth, of which 95 of 100 are seen in time."""
    fine, rate = 0.0, 20.0
    while True:
        took = run(parties(int(rate * seconds / tables) + 1), seconds, rate)
        if len(took) < int(rate * seconds) or part(took, 0.95) > LATE:
            return fine
        fine, rate = rate, rate * 1.2


def _eight_tables(folder: Path, ours: Served, bare: Served, rounds: int) -> Iterator[Result]:
    """Eight tables for two seconds, then eight connections to the unit, in turn."""
    tables, others = played(ours, 8), [Bare(bare) for _ in range(8)]
    rates, tails = [], []
    for _ in range(rounds):
        parties = watched(tables, 1000)
        began = time.perf_counter()
        fast = run(parties, 2)
        spent = time.perf_counter() - began
        slow = crowd([other.enter for other in others])
        rates.append(len(fast) / spent / (len(slow) / 2))
        tails.append(part(fast, 0.95) / part(fast, 0.5))
    what = "8 tables with four listening phones each: entries a second ÷ ORM inserts a second"
    yield beyond("P19", what, spread(rates), 0.5)
    yield below("P19", "8 tables at once: p95 ÷ p50", spread(tails), 5)
    with sqlite3.connect(folder / "ours.sqlite3") as connection:
        [(rows,)] = connection.execute("SELECT count(*) FROM entry WHERE \"key\" LIKE 'line-%'")
    sent = sum(table.sent for table in tables)
    yield Result("P19", "entries sent and rows found", f"{sent} and {rows}", "0 lost", sent == rows)


def _against_the_peer(most: float, tables: int, seconds: float) -> Result:
    what = f"entries a second, {tables} tables with four phones, until p95 is 100 ms ÷ boardgame.io"
    peer = boardgame()
    if peer is None:
        return Result("P21", what, f"{most:.0f}, no npm here", "≥ 0.12", None)
    with peer:
        parties = [matched(Match(peer, f"bench{n}")) for n in range(tables)]
        theirs = saturation(lambda _: parties, tables, seconds)
    value = f"{most:.0f} and {theirs:.0f} a second, {most / theirs:.2f}"
    return Result("P21", what, value, "≥ 0.12", most >= 0.12 * theirs)


def _two_processes(tables: int, seconds: float) -> Result:
    what = (
        f"PostgreSQL, two processes, {tables} tables with four phones at the other process, "
        f"{EACH * tables} entries a second: seen by the last, p50 and p95"
    )
    if BINARIES is None:
        return Result("P22", what, "no PostgreSQL here", "p95 ≤ 40 ms", None)
    postgres = Postgres()
    try:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            with companion(folder, postgres.url) as one, companion(folder, postgres.url) as other:
                parties = watched(played(one, tables, other), 2 * int(seconds) * EACH)
                took = run(parties, 2 * seconds, EACH * tables)
    finally:
        postgres.stop()
    p50, p95 = part(took, 0.5) * 1000, part(took, 0.95) * 1000
    return Result("P22", what, f"{p50:.0f} and {p95:.0f} ms", "p95 ≤ 40 ms", p95 <= 40)
