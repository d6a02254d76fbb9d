"""Tables with four phones that listen, the companion's and boardgame.io's, and many of them at once."""

from __future__ import annotations

import itertools
import json
import math
import socket
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from websocket import create_connection

from bench.servers import Connection, Stream, cookies_of
from companion.games import GAMES
from tests.app_server import Server
from tests.offline.forms import FORM, entry_form
from tests.recorded_plays import opening_json, watched_play

PHONES, WARM = 5, 8
"""Phones at a table, the one that enters among them; entries of a play before the first that counts."""
AT_LEAST = 18
"""Entries that follow in every play."""


class Enters(Protocol):
    """Where something can be entered again and again."""

    def enter(self) -> float:
        """Enter something; seconds until everybody who waits for it has it."""


class Table:
    """A table at which a recorded play is entered again and again.

    A phone sits at each seat but the host's, which enters; the others watch. They may listen to another
    server on the same database.
    """

    def __init__(self, server: Server, slug: str, listening_at: Server | None = None) -> None:
        self._server, self._listening_at = server, listening_at or server
        self._slug, self._play = slug, watched_play(slug)
        self._forms: Iterator[str] = iter(())
        self._streams: list[Stream] = []
        self.left = 0
        """Entries before the play is over."""
        self.has_left(1)

    def has_left(self, entries: int) -> None:
        """Connect anew, as servers hang up; open a new table where fewer entries than so many remain."""
        self._connection = Connection(self._server)
        if self.left < entries:
            self._open()

    def _open(self) -> None:
        body, kind = json.dumps(opening_json(self._slug, self._play)), {"Content-Type": "application/json"}
        _, answer = self._connection.ask("POST", "/api/v1/tables", body, **kind)
        made = json.loads(answer)
        self._path = f"/t/{made['code']}"
        self._headers = {**FORM, "Cookie": f"t-{made['code']}={made['secret']}"}
        cookies = [self._sit(made["code"], seat) for seat in range(1, PHONES)]
        self._streams = [Stream(self._listening_at, f"{self._path}/stream?shown=", one) for one in cookies]
        self._forms = map(entry_form, self._play["log"], itertools.count())
        self.left = len(self._play["log"])
        for _ in range(WARM):
            self.enter()

    def _sit(self, code: str, seat: int) -> str:
        place = seat if seat < len(self._play["seats"]) else "watch"
        answer, _ = self._connection.ask("POST", f"/j/{code}", f"seat={place}")
        return cookies_of(answer)

    def enter(self) -> float:
        """Enter the next line; seconds until the last phone has what it changed."""
        if not self.left:
            self._open()
        began = time.perf_counter()
        self._connection.request("POST", f"{self._path}/enter", next(self._forms), self._headers)
        self.left -= 1
        for stream in self._streams:
            stream.wait_for(len(self._play["log"]) - self.left)
        seconds = time.perf_counter() - began
        answer, _ = self._connection.answer()
        assert answer.headers["X-Entry"]
        return seconds


class Match:
    """A match of boardgame.io's with thin clients, that parse messages and do nothing else."""

    def __init__(self, server: Server) -> None:
        self._players = itertools.cycle(range(PHONES))
        self._clients = []
        for player in range(PHONES):
            address = f"ws://127.0.0.1:{server.port}/socket.io/?EIO=4&transport=websocket"
            client = create_connection(address, sockopt=((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),))
            client.recv()
            client.send("40/cheops,")
            client.recv()
            client.send("42/cheops," + json.dumps(["sync", "bench", str(player), None, PHONES]))
            self._state = _message(client, "sync")["state"]["_stateID"]
            self._clients.append(client)
        for seat in [*range(PHONES), *reversed(range(PHONES)), *range(PHONES)]:
            self._move("found", seat, False)
        self._move("roll", 0, 6)

    def enter(self) -> float:
        """Give gold; seconds until the last other client has the new state."""
        return self._move("income", next(self._players), 1)

    def _move(self, move: str, player: int, *arguments: object) -> float:
        mover = self._clients[player]
        payload = {"type": move, "args": [player, *arguments], "playerID": str(player), "credentials": None}
        action = [{"type": "MAKE_MOVE", "payload": payload}, self._state, "bench", str(player)]
        began = time.perf_counter()
        mover.send("42/cheops," + json.dumps(["update", *action]))
        for client in self._clients:
            if client is not mover:
                self._state = _message(client, "update")["_stateID"]
        seconds = time.perf_counter() - began
        _message(mover, "update")
        return seconds


def _message(client: Any, kind: str) -> Any:
    """Wait for a message of a kind; what is in it."""
    while True:
        text = client.recv()
        if text == "2":  # a ping
            client.send("3")
        if text.startswith(f'42/cheops,["{kind}"'):
            return json.loads(text[10:])[2]


def open_tables(server: Server, count: int, listening_at: Server | None = None) -> list[Table]:
    """So many tables, at which the games are played in turn."""
    slugs = itertools.cycle(game.meta.slug for game in GAMES)
    return [Table(server, slug, listening_at) for slug in itertools.islice(slugs, count)]


def run(tables: Sequence[Enters], entries: int, rate: float = math.inf) -> list[float]:
    """Enter so many entries, a table after the other, at a rate a second or as fast as they are seen.

    Each table enters once the last was seen. The seconds from when each was due until it was seen.
    """
    began = time.perf_counter()

    def play(first: int) -> list[float]:
        delays = []
        for number in range(first, entries, len(tables)):
            due = began + number / rate
            time.sleep(max(0.0, due - time.perf_counter()))
            tables[first].enter()
            delays.append(time.perf_counter() - due)
        return delays

    with ThreadPoolExecutor(len(tables)) as threads:
        return list(itertools.chain(*threads.map(play, range(len(tables)))))


def play_on(tables: Sequence[Table], entries: int, rate: float = math.inf) -> list[float]:
    """``run`` within the plays of these tables: ``AT_LEAST`` entries a table at most."""
    each = -(-entries // len(tables))
    assert each <= AT_LEAST
    for table in tables:
        table.has_left(each)
    return run(tables, entries, rate)
