"""How much one address may have and try."""

from __future__ import annotations

import threading
from collections import Counter
from ipaddress import IPv4Address, IPv6Address, ip_address


def parse_address(address: str) -> IPv4Address | IPv6Address | None:
    """An IP address without its link's name, one of IPv4 within IPv6 as itself; None for any other text."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed


def address_block(address: str) -> str:
    """What limits count an address as: with IPv6 its /64, which is one household's or one host's."""
    parsed = parse_address(address)
    if isinstance(parsed, IPv6Address):
        return str(IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed or address)


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
