"""An immutable list of which only the newest items are in memory. The others are loaded when needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")
FetchOldestItems = Callable[[int], Iterable[T]]
"""A function that gets a number and loads so many items from the start of the list."""


class EntryList(Generic[T]):
    """An immutable list. Its ``missing`` oldest items are not in memory; ``fetch`` loads them if needed."""

    __slots__ = ("_fetch", "_parts")

    def __init__(
        self, newest: Iterable[T] = (), missing: int = 0, fetch: FetchOldestItems[T] = lambda _: ()
    ) -> None:
        self._parts = missing, tuple(newest)
        self._fetch = fetch

    def extended(self, items: Iterable[T]) -> EntryList[T]:
        """Return a new list with these items at the end."""
        missing, newest = self._parts
        return EntryList((*newest, *items), missing, self._fetch)

    def without_last(self) -> EntryList[T]:
        """Return a new list without the last item."""
        missing, newest = self._parts
        return EntryList(newest[:-1], missing if newest else missing - 1, self._fetch)

    def last(self) -> T | None:
        """Return the last item, or None if the list is empty."""
        items = self._parts[1] or self._load_all()
        return items[-1] if items else None

    def trimmed(self, most: int, keep: int, fetch: FetchOldestItems[T]) -> EntryList[T]:
        """Return an equal list with only its last ``keep`` items in memory.

        If at most ``most`` items are in memory, return this list unchanged. The new list calls ``fetch(n)``
        when it needs its first n items.
        """
        missing, newest = self._parts
        if len(newest) <= most:
            return self
        return EntryList(newest[-keep:], missing + len(newest) - keep, fetch)

    def __len__(self) -> int:
        missing, newest = self._parts
        return missing + len(newest)

    def __iter__(self) -> Iterator[T]:
        return iter(self._load_all())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EntryList) and list(self) == list(other)

    def _load_all(self) -> tuple[T, ...]:
        missing, newest = self._parts
        if missing:
            newest = (*self._fetch(missing), *newest)
            self._parts = 0, newest
        return newest
