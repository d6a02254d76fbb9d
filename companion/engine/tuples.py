"""Copies of tuples in which one item is changed."""

from typing import TypeVar

T = TypeVar("T")


def replace_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return a copy of the tuple with ``item`` at this index."""
    return (*items[:index], item, *items[index + 1 :])


def add_to_item(counts: tuple[int, ...], index: int, amount: int = 1) -> tuple[int, ...]:
    """Return a copy of the counts with ``amount`` added to the one at this index.

    >>> add_to_item((2, 0, 1), 0, -1)
    (1, 0, 1)
    """
    return replace_item(counts, index, counts[index] + amount)
