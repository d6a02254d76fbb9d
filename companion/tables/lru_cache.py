"""A bounded cache that evicts the least recently used value. Thread-safe."""

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """A mapping of at most ``max_size`` values that evicts the least recently used one.

    >>> cache = LruCache[str, int](max_size=1)
    >>> cache.put("a", 1)
    >>> cache.put("b", 2)
    >>> cache.get("a"), cache.get("b")
    (None, 2)
    """

    def __init__(self, max_size: int) -> None:
        self._max_size = max_size
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        """Return the value of a key, or None. The value is now the most recently used one."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: K, value: V) -> None:
        """Store a value. Evict the least recently used one if there are too many."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._max_size:
                self._values.popitem(last=False)

    def pop(self, key: K) -> None:
        """Remove the value of a key, if there is one."""
        with self._lock:
            self._values.pop(key, None)

    def values(self) -> list[V]:
        """Return all values, the least recently used first."""
        with self._lock:
            return list(self._values.values())

    def clear(self) -> None:
        """Evict every value."""
        with self._lock:
            self._values.clear()
