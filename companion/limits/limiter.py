"""Counts what the views of ``rate_limits`` allow, in the memory of a process that serves many."""

from __future__ import annotations

import time
from typing import Any

from flask import Flask, current_app
from flask_limiter import Limiter
from limits import parse
from limits.strategies import RateLimiter
from werkzeug.exceptions import TooManyRequests

from companion.limits.rate_limits import COUNTER_KEY, client_address

_ONCE = parse("1 per minute")


def init_app(app: Flask) -> Limiter:
    """Count what an app's addresses try, from before its first room on."""
    limiter = Limiter(client_address, headers_enabled=True)
    limiter.init_app(app)
    if limiter.enabled:
        app.extensions[COUNTER_KEY] = _ActionCounter(limiter.limiter)
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


class _ActionCounter:
    """Counts actions by address, as flask-limiter counts requests."""

    def __init__(self, limiter: RateLimiter) -> None:
        self._limiter = limiter

    def count_attempt(self, at: str) -> None:
        """Count a try of the asking address at something; raises TooManyRequests after too many.

        The same code tried again within a minute counts once: friends behind one address who all join
        one table, and whoever mistypes the same thing twice, cost no more than one guess.
        """
        once = ("distinct", client_address(), at[:64])
        if not self._limiter.hit(_ONCE, *once):
            return
        try:
            self.count(str(current_app.config["JOIN_LIMIT"]), "attempt", client_address())
        except TooManyRequests:
            self._limiter.clear(_ONCE, *once)
            raise

    def count(self, rate: str, *action: str, cost: int = 1) -> None:
        """Count an action at a rate such as ``"20 per hour"``; raises TooManyRequests past it."""
        limit = parse(rate)
        if not self._limiter.hit(limit, *action, cost=cost):
            again, _ = self._limiter.get_window_stats(limit, *action)
            raise TooManyRequests(retry_after=max(1, round(again - time.time())))
