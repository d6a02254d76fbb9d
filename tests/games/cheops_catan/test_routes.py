"""The route question, against a walk along every path of random drawings."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.games.cheops_catan.routes import harbours_of, route, sites_of
from companion.games.cheops_catan.state import House, Road, State
from tests.games.cheops_catan.slow import chains
from tests.games.cheops_catan.test_rules import OPEN

CROSSINGS = "ABCDEFGH"


def drawn(roads: str, houses: str, *, own_road: bool) -> State:
    """A table whose drawing is written down: ``E-K0`` is a road of seat 0, ``F1h`` a harbour of seat 1."""
    return replace(
        OPEN,
        rules=replace(OPEN.rules, own_road=own_road),
        network=tuple(Road(r[0], r[2], int(r[3]), False) for r in roads.split()),
        houses=tuple(House(h[0], int(h[1]), "s" in h, "h" in h) for h in houses.split()),
    )


def test_a_second_own_building_on_the_way_does_not_cut_the_route() -> None:
    one = drawn("E-K0 K-F1", "E0 F1h", own_road=True)
    two = drawn("E-K0 K-F1", "E0 K0 F1h", own_road=True)
    for state in (one, two):
        assert route(state, 0, harbours_of(state, 1)) == ("E", "K", "F")


def test_read_strictly_an_own_road_elsewhere_does_not_help() -> None:
    dead_end = drawn("E-X0 E-F1", "E0 F1s", own_road=True)
    assert route(dead_end, 0, sites_of(dead_end, 1)) is None
    assert route(replace(dead_end, rules=OPEN.rules), 0, sites_of(dead_end, 1)) == ("E", "F")


def random_drawings(chance: random.Random, count: int) -> Iterator[State]:
    for _ in range(count):
        crossings = CROSSINGS[: chance.randint(3, len(CROSSINGS))]
        edges = [(a, b) for a in crossings for b in crossings if a < b]
        network = tuple(
            Road(*chance.choice((edge, edge[::-1])), chance.randrange(3), chance.random() < 0.3)
            for edge in chance.sample(edges, min(len(edges), chance.randint(1, 9)))
        )
        houses = tuple(
            House(crossing, chance.randrange(3), chance.random() < 0.5, chance.random() < 0.5)
            for crossing in chance.sample(crossings, chance.randint(2, len(crossings)))
        )
        yield replace(OPEN, network=network, houses=houses)


@pytest.mark.parametrize("own_road", [False, True])
def test_routes_are_those_of_every_path_walked(own_road: bool) -> None:
    chance = random.Random(4)
    found = 0
    for plain in random_drawings(chance, 1500):
        state = replace(plain, rules=replace(plain.rules, own_road=own_road))
        for seat, owner in ((0, 1), (1, 2), (2, 0)):
            goals = sites_of(state, owner)
            lengths = [len(chain) for chain in chains(state, seat) if chain[-1] in goals]
            answer = route(state, seat, goals)
            assert (len(answer) if answer else None) == min(lengths, default=None), state
            assert answer is None or answer in chains(state, seat)
            found += answer is not None
    assert found > 500
