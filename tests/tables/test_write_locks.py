"""Whoever waits for the writer before waits for so long, and not for all that wait in front."""

from contextvars import copy_context

import pytest
from flask import Flask

from companion.tables.errors import Unavailable
from companion.tables.write_locks import WriteLocks, start_waiting, waited


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
