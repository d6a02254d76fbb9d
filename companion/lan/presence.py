"""Which links of which tables have a phone that was seen in the last minutes, and since when."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

SEEN_SECONDS = 300.0
"""A phone counts as present so long after its last request; one that listens is present anyway."""
BREAK_SECONDS = 3600.0
"""Whoever comes back after a longer break is present since then."""
MAX_VISITS = 1000
"""Links that are remembered; the oldest is forgotten first."""


@dataclass(frozen=True, slots=True)
class ActiveTable:
    """A table at which phones are present."""

    table_id: int
    links: frozenset[int]
    seconds: int
    """Since the first of these phones came."""


class Presence:
    """Remembers when each link of a table was seen. Safe between greenlets."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._visits: dict[tuple[int, int], tuple[float, float]] = {}
        """By table and link: when the phone came, and when it was seen last."""

    def record(self, table_id: int, link_id: int) -> None:
        """A phone with this link asked for something, or listens."""
        now, key = self._clock(), (table_id, link_id)
        came, last = self._visits.pop(key, (now, now))
        self._visits[key] = (came if now - last < BREAK_SECONDS else now, now)
        while len(self._visits) > MAX_VISITS:
            del self._visits[next(iter(self._visits))]

    def active_tables(self, listening: Iterable[tuple[int, int]]) -> list[ActiveTable]:
        """The tables with phones, the newest last; ``listening`` has the table and link of each stream."""
        for table_id, link_id in listening:
            self.record(table_id, link_id)
        now = self._clock()
        present: dict[int, dict[int, float]] = {}
        for (table_id, link_id), (came, last) in self._visits.items():
            if now - last <= SEEN_SECONDS:
                present.setdefault(table_id, {})[link_id] = came
        tables = [
            ActiveTable(table_id, frozenset(links), int(now - min(links.values())))
            for table_id, links in present.items()
        ]
        return sorted(tables, key=lambda one: (-one.seconds, one.table_id))

    def clear(self) -> None:
        """Forget all links, as the database was replaced."""
        self._visits.clear()
