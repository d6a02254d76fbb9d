"""How often an address may try something. Views are marked here; who serves many counts (``limiter``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from flask import request

from companion.limits import AddressQuota, address_block

View = TypeVar("View", bound=Callable[..., Any])


def client_address() -> str:
    """The address that asks, as a limit counts it."""
    return address_block(request.remote_addr or "127.0.0.1")


def stream_quota(config: Mapping[str, Any]) -> AddressQuota:
    """Return the streams that an address, and all of them, may have open at once."""
    each = "STREAMS_AN_ADDRESS" if config["RATELIMIT_ENABLED"] else "STREAMS_IN_ALL"
    return AddressQuota(config[each], config["STREAMS_IN_ALL"])


def limited(rate: str) -> Callable[[View], View]:
    """Mark a view: an address may ask it so often, ``"20 per minute"``."""

    def mark(view: View) -> View:
        vars(view)["rate_limit"] = rate
        return view

    return mark
