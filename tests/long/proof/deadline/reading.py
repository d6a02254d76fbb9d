"""The Pyramid's Deadline once more, slowly, from its rulebook: nothing here comes from ``companion.games``.

A tomb is a set of quarters: each square of the grid is cut along both diagonals into a lower, a right,
an upper and a left quarter (0 to 3), which is as fine as any stone goes. A square has four quarters, half
a square two. Nothing is known here of skylines: a stone is turned and mirrored, and laid where it fits.
"""

import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from tests import ROOT

SEEDS = ROOT / "seeds"
Quarter = tuple[int, int, int]
"""Column, row, and which quarter of that square."""
Tomb = frozenset[Quarter]
LOWER, RIGHT, UPPER, LEFT = range(4)
WHOLE = (LOWER, RIGHT, UPPER, LEFT)

SHAPES: Mapping[str, list[tuple[int, int, tuple[int, ...]]]] = {
    "square": [(0, 0, WHOLE)],
    "rectangle": [(0, 0, WHOLE), (1, 0, WHOLE)],
    "small": [(0, 0, (LOWER, RIGHT))],
    "large": [(0, 0, (LOWER, RIGHT)), (1, 0, (LOWER, LEFT))],
    "trapezoid": [(0, 0, (LOWER, RIGHT)), (1, 0, WHOLE)],
}
"""One way to hold each stone of the first of the four possible boxes."""
OTHERS: Mapping[str, list[tuple[int, int, tuple[int, ...]]]] = {
    "large B": [(0, 0, (LOWER, RIGHT)), (1, 0, WHOLE), (1, 1, (LOWER, RIGHT))],
    "trapezoid 2": [(0, 0, (LOWER, RIGHT)), (1, 0, WHOLE), (2, 0, (LOWER, LEFT))],
}


def shape_of(name: str, box: str) -> list[tuple[int, int, tuple[int, ...]]]:
    """The stone as it is cut in one of the four possible boxes: A1, A2, B1 and B2."""
    if name == "large" and box[0] == "B":
        return OTHERS["large B"]
    return OTHERS["trapezoid 2"] if name == "trapezoid" and box[1] == "2" else SHAPES[name]


NUMBERED = tomllib.loads((SEEDS / "deadline" / "parts.toml").read_text("utf-8"))["shape"]
"""In which order records number the ways to hold a stone: by its columns, each with its lower left, lower
right, upper left and upper right height."""


@cache
def numbered(name: str, box: str) -> list[Tomb]:
    """The ways to hold a stone by their numbers in a record."""
    letter = {"large": f"_{box[0]}", "trapezoid": f"_{box[1]}"}.get(name, "")
    return [_between(turn) for turn in NUMBERED[f"{name}{letter}"]["turns"]]


def _between(turn: list[list[int]]) -> Tomb:
    """The quarters whose middle lies over the lower and under the upper line of their column."""
    middles = {LOWER: (3, 1), RIGHT: (5, 3), UPPER: (3, 5), LEFT: (1, 3)}
    found = set()
    for x, (p, q, u, v) in enumerate(turn):
        for y in range(3):
            for quarter, (sixths, up) in middles.items():
                height = 6 * y + up
                if 6 * p + (q - p) * sixths < height < 6 * u + (v - u) * sixths:
                    found.add((x, y, quarter))
    return frozenset(found)


CHAMBER: Tomb = frozenset((x, 0, q) for x in (0, 1) for q in WHOLE)


@cache
def held(name: str, box: str) -> frozenset[Tomb]:
    """Every way to hold a stone upright: quarter turns and mirror images, pushed to column 0 and row 0."""
    found = set()
    stone = {(x, y, q) for x, y, quarters in shape_of(name, box) for q in quarters}
    for _ in range(4):
        # A quarter turn to the left; the lower quarter becomes the right one, and so on.
        stone = {(-y, x, (q + 1) % 4) for x, y, q in stone}
        for mirrored in (stone, {(-x, y, {1: 3, 3: 1}.get(q, q)) for x, y, q in stone}):
            left, low = (min(quarter[n] for quarter in mirrored) for n in (0, 1))
            found.add(frozenset((x - left, y - low, q) for x, y, q in mirrored))
    return frozenset(found)


def moved(stone: Tomb, x: int, y: int) -> Tomb:
    return frozenset((a + x, b + y, q) for a, b, q in stone)


@lru_cache(maxsize=64)
def spots(tomb: Tomb, name: str, box: str) -> dict[tuple[Tomb, int], Tomb]:
    """Wherever a stone may be laid, by how it is held and its leftmost column: the tomb after it."""
    return {
        (stone, x): tomb | moved(stone, x, y)
        for stone in held(name, box)
        for x, y in _around(tomb, stone)
        if tomb.isdisjoint(moved(stone, x, y)) and not against_laying(tomb, moved(stone, x, y))
    }


def _around(tomb: Tomb, stone: Tomb) -> Iterator[tuple[int, int]]:
    left, right = min(x for x, _, _ in tomb), max(x for x, _, _ in tomb) + 1
    wide, high = max(x for x, _, _ in stone) + 1, max(y for _, y, _ in tomb) + 2
    yield from ((x, y) for x in range(left - wide - 1, right + 2) for y in range(-1, high))


def against_laying(tomb: Tomb, stone: Tomb) -> set[str]:
    """The four rules of building; a stone where another lies is not laid at all."""
    found = set()
    if tomb & stone or min(y for _, y, _ in stone) < 0:
        found.add("void")
    if any(below not in tomb and below not in stone for below in _beneath(stone)):
        found.add("void")
    if not corners(stone) & corners(tomb):
        found.add("detached")
    return found


def against_dropping(tomb: Tomb, stone: Tomb, x: int) -> set[str]:
    """What is wrong with a stone that was let go over a column and came to rest."""
    y = next(y for y in range(60) if tomb.isdisjoint(moved(stone, x, y)))
    return against_laying(tomb, moved(stone, x, y))


def _beneath(stone: Tomb) -> Iterator[Quarter]:
    """Every quarter under a stone, down to the table. A plumb line a quarter of the way along a square
    meets its lower, left and upper quarter; one at three quarters its lower, right and upper one."""
    for x, y, q in stone:
        for side in (LEFT, RIGHT):
            if q in (LEFT, RIGHT) and q != side:
                continue
            line = (LOWER, side, UPPER)
            yield from ((x, y, other) for other in line[: line.index(q)])
            yield from ((x, low, other) for low in range(y) for other in line)


_ENDS = {LOWER: ((0, 0), (1, 0)), RIGHT: ((1, 0), (1, 1)), UPPER: ((1, 1), (0, 1)), LEFT: ((0, 1), (0, 0))}


@lru_cache(maxsize=4096)
def corners(stone: Tomb) -> frozenset[tuple[int, int]]:
    """The points of the grid that lie on its outline: sides run along the grid or across a square, so two
    stones that touch share one of them."""
    return frozenset((x + a, y + b) for x, y, q in stone for a, b in _ENDS[q])


@lru_cache(maxsize=4096)
def outline(tomb: Tomb) -> tuple[tuple[int, int], ...]:
    """How high each column is at its left and at its right end, from the plumb lines at a quarter and at
    three quarters: a top between two ends a and b stands there at a + (b - a) / 4 and b - (b - a) / 4."""
    found = []
    for column in range(min(x for x, _, _ in tomb), max(x for x, _, _ in tomb) + 1):
        left, right = (_height(tomb, column, side) for side in (LEFT, RIGHT))
        slope = 2 * (right - left)
        found.append((int(left - slope / 4), int(right + slope / 4)))
    return tuple(found)


def _height(tomb: Tomb, column: int, side: int) -> Fraction:
    """How high the plumb line is covered: a quarter each by upper and lower, half by the side."""
    quarters = [q for x, _, q in tomb if x == column and q in (LOWER, side, UPPER)]
    return sum((Fraction(1, 2) if q == side else Fraction(1, 4) for q in quarters), Fraction(0))


def walls(tomb: Tomb) -> list[int]:
    """The upright parts of the outline, from left to right."""
    ends = [(0, 0), *outline(tomb), (0, 0)]
    return [abs(b[0] - a[1]) for a, b in pairwise(ends)]


def against_announcing(tomb: Tomb) -> set[str]:
    found = {"flat_roof"} if any(left == right for left, right in outline(tomb)) else set()
    return found | ({"high_wall"} if max(walls(tomb)) > 1 else set())


def measures(tomb: Tomb) -> tuple[int, int, int]:
    """Length, height and roofs: tops with the outline lower on either side."""
    heights = [0, *(y for ends in outline(tomb) for y in ends), 0]
    bends = [y for n, y in enumerate(heights) if n == 0 or y != heights[n - 1]]
    tops = sum(a < b > c for a, b, c in zip(bends, bends[1:], bends[2:], strict=False))
    return len(outline(tomb)), max(heights), tops


def symmetry(tomb: Tomb) -> Fraction:
    """What a tomb shares with its mirror image, of all that the two cover; in slices of the outline that
    are as fine as two crossing slopes ask for."""
    ends = outline(tomb)
    shared = together = Fraction(0)
    for (a, b), (d, c) in zip(ends, reversed(ends), strict=True):
        for n in range(2):
            one = [a + Fraction((b - a) * step, 2) for step in (n, n + 1)]
            other = [c + Fraction((d - c) * step, 2) for step in (n, n + 1)]
            # Slopes are -1, 0 or 1 and ends whole numbers, so two tops cross at halves only.
            shared += sum(map(min, one, other), Fraction(0)) / 4
            together += sum(map(max, one, other), Fraction(0)) / 4
    return shared / together


class Position(NamedTuple):
    tombs: tuple[Tomb, ...]
    reserves: tuple[str, ...]
    supply: tuple[int, ...]
    """Squares, rectangles, small and large triangles, trapezoids."""
    supplier: int
    picker: int
    dice: tuple[str, ...]
    builder: int
    aside: tuple[int, ...]
    announced: tuple[int, ...]
    killer: int = -1
    box: str = "A1"
    free: bool = False


DICE = {2: 7, 3: 7, 4: 5, 5: 6, 6: 7}
NAMES = ("square", "rectangle", "small", "large", "trapezoid")


def against(at: Position, line: Mapping[str, Any]) -> set[str]:
    seat, move = line["seat"], line["move"]
    seats = range(len(at.tombs))
    if at.killer >= 0 or len(at.announced) == len(seats):
        return {"table.over"}
    now = at.picker if at.dice else at.supplier
    done = [s for s in seats if s not in at.announced and not against_announcing(at.tombs[s])]
    may_announce = {at.builder, *done} & set(seats)
    if seat != now and seat not in may_announce:
        return {"table.not_your_turn"}
    if move == "Declare":
        if not may_announce:
            return {"table.not_now"}
        wrong = against_announcing(at.tombs[seat])
        return wrong or (set() if seat == at.builder else {"not_just_built"})
    if (move == "Roll") == bool(at.dice):
        return {"table.not_now"}
    if seat != now:
        return {"not_picking"}
    if move == "Roll":
        return set() if len(line["dice"]) == DICE[len(seats)] else {"dice_count"}
    if line["die"] not in at.dice:
        return {"no_such_die"}
    stone = _given(at, line["die"])
    if move == "BringDeath":
        return {"life_left"} if stone else set()
    if not stone:
        return {"no_square_left"}
    if move == "SetAside":
        fits = any(spots(at.tombs[seat], name, at.box) for name in (stone, at.reserves[seat]))
        return {"still_fits"} if fits and not at.free else set()
    name = stone if line["stone"] == "new" else at.reserves[seat]
    ways = numbered(name, at.box)
    if line["turn"] >= len(ways):
        return {"no_such_turn"}
    if (ways[line["turn"]], line["column"]) in spots(at.tombs[seat], name, at.box):
        return set()
    return against_dropping(at.tombs[seat], ways[line["turn"]], line["column"])


def _given(at: Position, die: str) -> str:
    """The stone of a die: its own, a square where those are gone, none where both are."""
    if at.supply[NAMES.index(die)]:
        return die
    return "square" if at.supply[0] else ""


def after(at: Position, line: Mapping[str, Any]) -> Position:
    seat, move = line["seat"], line["move"]
    if move == "Roll":
        rolled = tuple(sorted(line["dice"], key=NAMES.index))
        return at._replace(dice=rolled, picker=at.supplier, builder=-1)
    if move == "BringDeath":
        return at._replace(killer=seat, builder=-1)
    if move == "Declare":
        return _announced(at, seat)
    stone, dice, supply = _given(at, line["die"]), list(at.dice), list(at.supply)
    dice.remove(line["die"])
    supply[NAMES.index(stone)] -= 1
    tombs, reserves, aside = list(at.tombs), list(at.reserves), list(at.aside)
    if move == "SetAside":
        aside[seat] += 1
    else:
        name = stone if line["stone"] == "new" else reserves[seat]
        way = numbered(name, at.box)[line["turn"]]
        tombs[seat] = spots(tombs[seat], name, at.box)[way, line["column"]]
        reserves[seat] = reserves[seat] if line["stone"] == "new" else stone
    then = at._replace(
        tombs=tuple(tombs), reserves=tuple(reserves), aside=tuple(aside), supply=tuple(supply),
        dice=tuple(dice), builder=seat if move == "Build" else -1,
    )  # fmt: skip
    if len(dice) > 1:
        return then._replace(picker=_following(then, seat))
    supplier = _following(then, at.supplier)
    return then._replace(dice=(), supplier=supplier, picker=supplier)


def _following(at: Position, seat: int) -> int:
    """The next seat clockwise that has not announced."""
    seats = len(at.tombs)
    others = [(seat + step) % seats for step in range(1, seats + 1)]
    return next((other for other in others if other not in at.announced), seat)


def _announced(at: Position, seat: int) -> Position:
    """Whoever announced takes no more stones, and supplies no more."""
    builder = -1 if at.builder == seat else at.builder
    then = at._replace(announced=(*at.announced, seat), builder=builder)
    if len(then.announced) == len(at.tombs):
        return then
    if then.picker == seat:
        then = then._replace(picker=_following(then, seat))
    if not then.dice and then.supplier == seat:
        supplier = _following(then, seat)
        then = then._replace(supplier=supplier, picker=supplier)
    return then


def points(at: Position) -> list[dict[str, int]]:
    found = []
    for seat, tomb in enumerate(at.tombs):
        long, high, tops = measures(tomb)
        counts = seat in at.announced
        found.append({
            "size": long * high * counts, "roofs": -tops * counts, "aside": -2 * at.aside[seat] * counts,
        })  # fmt: skip
    return found


def places(at: Position) -> list[int]:
    """The death-bringer last; announced before not announced; points, symmetry, earlier announcement."""
    keys = []
    for seat, lines in enumerate(points(at)):
        if seat in at.announced:
            key: Any = (1, 1, sum(lines.values()), symmetry(at.tombs[seat]), -at.announced.index(seat))
        else:
            key = (int(seat != at.killer), 0, 0, 0, 0)
        keys.append(key)
    return [1 + sum(other > key for other in keys) for key in keys]
