"""P12–P15 and P18: from one phone's tap to the other phones, against boardgame.io and a raw SSE echo.

Five phones at one table, four of them listening, in this process: one clock. A move is *seen* when the
last other phone has read what it changed on its page.
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
from bench.served import PACKED, Line, Served, Stream, boardgame, companion, echo
from bench.tap import Tapper

PHONES = 5
UPDATE, SYNC, CLIENT = 2294, 55_600, 40 * 1024
"""Bytes of boardgame.io 0.50: an update, a sync after 200 moves, memory of an idle client."""
_keys = itertools.count(1)

Move = Callable[[], float]
"""Makes one move; seconds until the last other phone has it."""


def measure(quick: bool) -> Iterator[Result]:
    """The bars of the streams."""
    rounds, moves = (12, 8) if quick else (80, 10)
    with tempfile.TemporaryDirectory() as place, companion(Path(place)) as ours, echo() as raw:
        table = Watched(ours)
        variants: dict[str, Move] = {"seen": table.seen, "raw": _echo(raw)}
        peer = boardgame()
        if peer is None:
            yield Result("P12", "boardgame.io: npm or its registry is not here", "–", "≤ 1.5", None)
            times = _cycles(variants, rounds, moves)
        else:
            with peer:
                times = _cycles({**variants, "peer": _peer(peer)}, rounds, moves)
            yield from _against(times, "seen", "P12", "peer", "boardgame.io, thin clients", 1.5)
        yield from _against(times, "seen", "P13", "raw", "raw asyncio SSE echo", 40)
        yield from table.bytes(60)
        yield _idle(ours, table, 60 if quick else 300)


def _cycles(variants: dict[str, Move], rounds: int, moves: int) -> dict[str, list[list[float]]]:
    """Seconds of every move, by variant and cycle, the variants in shuffled order."""
    chance = random.Random(1)
    for move in variants.values():
        for _ in range(60):
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
        what = f"move → {ours} on the last of {PHONES - 1} phones, p{round(share * 100)} ÷ {whom}"
        told = ratio(one, other)
        yield below(bar, what, told, limit)


class Watched:
    """A companion's table of four seats with a viewer's screen: four phones listen, one enters.

    The phones may be at another process than the one that enters.
    """

    def __init__(self, served: Served, phones_at: Served | None = None) -> None:
        port = (phones_at or served).port
        self.host = Tapper(served, 200)
        self.phones = [Line(port) for _ in range(PHONES - 1)]
        self.cookies = [self._sit(line, n) for n, line in enumerate(self.phones)]
        path = f"/t/{self.host.code}/stream?shown="
        self.streams = [
            Stream(port, path, PACKED, **{"Cookie": cookie, "Accept-Encoding": "gzip"})
            for cookie in self.cookies
        ]

    def _sit(self, line: Line, number: int) -> str:
        seat = str(number + 1) if number < 3 else "watch"
        status, headers, _ = line.ask("POST", f"/j/{self.host.code}", f"seat={seat}&name=".encode())
        assert status == 303
        return headers["set-cookie"].split(";")[0]

    def _read(self, number: int) -> None:
        headers = {"Cookie": self.cookies[number], "HX-Request": "true", "Accept-Encoding": "br"}
        status, _, _ = self.phones[number].ask("GET", f"/t/{self.host.code}", b"", **headers)
        assert status == 200

    def shown(self) -> str:
        """The tag of what a page that is loaded now shows to the first phone."""
        line, cookie = self.phones[0], self.cookies[0]
        _, _, page = line.ask("GET", f"/t/{self.host.code}", b"", Cookie=cookie)
        found = re.search(rb'shown=([^"]+)"', page)
        assert found
        return found[1].decode()

    def seen(self) -> float:
        """Make a move; seconds until the last phone has what it changed."""
        began = time.perf_counter()
        self.host.send()
        for stream in self.streams:
            stream.event()
        spent = time.perf_counter() - began
        self.host.answered()
        return spent

    def bytes(self, moves: int) -> Iterator[Result]:
        """What a listening phone receives a move, and after an absence: every byte, headers included."""
        before = [stream.received for stream in self.streams]
        for _ in range(moves):
            self.seen()
        after = [stream.received for stream in self.streams]
        each = [(b - a) / moves for a, b in zip(before, after, strict=True)]
        worst = max(each)
        what = "bytes a move for a watching phone ÷ boardgame.io update (2,294 B)"
        yield Result("P14", what, f"{worst:.0f} B, {worst / UPDATE:.2f}", "≤ 0.25", worst <= 0.25 * UPDATE)
        line = self.phones[0]
        start = line.received
        self._read(0)
        back = line.received - start
        what = "reconnect at any age, one round trip ÷ boardgame.io sync at 200 moves (55.6 kB)"
        yield Result("P15", what, f"{back} B, {back / SYNC:.3f}", "≤ 0.04", back <= 0.04 * SYNC)


def _echo(served: Served) -> Move:
    line, streams = Line(served.port), [Stream(served.port, "/") for _ in range(PHONES - 1)]

    def move() -> float:
        began = time.perf_counter()
        line.send("POST", "/", b'{"version":200}')
        for stream in streams:
            stream.event()
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
    path = f"/t/{table.host.code}/stream?shown={table.shown()}"
    headers = {"Cookie": table.cookies[0], "Accept-Encoding": "gzip"}

    def open_some(count: int) -> list[Stream]:
        return [Stream(ours.port, path, PACKED, **headers) for _ in range(count)]

    held = open_some(20)
    before = ours.resident()
    held += open_some(phones)
    each = (ours.resident() - before) / phones
    for stream in held:
        stream.socket.close()
    what = f"an idle phone, memory of the server over {phones} ÷ boardgame.io client (40 KiB)"
    return below("P18", what, spread([each / CLIENT]), 0.5)
