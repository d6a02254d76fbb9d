"""What a stranger does to another phone, in figures."""

from __future__ import annotations

import http.client
import json
import selectors
import socket
import time
from typing import Any

from tests.long.processes.stranger import is_over

PHONE = "127.0.0.1"


def dropped(table: list[socket.socket], seconds: float) -> int:
    """How many of the lines the server ends within so many seconds."""
    until, ended = time.monotonic() + seconds, 0
    with selectors.DefaultSelector() as waiting:
        for line in table:
            waiting.register(line, selectors.EVENT_READ)
        while ended < len(table) and time.monotonic() < until:
            for key, _ in waiting.select(0.2):
                if is_over(key.fileobj):
                    waiting.unregister(key.fileobj)
                    ended += 1
    return ended


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
        line = http.client.HTTPConnection("127.0.0.1", self.port, 20, source_address=(self.address, 0))
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

    def slowest(self, share: float) -> float:
        """The milliseconds within which this share of the answers came."""
        return sorted(self.took)[int(share * (len(self.took) - 1))] * 1000
