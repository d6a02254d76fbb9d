"""How often an address may do something. An app that serves many counts it (``limiter``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from flask import current_app, request

from companion.limits import AddressQuota, address_block

COUNTER_KEY = "companion.counter"
"""The key of the action counter in ``app.extensions``. An app for one device has none."""
VIEWER_LINKS_RATE = "20 per hour"
"""Limit of new links to watch one table."""
SEAT_REQUESTS_RATE = "10 per hour"
"""Limit of requests for the seats of one table."""
IMPORT_COST_BYTES = 100_000
IMPORTS_RATE, TOTAL_IMPORTS_RATE = "400 per day", "4000 per day"
"""Limits of imports, in steps of ``IMPORT_COST_BYTES``: 40 MB a day for an address, 400 MB for all."""
View = TypeVar("View", bound=Callable[..., Any])


def client_address() -> str:
    """The address that asks, as a limit counts it."""
    return address_block(request.remote_addr or "127.0.0.1")


def stream_quota(config: Mapping[str, Any]) -> AddressQuota:
    """Return the streams that an address, and all of them, may have open at once."""
    each = "MAX_STREAMS_PER_ADDRESS" if config["RATELIMIT_ENABLED"] else "MAX_STREAMS"
    return AddressQuota(config[each], config["MAX_STREAMS"])


def rate_limited(rate: str) -> Callable[[View], View]:
    """Mark a view: an address may ask it so often, ``"20 per minute"``."""

    def mark(view: View) -> View:
        vars(view)["rate_limit"] = rate
        return view

    return mark


def count_attempt(at: str) -> None:
    """Count a try at a code or secret by somebody who has no link there; raises TooManyRequests."""
    if counter := current_app.extensions.get(COUNTER_KEY):
        counter.count_attempt(at)


def count_viewer(table_id: int) -> None:
    """Count a link to watch a table that the asking address takes by its code; raises TooManyRequests."""
    _count(VIEWER_LINKS_RATE, "watch", str(table_id), client_address())


def count_seat_request(table_id: int) -> None:
    """Count a request for a seat that the asking address makes by the code; raises TooManyRequests."""
    _count(SEAT_REQUESTS_RATE, "seat request", str(table_id), client_address())


def count_import(size: int) -> None:
    """Count an import of so many bytes; raises TooManyRequests past what one address or all may keep."""
    cost = 1 + size // IMPORT_COST_BYTES
    _count(IMPORTS_RATE, "import", client_address(), cost=cost)
    _count(TOTAL_IMPORTS_RATE, "imports", cost=cost)


def _count(rate: str, *action: str, cost: int = 1) -> None:
    if counter := current_app.extensions.get(COUNTER_KEY):
        counter.count(rate, *action, cost=cost)
