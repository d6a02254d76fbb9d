"""The route question: may I use his harbour, his site? Answered on the group's own drawing."""

from __future__ import annotations

from collections import deque
from functools import lru_cache

from companion.games.cheops_catan.state import Road, State


def has_drawing(state: State) -> bool:
    """Whether the group keeps a drawing; without one the players attest."""
    return bool(state.network or state.houses)


def find_route(state: State, seat: int, goals: frozenset[str]) -> tuple[str, ...] | None:
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
    chains = (_chain_from(network, start, goals, first_of) for start in starts)
    return min((chain for chain in chains if chain), key=len, default=None)


def _chain_from(
    network: tuple[Road, ...], start: str, goals: frozenset[str], first_of: int | None
) -> tuple[str, ...] | None:
    """A shortest chain from one building; other buildings on the way are crossings like any other."""
    reached = {start}
    waiting: deque[tuple[str, ...]] = deque([(start,)])
    while waiting:
        chain = waiting.popleft()
        if chain[-1] in goals:
            return chain
        leaving = first_of if len(chain) == 1 else None
        for there, owner in _roads_at(network).get(chain[-1], ()):
            if there not in reached and leaving in (None, owner):
                reached.add(there)
                waiting.append((*chain, there))
    return None


@lru_cache(maxsize=256)
def _roads_at(network: tuple[Road, ...]) -> dict[str, list[tuple[str, int]]]:
    """For each crossing the crossings its roads and ships lead to, and whose they are."""
    found: dict[str, list[tuple[str, int]]] = {}
    for road in network:
        found.setdefault(road.start, []).append((road.end, road.owner))
        found.setdefault(road.end, []).append((road.start, road.owner))
    return found


def sites_of(state: State, owner: int) -> frozenset[str]:
    """The crossings where a seat has a building at the site."""
    return frozenset(h.crossing for h in state.houses if h.owner == owner and h.at_site)


def harbours_of(state: State, owner: int) -> frozenset[str]:
    """The crossings where a seat has a harbour."""
    return frozenset(h.crossing for h in state.houses if h.owner == owner and h.harbour)
