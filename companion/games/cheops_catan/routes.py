"""Find routes to the harbours and sites of other seats on the map that the players draw."""

from collections import deque
from functools import lru_cache

from companion.games.cheops_catan.state import MapRoad, State


def has_drawing(state: State) -> bool:
    """Return whether the players drew a map. Without one they confirm the routes themselves."""
    return bool(state.network or state.houses)


def find_route(state: State, seat: int, goals: frozenset[str]) -> tuple[str, ...] | None:
    """Return the crossings of a shortest route from a building of the seat to one of the goals. None if
    there is no route.

    A route is an unbroken chain of roads and ships of any colours (trade routes). With the house rule, its
    first road must belong to the seat.
    """
    starts = tuple(house.crossing for house in state.houses if house.owner == seat)
    return _find_shortest_route(state.network, starts, goals, seat if state.rules.own_road else None)


@lru_cache(maxsize=4096)
def _find_shortest_route(
    network: tuple[MapRoad, ...], starts: tuple[str, ...], goals: frozenset[str], first_owner: int | None
) -> tuple[str, ...] | None:
    chains = (_find_route_from(network, start, goals, first_owner) for start in starts)
    return min((chain for chain in chains if chain), key=len, default=None)


def _find_route_from(
    network: tuple[MapRoad, ...], start: str, goals: frozenset[str], first_owner: int | None
) -> tuple[str, ...] | None:
    """Return the shortest route from one building, or None. It may pass other buildings."""
    reached = {start}
    queue: deque[tuple[str, ...]] = deque([(start,)])
    while queue:
        chain = queue.popleft()
        if chain[-1] in goals:
            return chain
        required_owner = first_owner if len(chain) == 1 else None
        for crossing, owner in _map_neighbours(network).get(chain[-1], ()):
            if crossing not in reached and required_owner in (None, owner):
                reached.add(crossing)
                queue.append((*chain, crossing))
    return None


@lru_cache(maxsize=256)
def _map_neighbours(network: tuple[MapRoad, ...]) -> dict[str, list[tuple[str, int]]]:
    """Return for each crossing its neighbours on the map, each with the owner of the road or ship
    between them."""
    neighbours: dict[str, list[tuple[str, int]]] = {}
    for road in network:
        neighbours.setdefault(road.start, []).append((road.end, road.owner))
        neighbours.setdefault(road.end, []).append((road.start, road.owner))
    return neighbours


def find_site_crossings(state: State, owner: int) -> frozenset[str]:
    """Return the crossings at which this seat has a building at the site."""
    return frozenset(h.crossing for h in state.houses if h.owner == owner and h.at_site)


def find_harbour_crossings(state: State, owner: int) -> frozenset[str]:
    """Return the crossings at which this seat has a harbour."""
    return frozenset(h.crossing for h in state.houses if h.owner == owner and h.harbour)
