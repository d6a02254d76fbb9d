"""Rate limits and quotas for each network address."""

import threading
from collections import Counter
from ipaddress import IPv4Address, IPv6Address, ip_address


def parse_address(address: str) -> IPv4Address | IPv6Address | None:
    """Parse an IP address, without its zone; None if invalid. An IPv4-mapped IPv6 address becomes IPv4."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed


def get_limit_key(address: str) -> str:
    """Return the key by which limits count an address: itself, or the /64 network of an IPv6 address."""
    parsed = parse_address(address)
    if isinstance(parsed, IPv6Address):
        return str(IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed or address)


class AddressQuota:
    """Limits simultaneous uses, such as open streams, by one address and by all. Safe between threads."""

    def __init__(self, per_address: int, total: int) -> None:
        self._per_address, self._total = per_address, total
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()

    def acquire(self, address: str) -> bool:
        """Count one more use by an address and return True. At a limit, return False and count nothing."""
        with self._lock:
            if self._counts[address] >= self._per_address or self._counts.total() >= self._total:
                return False
            self._counts[address] += 1
            return True

    def get_count(self, address: str) -> int:
        """Return how many uses of this address are counted now."""
        with self._lock:
            return self._counts.get(address, 0)

    def release(self, address: str) -> None:
        """Stop counting one use by this address."""
        with self._lock:
            self._counts[address] -= 1
            if self._counts[address] <= 0:
                del self._counts[address]
