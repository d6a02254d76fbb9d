"""Tables of the companion and matches of boardgame.io, each with four listening phones."""

import itertools
import json
import math
import socket
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from websocket import create_connection

from bench.servers import Connection, Stream, read_cookie_header
from companion.games import GAMES
from tests.app_server import Server
from tests.offline.forms import FORM_HEADERS, make_entry_form
from tests.recorded_plays import get_longest_play, make_opening_json

PHONES, WARM_UP_ENTRIES = 5, 8
"""Number of phones with the one that enters, and of entries before the measurement."""
MIN_ENTRIES_PER_PLAY = 18
"""Every recorded play has at least this many entries after those."""


class SupportsEnter(Protocol):
    """A table of the app, or a match of boardgame.io, at which a benchmark makes entries."""

    def enter(self) -> float:
        """Make an entry. Return the seconds until all other phones have it."""


class Table:
    """A table at which a recorded play is entered repeatedly.

    The host enters. The other phones have the other seats or watch.
    """

    def __init__(self, server: Server, slug: str) -> None:
        self._server, self._slug, self._play = server, slug, get_longest_play(slug)
        self._forms: Iterator[str] = iter(())
        self._streams: list[Stream] = []
        self.remaining = 0
        """Number of entries until the play is over."""
        self.prepare_for_entries(1)

    def prepare_for_entries(self, entries: int) -> None:
        """Connect again. Open a new table if the recorded play has fewer than ``entries`` entries left."""
        self._connection = Connection(self._server)
        if self.remaining < entries:
            self._open()

    def _open(self) -> None:
        table = self._connection.post_json("/api/v1/tables", make_opening_json(self._slug, self._play))
        self._path = f"/t/{table['code']}"
        self._headers = {**FORM_HEADERS, "Cookie": f"t-{table['code']}={table['secret']}"}
        cookies = [self._take_seat(table["code"], seat) for seat in range(1, PHONES)]
        self._streams = [Stream(self._server, f"{self._path}/stream?shown=", cookie) for cookie in cookies]
        self._forms = map(make_entry_form, self._play["log"], itertools.count())
        self.remaining = len(self._play["log"])
        for _ in range(WARM_UP_ENTRIES):
            self.enter()

    def _take_seat(self, code: str, seat: int) -> str:
        seat_value = seat if seat < len(self._play["seats"]) else "watch"
        response, _ = self._connection.fetch("POST", f"/j/{code}", f"seat={seat_value}")
        return read_cookie_header(response)

    def enter(self) -> float:
        """Enter the next line of the play. Return the seconds until the last phone has the changes."""
        if not self.remaining:
            self._open()
        start = time.perf_counter()
        self._connection.request("POST", f"{self._path}/enter", next(self._forms), self._headers)
        self.remaining -= 1
        for stream in self._streams:
            stream.wait_for_version(len(self._play["log"]) - self.remaining)
        seconds = time.perf_counter() - start
        response, _ = self._connection.read_response()
        assert response.headers["X-Entry"]
        return seconds


class Match:
    """A match of boardgame.io, with clients that only parse the messages they receive."""

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
            self._state = _wait_for_socket_message(client, "sync")["state"]["_stateID"]
            self._clients.append(client)
        for seat in [*range(PHONES), *reversed(range(PHONES)), *range(PHONES)]:
            self._send_move("found", seat, False)
        self._send_move("roll", 0, 6)

    def enter(self) -> float:
        """Make a move for the next player. Return the seconds until the last other client has it."""
        return self._send_move("income", next(self._players), 1)

    def _send_move(self, move: str, player: int, *arguments: object) -> float:
        entering_client = self._clients[player]
        payload = {"type": move, "args": [player, *arguments], "playerID": str(player), "credentials": None}
        action = [{"type": "MAKE_MOVE", "payload": payload}, self._state, "bench", str(player)]
        start = time.perf_counter()
        entering_client.send("42/cheops," + json.dumps(["update", *action]))
        for client in self._clients:
            if client is not entering_client:
                self._state = _wait_for_socket_message(client, "update")["_stateID"]
        seconds = time.perf_counter() - start
        _wait_for_socket_message(entering_client, "update")
        return seconds


def _wait_for_socket_message(client: Any, kind: str) -> Any:
    while True:
        text = client.recv()
        if text == "2":  # a ping
            client.send("3")
        if text.startswith(f'42/cheops,["{kind}"'):
            return json.loads(text[10:])[2]


def open_tables(server: Server, count: int) -> list[Table]:
    """Open ``count`` tables on a server: one of each game in turn."""
    slugs = itertools.cycle(game.meta.slug for game in GAMES)
    return [Table(server, slug) for slug in itertools.islice(slugs, count)]


def enter_all(tables: Sequence[SupportsEnter], entries: int, rate: float = math.inf) -> list[float]:
    """Make ``entries`` entries at the tables in turn, at a rate per second or as fast as possible.

    Each table waits until its previous entry has arrived. Return, for each entry, the seconds from its due
    time to its arrival.
    """
    start = time.perf_counter()

    def enter_at_one_table(first: int) -> list[float]:
        delays = []
        for number in range(first, entries, len(tables)):
            due = start + number / rate
            time.sleep(max(0.0, due - time.perf_counter()))
            tables[first].enter()
            delays.append(time.perf_counter() - due)
        return delays

    with ThreadPoolExecutor(len(tables)) as threads:
        return list(itertools.chain(*threads.map(enter_at_one_table, range(len(tables)))))


def prepare_and_enter_all(tables: Sequence[Table], entries: int, rate: float = math.inf) -> list[float]:
    """Make room for the entries in each recorded play, make them, and return what ``enter_all`` does.

    ``entries`` must be at most ``MIN_ENTRIES_PER_PLAY`` per table. ``rate`` is as in ``enter_all``.
    """
    per_table = -(-entries // len(tables))
    assert per_table <= MIN_ENTRIES_PER_PLAY
    for table in tables:
        table.prepare_for_entries(per_table)
    return enter_all(tables, entries, rate)
