"""Two hundred phones enter at once on one process: what is turned away comes again, and all stands once."""

from __future__ import annotations

import http.client
import itertools
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.long.processes.players import ask, opened, whole_log
from tests.served import Server

PHONES = 200
TABLES = 10
SLOWEST = 10
"""Seconds, on a machine on which others work; ``make load`` measures."""


def enter(port: int, table: tuple[str, str], number: int) -> float:
    """One note, sent again as a phone does, while the server says that it is busy; the longest wait."""
    code, secret = table
    body = json.dumps({"kind": "note", "text": "x", "key": f"crowd-{number:05d}"})
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
    waits = []
    while True:
        line, began = http.client.HTTPConnection("127.0.0.1", port, timeout=60), time.monotonic()
        line.request("POST", f"/api/v1/tables/{code}/entries", body, headers)
        answer = line.getresponse()
        told = json.loads(answer.read())
        line.close()
        waits.append(time.monotonic() - began)
        assert "X-Companion" in answer.headers
        if answer.status == 201:
            return max(waits)
        assert (answer.status, told["error"]["code"]) == (503, "table.busy")
        time.sleep(int(answer.headers["Retry-After"]))


def test_a_crowd_enters_and_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        tables = [opened(server.address) for _ in range(TABLES)]
        with ThreadPoolExecutor(PHONES) as phones:
            waits = list(
                phones.map(
                    enter,
                    itertools.repeat(server.port, PHONES),
                    (tables[number % TABLES] for number in range(PHONES)),
                    range(PHONES),
                )
            )
        assert max(waits) < SLOWEST
        for code, secret in tables:
            assert whole_log(server.address, code, secret) == list(range(1, 1 + PHONES // TABLES))
            assert ask(server.address, f"/tables/{code}", secret=secret)[0] == 200
    finally:
        server.kill()
