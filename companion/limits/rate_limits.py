"""The rate limits of each address. ``limiter`` enforces them on a server; the offline app has no limits."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from flask import current_app, request

from companion.limits import AddressQuota, get_limit_key

ACTION_COUNTER_EXTENSION = "companion.counter"
"""Key of the action counter in ``app.extensions``. The offline app has none."""
VIEWER_LINKS_RATE = "20 per hour"
"""Limit of new viewer links to one table, for each address."""
SEAT_REQUESTS_RATE = "10 per hour"
"""Limit of requests for the seats of one table, for each address."""
IMPORT_UNIT_BYTES = 100_000
IMPORTS_RATE, TOTAL_IMPORTS_RATE = "400 per day", "4000 per day"
"""Limits of imports, in steps of ``IMPORT_UNIT_BYTES``: 40 MB a day for an address, 400 MB for all."""
View = TypeVar("View", bound=Callable[..., Any])


def client_limit_key() -> str:
    """Return the key by which limits count the client: its IPv4 address, or its IPv6 /64 network."""
    return get_limit_key(request.remote_addr or "127.0.0.1")


def stream_quota(config: Mapping[str, Any]) -> AddressQuota:
    """Return a new quota for open event streams, with the limits from the app's settings."""
    per_address = "MAX_STREAMS_PER_ADDRESS" if config["RATELIMIT_ENABLED"] else "MAX_STREAMS"
    return AddressQuota(config[per_address], config["MAX_STREAMS"])


def rate_limited(rate: str) -> Callable[[View], View]:
    """Return a decorator that limits how often an address may request a view: ``"20 per minute"``."""

    def set_rate(view: View) -> View:
        vars(view)["rate_limit"] = rate
        return view

    return set_rate


def count_attempt(code: str) -> None:
    """Count the client's attempt to use a code or secret. Raise TooManyRequests after too many attempts."""
    if counter := current_app.extensions.get(ACTION_COUNTER_EXTENSION):
        counter.count_attempt(code)


def count_viewer(table_id: int) -> None:
    """Count that the client becomes a viewer of a table. Raise TooManyRequests above the limit."""
    _count_action(VIEWER_LINKS_RATE, "watch", str(table_id), client_limit_key())


def count_seat_request(table_id: int) -> None:
    """Count the client's request for a seat at a table. Raise TooManyRequests above the limit."""
    _count_action(SEAT_REQUESTS_RATE, "seat request", str(table_id), client_limit_key())


def count_import(size: int) -> None:
    """Count an import of ``size`` bytes. Raise TooManyRequests above the limit of the client or of all."""
    cost = 1 + size // IMPORT_UNIT_BYTES
    _count_action(IMPORTS_RATE, "import", client_limit_key(), cost=cost)
    _count_action(TOTAL_IMPORTS_RATE, "imports", cost=cost)


def _count_action(rate: str, *action: str, cost: int = 1) -> None:
    if counter := current_app.extensions.get(ACTION_COUNTER_EXTENSION):
        counter.count_action(rate, *action, cost=cost)
