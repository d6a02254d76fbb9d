"""Records which phones are present at which tables, and since when each has been there."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

SEEN_SECONDS = 300.0
"""A phone without an open stream is present for so long after its last request."""
BREAK_SECONDS = 3600.0
"""After a longer break between two requests, the time present starts again at zero."""
MAX_VISITS = 1000
"""Number of links that are remembered; the least recent is forgotten first."""


@dataclass(frozen=True, slots=True)
class ActiveTable:
    """A table at which phones are present."""

    table_id: int
    links: frozenset[int]
    seconds: int
    """Seconds since the first of these phones arrived."""


class Presence:
    """The times of the first and the last request with each link. Safe between greenlets."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._visits: dict[tuple[int, int], tuple[float, float]] = {}
        """Arrival and last request, by table and link."""

    def record(self, table_id: int, link_id: int) -> None:
        """Record a request, or an open stream, of a phone with this link."""
        now, key = self._clock(), (table_id, link_id)
        arrival, last_request = self._visits.pop(key, (now, now))
        self._visits[key] = (arrival if now - last_request < BREAK_SECONDS else now, now)
        while len(self._visits) > MAX_VISITS:
            del self._visits[next(iter(self._visits))]

    def active_tables(self, streams: Iterable[tuple[int, int]]) -> list[ActiveTable]:
        """Return the tables at which phones are present, the newest last.

        ``streams`` has the table and the link of each open stream.
        """
        for table_id, link_id in streams:
            self.record(table_id, link_id)
        now = self._clock()
        arrivals: dict[int, dict[int, float]] = {}
        for (table_id, link_id), (arrival, last_request) in self._visits.items():
            if now - last_request <= SEEN_SECONDS:
                arrivals.setdefault(table_id, {})[link_id] = arrival
        tables = [
            ActiveTable(table_id, frozenset(links), int(now - min(links.values())))
            for table_id, links in arrivals.items()
        ]
        return sorted(tables, key=lambda table: (-table.seconds, table.table_id))

    def clear(self) -> None:
        """Forget all links, for example when the database was replaced."""
        self._visits.clear()
