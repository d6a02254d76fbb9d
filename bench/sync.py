"""P12–P15 and P18: from one phone's tap to the other phones, against boardgame.io and a raw SSE echo.

Five phones at one table, four of them listening, in this process: one clock. The entries are those of
recorded plays, from the ninth on; one is *seen* when the last other phone has read what it changed.
"""

from __future__ import annotations

import itertools
import json
import random
import re
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench.harness import Result, below, part, ratio, spread
from bench.served import Line, Served, Stream, boardgame, companion, echo
from companion.games import GAMES
from tests.pocket.forms import entry_form
from tests.recorded import watched_play

PHONES, WARM = 5, 8
"""At a table; entries of a play before the first that counts."""
UPDATE, SYNC, CLIENT = 2294, 55_600, 40 * 1024
"""Bytes of boardgame.io 0.50: an update, a sync after 200 moves, memory of an idle client."""
_keys = itertools.count(1)

Move = Callable[[], float]
"""Makes one move; seconds until the last other phone has it."""


def measure(quick: bool) -> Iterator[Result]:
    """The bars of the streams."""
    rounds, moves = (12, 8) if quick else (40, 10)
    with tempfile.TemporaryDirectory() as place, companion(Path(place)) as ours, echo() as raw:
        tables = {game.meta.slug: Watched(ours, game.meta.slug) for game in GAMES}
        variants: dict[str, Move] = {slug: table.seen for slug, table in tables.items()}
        variants["raw"] = _echo(raw)
        yield tables["giza"].unsent()
        peer = boardgame()
        if peer is None:
            yield Result("P12", "boardgame.io: npm or its registry is not here", "–", "≤ 2.5", None)
            times = _cycles(variants, rounds, moves)
        else:
            with peer:
                times = _cycles({**variants, "peer": _peer(peer)}, rounds, moves)
            for slug in tables:
                yield from _against(times, slug, "P12", "peer", "boardgame.io, thin clients", 2.5)
        for slug in tables:
            yield from _against(times, slug, "P13", "raw", "raw asyncio SSE echo", 65)
        for table in tables.values():
            yield table.bytes()
            yield table.comes_back()
        yield _idle(ours, tables["cheops_catan"], 60 if quick else 300)


def _cycles(variants: dict[str, Move], rounds: int, moves: int) -> dict[str, list[list[float]]]:
    """Seconds of every move, by variant and cycle, the variants in shuffled order."""
    chance = random.Random(1)
    for move in variants.values():
        for _ in range(40):
            move()
    times: dict[str, list[list[float]]] = {name: [] for name in variants}
    for _ in range(rounds):
        for name in chance.sample(list(variants), len(variants)):
            times[name].append([variants[name]() for _ in range(moves)])
    return times


def _against(
    times: dict[str, list[list[float]]], ours: str, bar: str, anchor: str, whom: str, limit: float
) -> Iterator[Result]:
    for share in (0.5, 0.95):
        one, other = ([part(cycle, share) for cycle in times[name]] for name in (ours, anchor))
        what = f"{ours}: entry → seen on the last of {PHONES - 1} phones, p{round(share * 100)} ÷ {whom}"
        told = ratio(one, other)
        yield below(bar, what, told, limit)


class Watched:
    """A companion's table at which a recorded play is entered again and again, with four listening phones:
    one at each seat but the host's, which enters, and screens that watch.

    The phones may be at another process than the one that enters.
    """

    def __init__(self, served: Served, slug: str, phones_at: Served | None = None) -> None:
        self.port, self._phones_at = served.port, (phones_at or served).port
        self._slug, self._play = slug, watched_play(slug)
        self.line = Line(self.port)
        self.streams: list[Stream] = []
        self._waiting: Iterator[bytes] = iter(())
        self.left = 0
        """Entries before the play is over."""
        self.sent = 0
        self.has_left(1)

    def has_left(self, entries: int) -> None:
        """Open a new table where fewer entries than so many, or than there are, remain of this one."""
        log = self._play["log"]
        if self.left >= min(entries, len(log) - WARM):
            return
        self._waiting = (entry_form(line, number).encode() for number, line in enumerate(log))
        self.left = len(log)
        for stream in self.streams:
            stream.socket.close()
        self.line.socket.close()
        self.line = Line(self.port)
        self._open()
        for _ in range(WARM):
            self.seen()

    def _open(self) -> None:
        told = {"game": self._slug, "seats": self._play["seats"], "first": self._play.get("first", 0),
                "options": self._play.get("options", {})}  # fmt: skip
        path, kind = "/api/v1/tables", {"Content-Type": "application/json"}
        status, _, body = self.line.ask("POST", path, json.dumps(told).encode(), **kind)
        assert status == 201, body
        made = json.loads(body)
        self.code: str = made["code"]
        self.host = f"t-{self.code}={made['secret']}"
        self.cookies = [self._sit(seat) for seat in range(1, PHONES)]
        self.streams = [
            Stream(self._phones_at, self.address, **{"Cookie": cookie, "Accept-Encoding": "gzip"})
            for cookie in self.cookies
        ]
        for stream in self.streams:
            stream.reach(0)

    @property
    def address(self) -> str:
        """Where a phone listens that shows nothing yet."""
        return f"/t/{self.code}/stream?shown="

    def _sit(self, seat: int) -> str:
        place = seat if seat < len(self._play["seats"]) else "watch"
        status, headers, _ = self.line.ask("POST", f"/j/{self.code}", f"seat={place}".encode())
        assert status == 303
        return headers["set-cookie"].split(";")[0]

    def send(self) -> None:
        """Enter the next line without waiting."""
        headers = {"Cookie": self.host, "HX-Request": "true"}
        self.line.send("POST", f"/t/{self.code}/enter", next(self._waiting), **headers)
        self.left, self.sent = self.left - 1, self.sent + 1

    def seen(self) -> float:
        """Enter the next line; seconds until the last phone has what it changed."""
        self.has_left(1)
        began = time.perf_counter()
        self.send()
        for stream in self.streams:
            stream.reach(len(self._play["log"]) - self.left)
        spent = time.perf_counter() - began
        status, headers, _ = self.line.answer()
        assert status == 200
        assert headers["x-entry"]
        return spent

    def unsent(self) -> Result:
        """An entry that was not sent is seen by nobody, though the streams say that the line stands."""
        try:
            self.streams[0].reach(len(self._play["log"]) - self.left + 1, seconds=1)
        except TimeoutError:
            told = "not seen"
        else:
            told = "seen"
        return Result("P12", "an entry that was not sent", told, "not seen", told == "not seen")

    def bytes(self) -> Result:
        """Every byte that a listening phone receives of an entry: the median of a play."""
        self.has_left(len(self._play["log"]))
        each = []
        while self.left:
            before = sum(stream.received for stream in self.streams)
            self.seen()
            each.append((sum(stream.received for stream in self.streams) - before) / (PHONES - 1))
        middle = part(each, 0.5)
        what = f"{self._slug}: bytes an entry for a watching phone ÷ boardgame.io update (2,294 B)"
        told = f"{middle:.0f} B, {middle / UPDATE:.2f}"
        return Result("P14", what, told, "≤ 0.5", middle <= 0.5 * UPDATE)

    def comes_back(self) -> Result:
        """Every byte of the whole changing part, as a phone asks for it after an absence, amid a play."""
        self.has_left(len(self._play["log"]))
        while self.left > len(self._play["log"]) // 2:
            self.seen()
        headers = {"Cookie": self.cookies[0], "HX-Request": "true", "Accept-Encoding": "br"}
        line = Line(self._phones_at)
        status, _, _ = line.ask("GET", f"/t/{self.code}", b"", **headers)
        assert status == 200
        back = line.received
        what = f"{self._slug}: reconnect at any age ÷ boardgame.io sync at 200 moves (55.6 kB)"
        return Result("P15", what, f"{back} B, {back / SYNC:.3f}", "≤ 0.05", back <= 0.05 * SYNC)

    def shown(self) -> str:
        """The tag of what a page that is loaded now shows to the first phone."""
        _, _, page = self.line.ask("GET", f"/t/{self.code}", b"", Cookie=self.cookies[0])
        found = re.search(rb'shown=([^"]+)"', page)
        assert found
        return found[1].decode()


def _echo(served: Served) -> Move:
    line, streams = Line(served.port), [Stream(served.port, "/") for _ in range(PHONES - 1)]
    numbers = itertools.count(1)

    def move() -> float:
        began = time.perf_counter()
        line.send("POST", "/", b'{"version":200}')
        number = next(numbers)
        for stream in streams:
            stream.reach(number)
        spent = time.perf_counter() - began
        line.answer()
        return spent

    return move


def _peer(served: Served) -> Move:
    match = Match(served, "bench")
    return match.seen


class Match:
    """Thin clients of boardgame.io's own transport: WebSocket only, messages parsed and nothing else."""

    def __init__(self, served: Served, name: str) -> None:
        from websocket import create_connection

        self._name, self._state, self._turns = name, 0, itertools.count()
        self.clients = []
        for player in range(PHONES):
            address = f"ws://127.0.0.1:{served.port}/socket.io/?EIO=4&transport=websocket"
            nodelay = ((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),)
            client = create_connection(address, sockopt=nodelay)
            client.recv()
            client.send("40/cheops,")
            client.recv()
            client.send("42/cheops," + json.dumps(["sync", name, str(player), None, PHONES]))
            self._state = max(self._state, _state_in(client, "sync"))
            self.clients.append(client)
        for seat in [*range(PHONES), *reversed(range(PHONES)), *range(PHONES)]:
            self._seen("found", seat, False)
        self._seen("roll", 0, 6)

    def send(self) -> None:
        """The first client gives gold, without waiting; each move is one state later."""
        self._send("income", 0, 1)
        self._state += 1

    def seen(self) -> float:
        """Give gold; seconds until the last other client has the new state."""
        return self._seen("income", next(self._turns) % PHONES, 1)

    def _send(self, name: str, player: int, *args: Any) -> None:
        payload = {
            "type": name,
            "args": [player, *args],
            "playerID": str(player),
            "credentials": None,
        }
        action = [{"type": "MAKE_MOVE", "payload": payload}, self._state, self._name, str(player)]
        self.clients[player].send("42/cheops," + json.dumps(["update", *action]))

    def _seen(self, name: str, player: int, *args: Any) -> float:
        mover = self.clients[player]
        began = time.perf_counter()
        self._send(name, player, *args)
        for client in self.clients:
            if client is not mover:
                self._state = _state_in(client, "update")
        spent = time.perf_counter() - began
        _state_in(mover, "update")
        return spent


def _state_in(client: Any, kind: str) -> int:
    """Wait for a message of a kind; the number of the state it tells."""
    while True:
        text = client.recv()
        if text == "2":
            client.send("3")
        if not text.startswith("42/cheops,"):
            continue
        name, _, told = json.loads(text[10:])[:3]
        if name == kind:
            found = told["state"] if kind == "sync" else told
            return int(found["_stateID"])


def _idle(ours: Served, table: Watched, phones: int) -> Result:
    """Memory of the server for each idle phone: the slope between twenty streams and many."""
    path = f"/t/{table.code}/stream?shown={table.shown()}"
    headers = {"Cookie": table.cookies[0], "Accept-Encoding": "gzip"}

    def open_some(count: int) -> list[Stream]:
        return [Stream(ours.port, path, **headers) for _ in range(count)]

    held = open_some(20)
    before = ours.resident()
    held += open_some(phones)
    each = (ours.resident() - before) / phones
    for stream in held:
        stream.socket.close()
    what = f"an idle phone, memory of the server over {phones} ÷ boardgame.io client (40 KiB)"
    return below("P18", what, spread([each / CLIENT]), 0.5)
