"""A lock with which one request can run alone, so that it can replace the database."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, g

from companion.tables.errors import Unavailable

BEGIN_TIMEOUT_SECONDS = 5.0
"""Seconds that a request waits while another one runs alone. Then it is answered 503."""
EXCLUSIVE_TIMEOUT_SECONDS = 10.0
"""Seconds that an exclusive request waits for the others to end."""


class RequestLock:
    """Counts requests in progress, and lets one request run alone. Streams are not counted."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._inside = 0
        self._closed = False

    def begin_request(self) -> None:
        """Wait while another request runs alone, then count this one. Raise Unavailable after a timeout."""
        with self._condition:
            if not self._condition.wait_for(lambda: not self._closed, BEGIN_TIMEOUT_SECONDS):
                raise Unavailable("table.busy")
            self._inside += 1

    def end_request(self) -> None:
        """Stop counting a request that has ended."""
        with self._condition:
            self._inside -= 1
            if self._closed:
                self._condition.notify_all()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Run the block while no other request is in progress. New requests wait until the block ends.

        Call it within a request. Raise Unavailable if the other requests do not end in time.
        """
        with self._condition:
            if self._closed:
                raise Unavailable("table.busy")
            self._closed = True
        try:
            with self._condition:
                if not self._condition.wait_for(lambda: self._inside <= 1, EXCLUSIVE_TIMEOUT_SECONDS):
                    raise Unavailable("table.busy")
            yield
        finally:
            with self._condition:
                self._closed = False
                self._condition.notify_all()


def init_app(app: Flask) -> None:
    """Add a RequestLock to the app, and count each request from its beginning to its end."""
    lock = app.extensions["request_lock"] = RequestLock()

    @app.before_request
    def begin_request() -> None:
        lock.begin_request()
        g.is_counted = True

    @app.teardown_request
    def end_request(_: BaseException | None) -> None:
        if g.pop("is_counted", False):
            lock.end_request()


def get_request_lock(app: Flask) -> RequestLock:
    """Return the lock with which one request of the app can run alone."""
    lock: RequestLock = app.extensions["request_lock"]
    return lock
