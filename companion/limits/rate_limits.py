"""How often an address may try something, and how many of something it has open at once. Views are marked
here; who serves many counts (``limiter``).
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from ipaddress import IPv6Address, ip_address
from typing import Any, TypeVar

from flask import request

View = TypeVar("View", bound=Callable[..., Any])


def address_block(address: str) -> str:
    """Return what limits count an address as: with IPv6 its /64, which is one household's or one host's."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(IPv6Address(int(parsed) >> 64 << 64))


class AddressQuota:
    """So many places for each address, and so many for all of them. Safe between threads."""

    def __init__(self, each: int, in_all: int) -> None:
        self._each, self._in_all = each, in_all
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    def acquire(self, address: str) -> bool:
        """Take one more place for an address; False where it has its share, or all are taken."""
        with self._lock:
            if self._taken[address] >= self._each or self._taken.total() >= self._in_all:
                return False
            self._taken[address] += 1
            return True

    def count(self, address: str) -> int:
        """How many places an address has."""
        with self._lock:
            return self._taken.get(address, 0)

    def release(self, address: str) -> None:
        """Give one place back."""
        with self._lock:
            self._taken[address] -= 1
            if self._taken[address] <= 0:
                del self._taken[address]


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
