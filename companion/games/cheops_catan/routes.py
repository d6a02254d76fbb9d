"""Finds routes to the buildings of other seats on the map that the players draw in the app."""

from collections import deque
from functools import lru_cache
from typing import Literal

from companion.games.cheops_catan.state import MapRoad, State

Route = tuple[str, ...]
"""The crossings of a route, from its first to its last."""


def has_drawn_map(state: State) -> bool:
    """Return whether the players have drawn a map. Without one, they confirm routes themselves."""
    return bool(state.network or state.houses)


def find_route(state: State, seat: int, owner: int, goal: Literal["site", "harbour"]) -> Route | None:
    """Return a shortest route from a building of ``seat`` to one of ``owner`` at the ``goal``, or None.

    A route is an unbroken chain of roads and ships of any colours (rulebook, trade routes). With the house
    rule ``own_road``, its first road must belong to the seat.
    """
    starts = tuple(house.crossing for house in state.houses if house.owner == seat)
    goals = frozenset(
        house.crossing
        for house in state.houses
        if house.owner == owner and (house.at_site if goal == "site" else house.harbour)
    )
    return _find_shortest_route(state.network, starts, goals, seat if state.rules.own_road else None)


@lru_cache(maxsize=4096)
def _find_shortest_route(
    network: tuple[MapRoad, ...], starts: tuple[str, ...], goals: frozenset[str], first_owner: int | None
) -> Route | None:
    chains = (_find_route_from(network, start, goals, first_owner) for start in starts)
    return min((chain for chain in chains if chain), key=len, default=None)


def _find_route_from(
    network: tuple[MapRoad, ...], start: str, goals: frozenset[str], first_owner: int | None
) -> Route | None:
    """Return a shortest route from ``start`` to any of the crossings ``goals``, or None if there is none.

    If ``first_owner`` is not None, the first road or ship of the route must belong to this seat.
    """
    reached = {start}
    queue: deque[Route] = deque([(start,)])
    while queue:
        chain = queue.popleft()
        if chain[-1] in goals:
            return chain
        required_owner = first_owner if len(chain) == 1 else None
        for crossing, owner in _list_neighbour_crossings(network).get(chain[-1], ()):
            if crossing not in reached and required_owner in (None, owner):
                reached.add(crossing)
                queue.append((*chain, crossing))
    return None


@lru_cache(maxsize=256)
def _list_neighbour_crossings(network: tuple[MapRoad, ...]) -> dict[str, list[tuple[str, int]]]:
    """Return for each crossing the pairs (neighbouring crossing, owner of the road or ship to it)."""
    neighbours: dict[str, list[tuple[str, int]]] = {}
    for road in network:
        neighbours.setdefault(road.start, []).append((road.end, road.owner))
        neighbours.setdefault(road.end, []).append((road.start, road.owner))
    return neighbours
