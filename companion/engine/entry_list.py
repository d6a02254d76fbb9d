"""An append-only list whose versions share memory, so that appending copies nothing.

Older items may stay in the database until they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")
FetchOldestItems = Callable[[int], list[T]]
"""A function that loads this many items from the start of the list."""


class EntryList(Generic[T]):
    """An immutable view of the first items of a shared list.

    Versions of one log share the list. Only the version at its end can append without copying; after an
    undo, the items are copied. One thread at a time may append; any thread may read.
    """

    __slots__ = ("_fetch", "_items", "_length", "_missing")

    def __init__(
        self,
        items: list[T] | None = None,
        length: int = 0,
        missing: int = 0,
        fetch: FetchOldestItems[T] | None = None,
    ) -> None:
        self._items: list[T] = [] if items is None else items
        self._length, self._missing, self._fetch = length, missing, fetch

    def appended(self, item: T) -> EntryList[T]:
        """Return a new list with this item at the end."""
        if self._length < self._missing:
            self._load_all()
        shown = self._length - self._missing
        shared = self._items if len(self._items) == shown else self._items[:shown]
        shared.append(item)
        return EntryList(shared, self._length + 1, self._missing, self._fetch)

    def without_last(self) -> EntryList[T]:
        """Return a new list without the last item."""
        return EntryList(self._items, self._length - 1, self._missing, self._fetch)

    def last(self) -> T | None:
        """Return the last item, or None if the list is empty."""
        if not self._length:
            return None
        if self._length <= self._missing:
            self._load_all()
        return self._items[self._length - 1 - self._missing]

    def trimmed(self, most: int, keep: int, fetch: FetchOldestItems[T]) -> EntryList[T]:
        """Return the same list with less memory used: if more than ``most`` items are in memory, only
        the last ``keep`` stay there. ``fetch`` loads the others when they are needed."""
        if self._length - self._missing <= most:
            return self
        missing = self._length - keep
        newest = self._items[missing - self._missing : self._length - self._missing]
        return EntryList(newest, self._length, missing, fetch)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return iter(self._load_all()[: self._length])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EntryList) and list(self) == list(other)

    def _load_all(self) -> list[T]:
        """Return all items, and load those that are not in memory. This list then shares no memory with
        others.

        Other threads may read the list meanwhile: the loaded items are put before the ones in memory.
        """
        items, missing = self._items, self._missing
        if missing and self._fetch:
            shown = max(0, self._length - missing)
            self._items = self._fetch(missing) + items[:shown]
            self._missing, self._fetch = 0, None
        return self._items
