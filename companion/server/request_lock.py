"""A lock with which one request can run alone, so that it can replace the database."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, g

from companion.tables.errors import Unavailable

ENTER_TIMEOUT_SECONDS = 5.0
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
        """Count a new request, once no other runs alone. Raise Unavailable if that takes too long."""
        with self._condition:
            if self._closed and not self._condition.wait_for(
                lambda: not self._closed, ENTER_TIMEOUT_SECONDS
            ):
                raise Unavailable("table.busy")
            self._inside += 1

    def end_request(self) -> None:
        """Count a request as ended."""
        with self._condition:
            self._inside -= 1
            if self._closed:
                self._condition.notify_all()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Run the block while no other request is in progress. New requests wait until it ends.

        The caller counts as one request. Raise Unavailable if the others do not end in time.
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
    """Add a RequestLock to an app, which counts the requests of the app."""
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
    """Return the request lock of an app."""
    lock: RequestLock = app.extensions["request_lock"]
    return lock
