"""The route question: may I use his harbour, his site? Answered on the group's own drawing."""

from __future__ import annotations

from collections import deque
from functools import lru_cache

from companion.games.cheops_catan.state import Road, State


def drawn(state: State) -> bool:
    """Whether the group keeps a drawing; without one the players attest."""
    return bool(state.network or state.houses)


def route(state: State, seat: int, goals: frozenset[str]) -> tuple[str, ...] | None:
    """Crossings of a shortest unbroken chain of roads and ships, of any colours, from a building of
    the seat to one of the goals; None where there is none (trade routes).

    With the house rule the chain leaves the seat's building by a road or ship of its own.
    """
    starts = tuple(house.crossing for house in state.houses if house.owner == seat)
    return _chain(state.network, starts, goals, seat if state.rules.own_road else None)


@lru_cache(maxsize=4096)
def _chain(
    network: tuple[Road, ...], starts: tuple[str, ...], goals: frozenset[str], first_of: int | None
) -> tuple[str, ...] | None:
    came: dict[str, str] = dict.fromkeys(starts, "")
    waiting = deque(starts)
    while waiting:
        here = waiting.popleft()
        if here in goals:
            return _back(came, here)
        for road in network:
            if here not in (road.start, road.end):
                continue
            if first_of is not None and came[here] == "" and road.owner != first_of:
                continue
            there = road.end if here == road.start else road.start
            if there not in came:
                came[there] = here
                waiting.append(there)
    return None


def _back(came: dict[str, str], goal: str) -> tuple[str, ...]:
    path = [goal]
    while came[path[-1]]:
        path.append(came[path[-1]])
    return tuple(reversed(path))


def sites_of(state: State, owner: int) -> frozenset[str]:
    """The crossings where a seat has a building at the site."""
    return frozenset(h.crossing for h in state.houses if h.owner == owner and h.at_site)


def harbours_of(state: State, owner: int) -> frozenset[str]:
    """The crossings where a seat has a harbour."""
    return frozenset(h.crossing for h in state.houses if h.owner == owner and h.harbour)
