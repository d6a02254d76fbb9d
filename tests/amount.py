"""A few of many: the gate looks at some, the first and the last among them."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def sample(items: Sequence[T], few: int) -> list[T]:
    """So many of them, evenly spread, the first and the last among them; all where there are no more."""
    if len(items) <= few:
        return list(items)
    return [items[n * (len(items) - 1) // (few - 1)] for n in range(few)]
