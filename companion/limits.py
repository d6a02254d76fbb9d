"""How often an address may knock."""

from __future__ import annotations

import time

from flask import current_app
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits import parse
from werkzeug.exceptions import TooManyRequests

limiter = Limiter(get_remote_address, headers_enabled=True)


def knock() -> None:
    """Count an attempt to join, or to read a table that is not the caller's; 429 after too many."""
    if not limiter.enabled:
        return
    limit = parse(str(current_app.config["JOIN_LIMIT"]))
    address = get_remote_address()
    if not limiter.limiter.hit(limit, "knock", address):
        again, _ = limiter.limiter.get_window_stats(limit, "knock", address)
        raise TooManyRequests(retry_after=max(1, round(again - time.time())))
