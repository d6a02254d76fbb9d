"""How often an address may try something."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from flask import current_app
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits import parse
from werkzeug.exceptions import TooManyRequests

from companion.quotas import AddressQuota, address_block

_ONCE = parse("1 per minute")


def client_address() -> str:
    """Return the address that a limit counts: with IPv6 the /64, which is one household's or one host's."""
    return address_block(get_remote_address())


def stream_quota(config: Mapping[str, Any]) -> AddressQuota:
    """Return the streams that an address, and all of them, may have open at once."""
    each = "STREAMS_AN_ADDRESS" if config["RATELIMIT_ENABLED"] else "STREAMS_IN_ALL"
    return AddressQuota(config[each], config["STREAMS_IN_ALL"])


limiter = Limiter(client_address, headers_enabled=True)


def count_attempt(at: str) -> None:
    """Count an attempt at a code or secret that is not the caller's; 429 after too many.

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
