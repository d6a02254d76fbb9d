"""Enforces the limits of ``rate_limits`` with Flask-Limiter, in the memory of the server process."""

import time
from typing import Any

from flask import Flask, current_app
from flask_limiter import Limiter
from limits import parse
from limits.strategies import RateLimiter
from werkzeug.exceptions import TooManyRequests

from companion.limits.rate_limits import ACTION_COUNTER_EXTENSION, client_limit_key

_SAME_CODE_RATE = parse("1 per minute")


def init_app(app: Flask) -> None:
    """Limit actions, and all registered views that are decorated with ``rate_limited``."""
    limiter = Limiter(client_limit_key, app=app, headers_enabled=True)
    if not limiter.enabled:
        return
    app.extensions[ACTION_COUNTER_EXTENSION] = ActionCounter(limiter.limiter)
    for endpoint, view in app.view_functions.items():
        if rate := getattr(view, "rate_limit", None):
            limited_view: Any = limiter.limit(rate)(view)
            app.view_functions[endpoint] = limited_view


class ActionCounter:
    """Counts the actions of clients, such as joining or importing, in the storage of Flask-Limiter."""

    def __init__(self, limiter: RateLimiter) -> None:
        self._limiter = limiter

    def count_attempt(self, code: str) -> None:
        """Count an attempt by the client's address to use a code. Raise TooManyRequests after too many.

        The same code within a minute counts once, as friends behind one address join the same table.
        """
        key = ("distinct", client_limit_key(), code[:64])
        if not self._limiter.hit(_SAME_CODE_RATE, *key):
            return
        try:
            self.count_action(str(current_app.config["JOIN_LIMIT"]), "attempt", client_limit_key())
        except TooManyRequests:
            self._limiter.clear(_SAME_CODE_RATE, *key)
            raise

    def count_action(self, rate: str, *action: str, cost: int = 1) -> None:
        """Add ``cost`` to the count with the key ``action``. Raise TooManyRequests above ``rate``."""
        limit = parse(rate)
        if not self._limiter.hit(limit, *action, cost=cost):
            reset_time, _ = self._limiter.get_window_stats(limit, *action)
            raise TooManyRequests(retry_after=max(1, round(reset_time - time.time())))
