"""One stranger's machine, which asks for much at once or brings a long file, and another phone, from
another address.
"""

from __future__ import annotations

import http.client
import json
import selectors
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

STRANGER, PHONE = "127.0.0.1", "127.0.0.2"
HALF_A_POST = b"POST /language HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4096\r\n\r\nlanguage="


def lines(port: int, count: int, sent: bytes) -> list[socket.socket]:
    """So many connections of the stranger on each of which this was sent."""
    made = []
    for _ in range(count):
        line = socket.create_connection(("127.0.0.1", port), 10, (STRANGER, 0))
        made.append(line)
        with suppress(OSError):  # hung up on already
            line.sendall(sent)
    return made


def asked(method: str, path: str) -> bytes:
    """A whole request without a body."""
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def dropped(table: list[socket.socket], seconds: float) -> int:
    """How many of the lines the server ends within so many seconds."""
    until, ended = time.monotonic() + seconds, 0
    with selectors.DefaultSelector() as waiting:
        for line in table:
            waiting.register(line, selectors.EVENT_READ)
        while ended < len(table) and time.monotonic() < until:
            for key, _ in waiting.select(0.2):
                if _over(key.fileobj):
                    waiting.unregister(key.fileobj)
                    ended += 1
    return ended


def _over(line: Any) -> bool:
    try:
        return not line.recv(65536)
    except OSError:
        return True


def hang_up(table: list[socket.socket]) -> None:
    for line in table:
        line.close()


class OtherPhone:
    """A phone from another address; how long each answer took, in seconds."""

    def __init__(self, port: int, address: str = PHONE) -> None:
        self.port, self.address = port, address
        self.took: list[float] = []
        self.entered = 0
        self.code = self.secret = ""

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """One request on a line of its own: (status, answer)."""
        status, read = self.send(method, path, None if body is None else json.dumps(body).encode())
        return status, json.loads(read)

    def send(self, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        """One request whose body is JSON already: (status, answer as it came)."""
        began = time.monotonic()
        line = http.client.HTTPConnection(
            "127.0.0.1", self.port, 20, source_address=(self.address, 0)
        )
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.secret}"}
        line.request(method, path, body, headers)
        answer = line.getresponse()
        read = answer.read()
        line.close()
        self.took.append(time.monotonic() - began)
        return answer.status, read

    def open(self) -> None:
        """A table with nothing in it."""
        body = {"game": "giza", "seats": ["Ana", "Bo"]}
        status, told = self.ask("POST", "/api/v1/tables", body)
        assert status == 201, told
        self.code, self.secret = told["code"], told["secret"]
        self.took.clear()

    def enter(self, number: int) -> None:
        """One more entry."""
        body = {"kind": "note", "text": "x", "key": f"phone-{number:06d}"}
        status, told = self.ask("POST", f"/api/v1/tables/{self.code}/entries", body)
        assert status == 201, told

    def enter_while(self, work: Callable[[], object]) -> None:
        """One entry after the other, as long as somebody else is at work."""
        self.took.clear()
        worker = threading.Thread(target=work)
        worker.start()
        while worker.is_alive():
            self.entered += 1
            self.enter(self.entered)
        worker.join()

    def slowest(self, share: float) -> float:
        """The milliseconds within which this share of the answers came."""
        return sorted(self.took)[int(share * (len(self.took) - 1))] * 1000


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
