"""An append-only list whose versions share memory. Appending copies nothing.

The older items may stay in the database and are loaded when they are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")
FetchOldestItems = Callable[[int], list[T]]
"""Load this many items from the start of the list."""


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
        """Return a list with one more item at the end."""
        if self._length < self._missing:
            self._load_all()
        shown = self._length - self._missing
        shared = self._items if len(self._items) == shown else self._items[:shown]
        shared.append(item)
        return EntryList(shared, self._length + 1, self._missing, self._fetch)

    def without_last(self) -> EntryList[T]:
        """Return a list without its last item."""
        return EntryList(self._items, self._length - 1, self._missing, self._fetch)

    def last(self) -> T | None:
        """Return the last item, or None if the list is empty."""
        if not self._length:
            return None
        if self._length <= self._missing:
            self._load_all()
        return self._items[self._length - 1 - self._missing]

    def trimmed(self, most: int, keep: int, fetch: FetchOldestItems[T]) -> EntryList[T]:
        """Return the same list. If more than ``most`` items are in memory, it keeps only the last ``keep``
        of them."""
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
        """Return all items, and load the missing ones once. The list is then no longer shared.

        Other threads may read meanwhile: the loaded items are put before those that were in memory at
        first.
        """
        items, missing = self._items, self._missing
        if missing and self._fetch:
            shown = max(0, self._length - missing)
            self._items = self._fetch(missing) + items[:shown]
            self._missing, self._fetch = 0, None
        return self._items
