"""Players over HTTP: they enter by key, retry until they are answered, and listen."""

import http.client
import itertools
import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from tests.waiting import WAIT_SECONDS, wait_until

T = TypeVar("T")
GIVES_UP = WAIT_SECONDS / 12
"""Seconds after which a player asks the next process: without its database one may say nothing for long."""
_keys = itertools.count(1)


def ask(address: str, path: str, body: Any = None, secret: str = "", patience: float = WAIT_SECONDS) -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{address}/api/v1{path}", data, headers)
    try:
        with urllib.request.urlopen(request, timeout=patience) as answer:
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
    processes = itertools.cycle(addresses)

    def number() -> int:
        try:
            path = f"/tables/{code}/entries"
            status, answer = ask(next(processes), path, body, secret, GIVES_UP)
        except (OSError, http.client.HTTPException, ValueError):
            return 0
        assert status in (201, 429, 503), (status, answer)
        return int(answer["seq"]) if status == 201 else 0

    return wait_until(number, "an answer")


def income(address: str, code: str, secret: str, seat: int, key: str) -> tuple[int, int]:
    """Enter gold, asking once: (status, number of the entry or 0)."""
    told = {"seat": seat, "move": "Income", "data": {"gold": 1}, "key": key}
    status, answer = ask(address, f"/tables/{code}/entries", told, secret)
    return status, answer.get("seq", 0)


def whole_log(address: str, code: str, secret: str) -> list[int]:
    logged: list[int] = []
    while not logged or logged[0] > 1:
        before = f"?before={logged[0]}" if logged else ""
        status, answer = ask(address, f"/tables/{code}/log{before}", secret=secret)
        assert status == 200, answer
        logged = [entry["seq"] for entry in answer["entries"]] + logged
    return logged


def all_at_once(deed: Callable[[int], T], phones: int) -> list[T]:
    """What so many phones are answered that all ask at the same moment."""
    ready = threading.Barrier(phones)

    def one(number: int) -> T:
        ready.wait()
        return deed(number)

    with ThreadPoolExecutor(phones) as together:
        return list(together.map(one, range(phones)))


class Listener:
    def __init__(self, address: str, code: str) -> None:
        self.heard: dict[int, float] = {}
        self._stream = f"{address}/t/{code}/events"
        self._come = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                with urllib.request.urlopen(self._stream, timeout=WAIT_SECONDS) as stream:
                    for line in stream:
                        if line.startswith(b"id: "):
                            with self._come:
                                self.heard.setdefault(int(line[4:]), time.monotonic())
                                self._come.notify_all()
            except (OSError, http.client.HTTPException):
                time.sleep(0.2)  # and then asks again, as a phone does

    def wait_for(self, version: int) -> None:
        with self._come:
            come = self._come.wait_for(lambda: max(self.heard, default=-1) >= version, WAIT_SECONDS)
        assert come, f"{version} was not heard of"
