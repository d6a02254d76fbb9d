"""Players who use the API. They repeat each entry until the server answers, and listen to streams."""

import http.client
import itertools
import json
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from tests.waiting import WAIT_SECONDS, wait_until

T = TypeVar("T")
REQUEST_TIMEOUT_SECONDS = WAIT_SECONDS / 12
"""Seconds after which a player tries the next process, as one without its database may not answer."""
_key_numbers = itertools.count(1)


def call_api(
    address: str, path: str, body: Any = None, secret: str = "", timeout: float = WAIT_SECONDS
) -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{address}/api/v1{path}", data, headers)
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def open_catan_table(address: str, seats: int = 4) -> tuple[str, str]:
    """Open a table of Catan, and return (code, secret of the host)."""
    body = {"game": "cheops_catan", "seats": [f"P{n}" for n in range(seats)]}
    status, answer = call_api(address, "/tables", body)
    assert status == 201, answer
    return answer["code"], answer["secret"]


def play_founding(address: str, code: str, secret: str, seats: int = 4) -> int:
    """Play the founding phase and the first roll at a table of Catan. Return the table's version."""
    order = [*range(seats), *reversed(range(seats)), *range(seats)]
    for seat in order:
        enter_until_answered([address], code, secret, seat, "Found", {})
    return enter_until_answered([address], code, secret, 0, "Roll", {"total": 6})


def enter_until_answered(
    addresses: list[str], code: str, secret: str, seat: int, move: str, data: Any, key: str = ""
) -> int:
    """Send the same entry to each process in turn until one accepts it. Return the entry's number."""
    key = key or f"key-{seat}-{next(_key_numbers):09d}"
    body = {"seat": seat, "move": move, "data": data, "key": key}
    processes = itertools.cycle(addresses)

    def try_to_enter() -> int:
        try:
            path = f"/tables/{code}/entries"
            status, answer = call_api(next(processes), path, body, secret, REQUEST_TIMEOUT_SECONDS)
        except (OSError, http.client.HTTPException, ValueError):
            return 0
        assert status in (201, 429, 503), (status, answer)
        return int(answer["seq"]) if status == 201 else 0

    return wait_until(try_to_enter, "an answer")


def enter_income(address: str, code: str, secret: str, seat: int, key: str) -> tuple[int, int]:
    """Send one request that enters gold, and return (HTTP status, the entry's number; 0 without one)."""
    body = {"seat": seat, "move": "Income", "data": {"gold": 1}, "key": key}
    status, answer = call_api(address, f"/tables/{code}/entries", body, secret)
    return status, answer.get("seq", 0)


def read_log_numbers(address: str, code: str, secret: str) -> list[int]:
    numbers: list[int] = []
    while not numbers or numbers[0] > 1:
        before = f"?before={numbers[0]}" if numbers else ""
        status, answer = call_api(address, f"/tables/{code}/log{before}", secret=secret)
        assert status == 200, answer
        numbers = [entry["seq"] for entry in answer["entries"]] + numbers
    return numbers


def run_concurrently(action: Callable[[int], T], phones: int) -> list[T]:
    """Call the action with each number below ``phones``, in a thread each. Return the results in order."""
    ready = threading.Barrier(phones)

    def run_when_ready(number: int) -> T:
        ready.wait()
        return action(number)

    with ThreadPoolExecutor(phones) as pool:
        return list(pool.map(run_when_ready, range(phones)))


INCOMPLETE_POST = (
    b"POST /language HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4096\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n\r\nlanguage="
)


def wait_until_closed(connection: socket.socket) -> None:
    try:
        while connection.recv(65536):
            pass
    except TimeoutError:
        raise
    except OSError:
        return


class StreamListener:
    """A phone that listens to a table's events. ``versions`` has the time at which each version arrived."""

    def __init__(self, address: str, code: str) -> None:
        self.versions: dict[int, float] = {}
        self._stream = f"{address}/t/{code}/events"
        self._arrived = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                with urllib.request.urlopen(self._stream, timeout=WAIT_SECONDS) as stream:
                    for line in stream:
                        if line.startswith(b"id: "):
                            with self._arrived:
                                self.versions.setdefault(int(line[4:]), time.monotonic())
                                self._arrived.notify_all()
            except (OSError, http.client.HTTPException):
                time.sleep(0.2)  # phones reconnect, too

    def wait_for(self, version: int) -> None:
        with self._arrived:
            timely = self._arrived.wait_for(lambda: max(self.versions, default=-1) >= version, WAIT_SECONDS)
        assert timely, f"{version} did not arrive"
