"""Routes the slow, obvious way: every simple path from every building is walked to its end."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.cheops_catan.state import Road, State


def chains(state: State, seat: int) -> Iterator[tuple[str, ...]]:
    """Every unbroken chain from a building of the seat; read strictly, its first piece is the seat's."""
    for house in state.houses:
        if house.owner == seat:
            for road, there in _leaving(state.network, house.crossing):
                if road.owner == seat or not state.rules.own_road:
                    yield from _walked(state.network, (house.crossing, there))


def _walked(network: tuple[Road, ...], path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield path
    for _, there in _leaving(network, path[-1]):
        if there not in path:
            yield from _walked(network, (*path, there))


def _leaving(network: tuple[Road, ...], crossing: str) -> Iterator[tuple[Road, str]]:
    for road in network:
        if road.start == crossing:
            yield road, road.end
        elif road.end == crossing:
            yield road, road.start
