"""Whoever waits for the writer before waits for so long, and not for all that wait in front."""

from __future__ import annotations

import subprocess
import sys
from contextvars import copy_context

import pytest
from flask import Flask

from companion.tables.errors import Unavailable
from companion.tables.write_locks import WriteLocks, start_waiting, waited

CROWD = """
from gevent import monkey; monkey.patch_all()
import time, gevent
from companion.tables.write_locks import WriteLocks

locks, waits = WriteLocks(), []

def write():
    began = time.monotonic()
    with locks.acquire(1):
        waits.append(time.monotonic() - began)
        while time.monotonic() < began + waits[-1] + 0.01:
            pass

gevent.joinall([gevent.spawn(write) for _ in range(300)], raise_error=True)
print(len(waits), max(waits))
"""


def test_three_hundred_writers_stand_in_no_line_before_the_line() -> None:
    told = subprocess.run(
        [sys.executable, "-c", CROWD], capture_output=True, text=True, check=True, timeout=60
    ).stdout.split()
    assert int(told[0]) == 300
    assert float(told[1]) < 1


def test_what_was_waited_in_line_is_not_waited_again(monkeypatch: pytest.MonkeyPatch) -> None:
    locks, now = WriteLocks(patience=60), 100.0
    monkeypatch.setattr("companion.tables.write_locks.time.monotonic", lambda: now)

    def come_late() -> None:
        nonlocal now
        start_waiting()
        now += 60
        with pytest.raises(Unavailable), locks.acquire(1):
            raise AssertionError("somebody else writes")

    with locks.acquire(1):
        copy_context().run(come_late)


def test_what_one_request_waited_the_next_writer_did_not(app: Flask) -> None:
    def ask() -> float:
        app.test_client().get("/healthz")
        return waited()

    assert copy_context().run(ask) == 0
