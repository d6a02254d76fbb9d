"""The Pyramid's Deadline: every tomb of few stones, deduped by outline, and small tables played out."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.games.deadline import GAME
from companion.games.deadline import tomb as ours
from companion.games.deadline.parts import PRESETS, SHAPES, turns
from tests.long.proof.deadline import reading
from tests.long.proof.deadline.reading import NAMES, Position, Tomb, numbered
from tests.long.proof.walk import Line, World, copied, walk


def quarters(tomb: ours.Tomb) -> Tomb:
    """A tomb of the referee as the reading has it: all that lies under its skyline."""
    columns = [(0, 0, left, right) for left, right in tomb.skyline]
    high = max(max(ends) for ends in tomb.skyline)
    return frozenset(
        (tomb.left + x, y, q)
        for x, column in enumerate(columns)
        for y in range(high)
        for q in range(4)
        if _under(column[2], column[3], y, q)
    )


def _under(left: int, right: int, y: int, quarter: int) -> bool:
    across, up = ((3, 1), (5, 3), (3, 5), (1, 3))[quarter]
    return 6 * y + up < 6 * left + (right - left) * across


@pytest.mark.parametrize("box", PRESETS)
def test_every_way_to_hold_a_stone(box: str) -> None:
    assert NAMES == SHAPES
    for name in SHAPES:
        assert len(turns(box)[name]) == len(numbered(name, box))
        assert set(numbered(name, box)) == reading.held(name, box), name


def compare_tomb(tomb: ours.Tomb, box: str, every_fault: bool) -> Iterator[ours.Tomb]:
    """One tomb in both readings, and all that can be laid on it."""
    at = quarters(tomb)
    assert reading.outline(at) == tomb.skyline
    assert reading.measures(at) == (ours.length(tomb), ours.height(tomb), ours.roofs(tomb)), tomb
    flat, walls = ours.unfinished(tomb)
    wrong = {"flat_roof"} if flat else set()
    assert reading.against_announcing(at) == wrong | ({"high_wall"} if walls else set()), tomb
    assert reading.symmetry(at) == ours.symmetry(tomb), tomb
    for name in SHAPES:
        laid = {place: ours.lay(tomb, box, name, *place) for place in ours.places(tomb, box, name)}
        told = {(numbered(name, box)[turn], column): turn for turn, column in laid}
        spots = reading.spots(at, name, box)
        assert set(spots) == set(told), (tomb, name, set(spots) ^ set(told))
        for (way, column), after in spots.items():
            found = laid[told[way, column], column]
            assert reading.outline(after) == found.skyline, (tomb, name, found)
            assert min(x for x, _, _ in after) == found.left
        yield from laid.values()
        if every_fault:
            compare_faults(tomb, at, box, name)


def compare_faults(tomb: ours.Tomb, at: Tomb, box: str, name: Any) -> None:
    """Why a stone may not lie, wherever it is let go."""
    spots = reading.spots(at, name, box)
    columns = range(tomb.left - 6, tomb.right + 4)
    ways = numbered(name, box)
    for turn, column in product(range(len(ways)), columns):
        fault = ours.fault(tomb, turns(box)[name][turn], column)
        fits = (ways[turn], column) in spots
        found = set() if fits else reading.against_dropping(at, ways[turn], column)
        told = (tomb, name, turn, column, found)
        assert bool(fault) == bool(found), told
        assert fault is None or fault.why.code.removeprefix("deadline.") in found, told


@pytest.mark.parametrize("box", PRESETS)
def test_every_tomb_of_few_stones(box: str) -> None:
    most = 2
    edge, seen, counts = [ours.CHAMBER], {shape_of(ours.CHAMBER)}, [1]
    for stones in range(most + 1):
        beyond = []
        for tomb in edge:
            for after in compare_tomb(tomb, box, every_fault=stones < most):
                if stones < most and shape_of(after) not in seen:
                    seen.add(shape_of(after))
                    beyond.append(after)
        edge = beyond
        counts.append(len(edge))
    print(box, "tombs by stones:", counts)


def shape_of(tomb: ours.Tomb) -> tuple[Any, ...]:
    """Its outline, or that of its mirror image: the stones of every box can be mirrored."""
    mirrored = tuple((right, left) for left, right in reversed(tomb.skyline))
    return min(tomb.skyline, mirrored)


@pytest.mark.parametrize("box", PRESETS)
def test_tombs_of_up_to_seven_stones(box: str) -> None:
    chance = random.Random(box)
    for _ in range(40):
        tomb = ours.CHAMBER
        for _ in range(7):
            tomb = chance.choice(list(compare_tomb(tomb, box, every_fault=False)))


def seen_as(state: Any) -> Position:
    rules, tombs = state.rules, tuple(map(quarters, state.tombs))
    told: Position = copied(
        Position, state, tombs=tombs, announced=state.declared, box=rules.preset, free=rules.free_set_aside
    )
    return told


ROLLS = (
    "small small small small small large square",
    "square square square square small small small",
    "large large trapezoid rectangle small small square",
)


def tried(at: Position) -> Iterator[Line]:
    """Every die with either stone in two places where it fits and two where it does not; and all else."""
    for seat in range(len(at.tombs)):
        for rolled in (*ROLLS, "small"):
            yield {"seat": seat, "move": "Roll", "dice": rolled.split()}
        yield {"seat": seat, "move": "Declare"}
        for die in NAMES:
            yield {"seat": seat, "move": "SetAside", "die": die}
            yield {"seat": seat, "move": "BringDeath", "die": die}
            for stone, (turn, column) in product(("new", "reserve"), spots_tried(at, seat)):
                place = {"stone": stone, "turn": turn, "column": column}
                yield {"seat": seat, "move": "Build", "die": die, **place}


def spots_tried(at: Position, seat: int) -> list[tuple[int, int]]:
    """On top of the chamber, beside it on either side, far away, and held as no stone is."""
    left, right = min(x for x, _, _ in at.tombs[seat]), max(x for x, _, _ in at.tombs[seat]) + 1
    return [(0, 0), (0, left - 1), (1, right), (0, 40), (7, 0)]


TABLES: dict[str, tuple[tuple[int, ...], dict[str, Any]]] = {
    "the last squares": ((1, 0, 1, 0, 0), {}),
    "a supply of everything": ((6, 18, 18, 14, 14), {}),
    "set aside freely": ((2, 0, 0, 1, 1), {"free_set_aside": True}),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_small_table_plays_out(name: str) -> None:
    supply, switches = TABLES[name]
    setup = Setup.of(GAME.meta, 2, switches)
    start = replace(GAME.setup(setup), supply=supply)
    some = World(GAME, setup, reading, seen_as, tried, listed=lambda line: False)
    capped = ours.lay(ours.CHAMBER, "A1", "large", 0, 0)
    near = replace(start, tombs=(capped, ours.CHAMBER))
    print(walked := walk(some, [start, near], deep=99, most=2000))
    assert walked.legal > 50, walked


def at_the_start() -> World:
    setup = Setup.of(GAME.meta, 2)
    return World(GAME, setup, reading, seen_as, tried)
