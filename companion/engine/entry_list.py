"""A growing sequence whose older lengths stay as they were: adding at the end copies nothing.

Its beginning may be left where it is kept for good, and is fetched when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")
Fetch = Callable[[int], list[T]]
"""The first so many items, from where they are kept."""


class EntryList(Generic[T]):
    """An immutable view of the first so many items of a list that only grows.

    Versions of one log share the list; the first to add at a length grows it, a second one (after an
    undo) copies what it sees. Adding must be done by one thread at a time, reading by any.
    """

    __slots__ = ("_absent", "_fetch", "_items", "_length")

    def __init__(
        self, items: list[T] | None = None, length: int = 0, absent: int = 0, fetch: Fetch[T] | None = None
    ) -> None:
        self._items: list[T] = [] if items is None else items
        self._length, self._absent, self._fetch = length, absent, fetch

    def appended(self, item: T) -> EntryList[T]:
        """Return a list with one more item at the end."""
        if self._length < self._absent:
            self._whole()
        shown = self._length - self._absent
        shared = self._items if len(self._items) == shown else self._items[:shown]
        shared.append(item)
        return EntryList(shared, self._length + 1, self._absent, self._fetch)

    def without_last(self) -> EntryList[T]:
        """Return a list without the last item."""
        return EntryList(self._items, self._length - 1, self._absent, self._fetch)

    def last(self) -> T | None:
        """The item at the end, if any."""
        if not self._length:
            return None
        if self._length <= self._absent:
            self._whole()
        return self._items[self._length - 1 - self._absent]

    def trimmed(self, most: int, keep: int, fetch: Fetch[T]) -> EntryList[T]:
        """The same, and where more than ``most`` items are at hand, only the last few of them."""
        if self._length - self._absent <= most:
            return self
        absent = self._length - keep
        newest = self._items[absent - self._absent : self._length - self._absent]
        return EntryList(newest, self._length, absent, fetch)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return iter(self._whole()[: self._length])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EntryList) and list(self) == list(other)

    def _whole(self) -> list[T]:
        """All items, the absent ones fetched once; the list is no longer shared then.

        Others may look while they are fetched: what comes is put before what was there at first.
        """
        items, absent = self._items, self._absent
        if absent and self._fetch:
            shown = max(0, self._length - absent)
            self._items = self._fetch(absent) + items[:shown]
            self._absent, self._fetch = 0, None
        return self._items
