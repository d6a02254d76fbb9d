"""Two hundred phones enter at once on one process: what is turned away comes again, and all stands once.

``COMPANION_CROWD=600`` and ``pytest -s``: so many, and what they waited.
"""

from __future__ import annotations

import http.client
import itertools
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.browser.conftest import Server
from tests.scaled.players import ask, opened, whole_log

PHONES = int(os.environ.get("COMPANION_CROWD", "200"))
TABLES = 10
SLOWEST = 10
"""Seconds, on a machine on which others work; ``make load`` measures."""


def enter(port: int, table: tuple[str, str], number: int) -> list[float]:
    """One note, sent again as a phone does, while the server says that it is busy; how long each answer
    took.
    """
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
            return waits
        assert (answer.status, told["error"]["code"]) == (503, "table.busy")
        time.sleep(int(answer.headers["Retry-After"]))


def test_a_crowd_enters_and_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        tables = [opened(server.address) for _ in range(TABLES)]
        began = time.monotonic()
        with ThreadPoolExecutor(PHONES) as phones:
            all_waits = list(
                phones.map(
                    enter,
                    itertools.repeat(server.port, PHONES),
                    (tables[number % TABLES] for number in range(PHONES)),
                    range(PHONES),
                )
            )
        waits = sorted(wait for each in all_waits for wait in each)
        print(
            f"{PHONES} phones: all entered within {time.monotonic() - began:.1f} s, {len(waits) - PHONES} "
            f"answers were 503; an answer took p50 {waits[len(waits) // 2]:.2f} s, p95 "
            f"{waits[len(waits) * 95 // 100]:.2f} s, at most {waits[-1]:.2f} s"
        )
        assert waits[-1] < SLOWEST
        for code, secret in tables:
            assert whole_log(server.address, code, secret) == list(range(1, 1 + PHONES // TABLES))
            assert ask(server.address, f"/tables/{code}", secret=secret)[0] == 200
    finally:
        server.kill()
