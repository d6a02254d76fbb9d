"""Lets one request run alone: while the database is replaced, no other request reads or writes it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, g

from companion.tables.errors import Unavailable

ENTER_TIMEOUT = 5.0
"""A request waits so long for the one that runs alone, and is then answered 503."""
EXCLUSIVE_TIMEOUT = 10.0
"""A request that wants to run alone waits so long for the others."""
_KEY = "request_lock"


class RequestLock:
    """Counts the requests in progress, and can hold back new ones. Streams are not counted."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._inside = 0
        self._closed = False

    def enter(self) -> None:
        """Count a request. Raises Unavailable if another one runs alone for too long."""
        with self._condition:
            if self._closed and not self._condition.wait_for(lambda: not self._closed, ENTER_TIMEOUT):
                raise Unavailable("table.busy")
            self._inside += 1

    def leave(self) -> None:
        """Count a request that ended."""
        with self._condition:
            self._inside -= 1
            if self._closed:
                self._condition.notify_all()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Run the block while no other request is in progress; new ones wait until it ends.

        The caller is itself a request. Raises Unavailable if the others do not end in time.
        """
        with self._condition:
            if self._closed:
                raise Unavailable("table.busy")
            self._closed = True
        try:
            with self._condition:
                if not self._condition.wait_for(lambda: self._inside <= 1, EXCLUSIVE_TIMEOUT):
                    raise Unavailable("table.busy")
            yield
        finally:
            with self._condition:
                self._closed = False
                self._condition.notify_all()


def init_app(app: Flask) -> None:
    """Count the requests of an app, from before anything of them is read."""
    gate = app.extensions[_KEY] = RequestLock()

    @app.before_request
    def enter() -> None:
        gate.enter()
        g.is_counted = True

    @app.teardown_request
    def leave(_: BaseException | None) -> None:
        if g.pop("is_counted", False):
            gate.leave()


def get_request_lock(app: Flask) -> RequestLock:
    """Return the gate of an app."""
    gate: RequestLock = app.extensions[_KEY]
    return gate
