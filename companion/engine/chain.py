"""A growing sequence whose older lengths stay as they were: adding at the end copies nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Chain(Generic[T]):
    """An immutable view of the first so many items of a list that only grows.

    Versions of one log share the list; the first to add at a length grows it, a second one (after an
    undo) copies what it sees. Adding must be done by one thread at a time, reading by any.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: list[T] | None = None, length: int = 0) -> None:
        self._items: list[T] = [] if items is None else items
        self._length = length

    def plus(self, item: T) -> Chain[T]:
        """With one more item at the end."""
        shared = self._items if len(self._items) == self._length else self._items[: self._length]
        shared.append(item)
        return Chain(shared, self._length + 1)

    def less(self) -> Chain[T]:
        """Without the last item."""
        return Chain(self._items, self._length - 1)

    def last(self) -> T | None:
        """The item at the end, if any."""
        return self._items[self._length - 1] if self._length else None

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return iter(self._items[: self._length])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chain) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(self._length)

    def __repr__(self) -> str:
        return f"Chain({list(self)!r})"
