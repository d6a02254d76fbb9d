"""Counts what the views of ``rate_limits`` allow, in the memory of a process that serves many."""

from __future__ import annotations

import time
from typing import Any

from flask import Flask, current_app
from flask_limiter import Limiter
from limits import parse
from werkzeug.exceptions import TooManyRequests

from companion.limits.rate_limits import client_address

_ONCE = parse("1 per minute")


def init_app(app: Flask) -> Limiter:
    """Count what an app's addresses try, from before its first room on."""
    limiter = Limiter(client_address, headers_enabled=True)
    limiter.init_app(app)
    return limiter


def limit_views(app: Flask, limiter: Limiter) -> None:
    """Hold every marked view of an app to its limit, once all of its rooms are there."""
    if not limiter.enabled:
        return
    for endpoint, view in app.view_functions.items():
        rate = getattr(view, "rate_limit", None)
        if rate is not None:
            counted: Any = limiter.limit(rate)(view)
            app.view_functions[endpoint] = counted


def count_attempt(limiter: Limiter, at: str) -> None:
    """Count a try of the asking address at something; raises TooManyRequests after too many.

    The same code tried again within a minute counts once: friends behind one address who all join one
    table, and whoever mistypes the same thing twice, cost no more than one guess.
    """
    if not limiter.enabled:
        return
    address = client_address()
    if not limiter.limiter.hit(_ONCE, "distinct", address, at[:64]):
        return
    limit = parse(str(current_app.config["JOIN_LIMIT"]))
    if not limiter.limiter.hit(limit, "attempt", address):
        limiter.limiter.clear(_ONCE, "distinct", address, at[:64])
        again, _ = limiter.limiter.get_window_stats(limit, "attempt", address)
        raise TooManyRequests(retry_after=max(1, round(again - time.time())))
