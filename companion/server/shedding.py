"""A tap that has waited too long for its turn is told to come again, rather than to wait longer."""

from __future__ import annotations

from flask import Flask, Response, request

from companion.tables.errors import Unavailable
from companion.tables.write_locks import PATIENCE, start_waiting, stop_waiting, waited, yield_control

COME_AGAIN = 2
"""Seconds after which a phone that was turned away asks again."""


def init_app(app: Flask) -> None:
    """Have every request wait for those that came before it, and turn away taps that waited too long."""
    app.before_request(_wait_in_line)
    app.teardown_request(lambda _: stop_waiting())
    app.after_request(_say_when)


def _wait_in_line() -> None:
    """Let everybody in who has come meanwhile, so that the time in line is seen. Nothing is lost: a phone
    keeps its tap, and its key tells it again."""
    start_waiting()
    yield_control()
    if waited() > PATIENCE and request.method not in ("GET", "HEAD", "OPTIONS"):
        raise Unavailable("table.busy")


def _say_when(response: Response) -> Response:
    if response.status_code == 503:
        response.headers.setdefault("Retry-After", str(COME_AGAIN))
    return response
