"""The Catan scenario: pyramid, Blessing and Curse whole, what may follow on what, every small drawing."""

from collections.abc import Hashable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.games.cheops_catan import GAME
from companion.games.cheops_catan.state import House, Road, laid
from tests.long.proof.cheops_catan import reading
from tests.long.proof.cheops_catan.reading import Position
from tests.long.proof.walk import Line, World, compare, copied, walk


def seen_as(state: Any) -> Position:
    rules = state.rules
    told: Position = copied(
        Position,
        state,
        first=rules.first,
        any_roll=bool(state.rolls),
        closing=state.closing.removeprefix("cheops_catan."),
        edges=frozenset((road.start, road.end, road.owner) for road in state.network),
        houses=frozenset((h.crossing, h.owner, h.at_site, h.harbour) for h in state.houses),
        after_stone=rules.pharaoh_after_stone,
        most_black=rules.black_stones,
        own_road=rules.own_road,
        spared=rules.holder_spared,
    )
    return told


def world(setup: Setup, tried: list[Line], alike: Any = lambda at: at) -> World:
    return World(GAME, setup, reading, seen_as, lambda at: tried, listed=lambda line: False, alike=alike)


def setup(seats: int, **switches: Any) -> Setup:
    return Setup.of(GAME.meta, seats, switches)


def settled(of: Setup, at_site: int = 0, **told: Any) -> Any:
    """All first settlements are founded, the last ones of so many seats at the site."""
    state = GAME.setup(of)
    seats = of.seats
    state = replace(
        state,
        settlements=(3,) * seats,
        founded=3 * seats,
        at_site=tuple(int(seat < at_site) for seat in range(seats)),
    )
    return replace(state, **told)


def everything(seats: int) -> list[Line]:
    """All that anybody may try at a table of so many seats; gold and cards in few numbers."""
    found: list[Line] = []
    for seat in range(seats):
        told: list[dict[str, Any]] = [{"move": "Found", "at_site": yes} for yes in (False, True)]
        told += [{"move": "Roll", "total": total} for total in (6, 7)]
        told += [
            {"move": "Build", "piece": piece, "at_site": yes}
            for piece, yes in product(("settlement", "city", "road", "ship"), (False, True))
        ]
        told += [{"move": "Knight"}, {"move": "ShowPoint"}, {"move": "Income", "gold": 2}]
        told += [{"move": "Purchase", "harbour": yes} for yes in (False, True)]
        told += [{"move": "Lay", "owner": owner} for owner in (None, 0, 1, 2, 3)]
        told += [{"move": "Harbour", "owner": owner} for owner in range(4)]
        told += [{"move": "Give", "owner": owner, "gold": gold} for owner in (0, 3) for gold in (1, 5)]
        told += [{"move": name, "cards": n} for name in ("Claim", "Reveal") for n in (0, 2, 5)]
        found += [{"seat": seat, **line} for line in told]
    return found


ROLLED: dict[str, Any] = {"rolled": True, "rolls": (6,)}
EVES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "before anything": ({}, {"at_site": 0, "founded": 0, "settlements": (0, 0, 0)}),
    "the last to found": ({}, {"founded": 8, "settlements": (3, 3, 2)}),
    "nobody at the site": ({}, {}),
    "the first stone": ({}, {"at_site": 1, **ROLLED}),
    "stones all but laid": (
        {},
        {"at_site": 2, "stones": (10, 8, 3), "black": 8, "blessed": 0, "cursed": frozenset((2,)), **ROLLED},
    ),
    "the last black stone": ({}, {"at_site": 1, "stones": (1, 0, 0), "black": 15, "blessed": 0}),
    "the last of fifteen": (
        {"black_stones": 15, "pharaoh_starts": "stone"},
        {"at_site": 1, "stones": (1, 0, 0), "black": 14, "blessed": 0},
    ),
    "a stone comes first": ({"pharaoh_starts": "stone"}, {"at_site": 1}),
    "the holder bears it too": ({"holder_spared": False}, {"at_site": 3, **ROLLED}),
    "ten points": (
        {},
        {
            "at_site": 1,
            "settlements": (4, 3, 5),
            "cities": (3, 1, 4),
            "knights": (2, 3, 8),
            "army": 2,
            "cards": (1, 2, 0),
            **ROLLED,
        },
    ),
    "no gold": ({}, {"at_site": 1, "turn": 1, "gold": (0, 0, 4), **ROLLED}),
}


@pytest.mark.parametrize("name", EVES)
def test_what_may_follow(name: str) -> None:
    switches, told = EVES[name]
    of = setup(3, **switches)
    some = world(of, everything(3))
    print(walked := walk(some, [settled(of, **told)], deep=4, most=1500))
    assert walked.legal > 5, walked


@pytest.mark.parametrize("seats", [3, 4])
def test_every_pyramid(seats: int) -> None:
    """Whoever lays, in whatever order, and whatever the Pharaoh adds: stones, Blessing and Curse."""
    of = setup(seats)
    tried: list[Line] = [{"seat": seat, "move": "Lay", "owner": None} for seat in range(seats)]
    tried += [{"seat": seat, "move": "Roll", "total": total} for seat in range(seats) for total in (6, 7)]
    some = world(of, tried, alike=pyramid_and_turn)
    start = settled(of, at_site=seats)
    print(walked := walk(some, [start], deep=60, most=20_000))
    assert walked.states >= 100, walked


def pyramid_and_turn(at: Position) -> Hashable:
    return (at.stones, at.blessed, at.black, at.turn, at.rolled, at.closing)


@pytest.mark.parametrize("own_road", [False, True])
def test_every_small_drawing(own_road: bool) -> None:
    """Three crossings in a row and a fourth beside: each edge anybody's or nobody's, each building too."""
    of = setup(3, own_road=own_road)
    tried: list[Line] = [{"seat": 0, "move": "Lay", "owner": owner} for owner in (None, 1, 2)]
    tried += [{"seat": 0, "move": "Harbour", "owner": owner} for owner in (1, 2)]
    some, drawings = world(of, tried), 0
    state = settled(of, at_site=0, rolled=True, rolls=(6,))
    edges = (("A", "B"), ("B", "C"), ("B", "D"), ("C", "D"))
    for owners, houses in product(
        product((None, 0, 1), repeat=len(edges)), product((None, 0, 1, 2), repeat=4)
    ):
        network = tuple(
            Road(a, b, o, False) for (a, b), o in zip(edges, owners, strict=True) if o is not None
        )
        built = tuple(
            House(c, o, c in "CD", c == "A") for c, o in zip("ABCD", houses, strict=True) if o is not None
        )
        at_site = tuple(sum(h.owner == seat and h.at_site for h in built) for seat in range(3))
        drawn = replace(state, network=network, houses=built, at_site=at_site)
        for line in tried:
            compare(some, drawn, seen_as(drawn), line)
        drawings += 1
    print(drawings, "drawings")


def test_the_pyramid_counts_all_stones() -> None:
    assert laid(settled(setup(3), stones=(11, 11, 2), black=6)) == 30


def at_the_start() -> World:
    return world(setup(3), everything(3))
