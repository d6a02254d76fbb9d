"""Copies of tuples in which one item is changed."""

from typing import TypeVar

T = TypeVar("T")


def replace_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return a copy of the tuple with ``item`` at this index."""
    return (*items[:index], item, *items[index + 1 :])


def add_to_item(counts: tuple[int, ...], index: int, more: int = 1) -> tuple[int, ...]:
    """Return a copy of the counts with ``more`` added to the one at this index.

    >>> add_to_item((2, 0, 1), 0, -1)
    (1, 0, 1)
    """
    return (*counts[:index], counts[index] + more, *counts[index + 1 :])
