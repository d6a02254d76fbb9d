"""Players over HTTP: they enter by key, retry until they are answered, and listen."""

from __future__ import annotations

import http.client
import itertools
import json
import threading
import time
import urllib.error
import urllib.request
from typing import Any

_keys = itertools.count(1)


def ask(address: str, path: str, body: Any = None, secret: str = "", timeout: float = 5) -> Any:
    """One request to the API: (status, answer)."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{address}/api/v1{path}", data, headers)
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def opened(address: str, seats: int = 4) -> tuple[str, str]:
    """A Catan table on which, once founded, anybody can enter gold at any time: (code, secret)."""
    told = {"game": "cheops_catan", "seats": [f"P{n}" for n in range(seats)]}
    status, answer = ask(address, "/tables", told)
    assert status == 201, answer
    return answer["code"], answer["secret"]


def founded(address: str, code: str, secret: str, seats: int = 4) -> int:
    """Play the founding and the first roll; the version after it."""
    order = [*range(seats), *reversed(range(seats)), *range(seats)]
    for seat in order:
        enter([address], code, secret, seat, "Found", {})
    return enter([address], code, secret, 0, "Roll", {"total": 6})


def enter(
    addresses: list[str], code: str, secret: str, seat: int, move: str, data: Any, key: str = ""
) -> int:
    """Enter with one key until some process answers; the entry's number."""
    key = key or f"key-{seat}-{next(_keys):09d}"
    body = {"seat": seat, "move": move, "data": data, "key": key}
    for turn in itertools.count():
        try:
            status, answer = ask(
                addresses[turn % len(addresses)], f"/tables/{code}/entries", body, secret
            )
        except (OSError, http.client.HTTPException, ValueError):
            time.sleep(0.05)
            continue
        if status == 201:
            return int(answer["seq"])
        assert status in (429, 503), (status, answer)
        time.sleep(0.05)
    raise AssertionError


def income(address: str, code: str, secret: str, seat: int, key: str) -> tuple[int, int]:
    """Enter gold, asking once: (status, number of the entry or 0)."""
    told = {"seat": seat, "move": "Income", "data": {"gold": 1}, "key": key}
    status, answer = ask(address, f"/tables/{code}/entries", told, secret, timeout=10)
    return status, answer.get("seq", 0)


def whole_log(address: str, code: str, secret: str) -> list[int]:
    """The numbers of all entries, page by page."""
    logged: list[int] = []
    while not logged or logged[0] > 1:
        before = f"?before={logged[0]}" if logged else ""
        status, answer = ask(address, f"/tables/{code}/log{before}", secret=secret, timeout=60)
        assert status == 200, answer
        logged = [entry["seq"] for entry in answer["entries"]] + logged
    return logged


class Listener:
    """A phone's stream: the versions it heard of, and when."""

    def __init__(self, address: str, code: str) -> None:
        self.heard: dict[int, float] = {}
        self._address, self._code = address, code
        self._come = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                with urllib.request.urlopen(
                    f"{self._address}/t/{self._code}/events", timeout=60
                ) as stream:
                    for line in stream:
                        if line.startswith(b"id: "):
                            with self._come:
                                self.heard.setdefault(int(line[4:]), time.monotonic())
                                self._come.notify_all()
            except (OSError, http.client.HTTPException):
                time.sleep(0.2)

    def wait_for(self, version: int, seconds: float = 10) -> bool:
        """Whether the version, or a later one, was heard of in time."""
        with self._come:
            return self._come.wait_for(lambda: max(self.heard, default=0) >= version, seconds)
