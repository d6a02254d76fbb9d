"""A tomb as plain data for the page: outlines, measures, marks, and where each stone would fit next."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

from companion.games.deadline.parts import PENALTY, Shape, Turn, turns
from companion.games.deadline.tomb import (
    Tomb,
    height,
    lay,
    length,
    outline,
    places,
    roofs,
    symmetry,
    unfinished,
    worth,
)


def drawing(tomb: Tomb, preset: str, aside: int) -> dict[str, Any]:
    """A tomb as plain data: outlines, measures, what is still missing, and what so many stones set aside
    take off its points."""
    flat, walls = unfinished(tomb)
    return {
        "stones": [
            {
                "shape": laid.shape, "turn": laid.turn, "column": laid.column, "height": laid.height,
                "outline": outline(turns(preset)[laid.shape][laid.turn], laid.column, laid.height),
            }
            for laid in tomb.stones
        ],
        **measures(tomb),
        "penalty": PENALTY * aside,
        "points": worth(tomb, aside),
        "flat": list(flat),
        "walls": list(walls),
        "mirrored": str(symmetry(tomb)),
    }  # fmt: skip


def measures(tomb: Tomb) -> dict[str, Any]:
    """What a tomb measures, and the marks that show why: the same for one that stands and one foreseen.

    What lies flat over several columns is one roof to the eye.
    """
    flat, walls = _flat_columns(tomb), _high_walls(tomb)
    return {
        "left": tomb.left,
        "right": tomb.right,
        "length": length(tomb),
        "height": height(tomb),
        "roofs": roofs(tomb),
        "complete": not (flat or walls),
        "marks": {"flat": flat, "walls": walls, "tops": _tops(tomb)},
        "flat_roofs": len([True for column, high in flat if [column - 1, high] not in flat]),
    }


def _flat_columns(tomb: Tomb) -> list[list[int]]:
    """Each column with a flat roof, and how high that lies."""
    return [[column, left] for column, (left, right) in enumerate(tomb.skyline, tomb.left) if left == right]


def _high_walls(tomb: Tomb) -> list[list[int]]:
    """Where each wall stands that is too high, and how high the tomb is to its left and right."""
    ends = ((0, 0), *tomb.skyline, (0, 0))
    steps = enumerate(pairwise(ends), tomb.left)
    return [
        [column, one[1], other[0]] for column, (one, other) in steps if not -1 <= other[0] - one[1] <= 1
    ]


def _tops(tomb: Tomb) -> list[list[float]]:
    """The middle of each roof, as ``roofs`` counts them, and how high it lies."""
    found: list[list[float]] = []
    start, rising, before = tomb.left, False, (tomb.left, 0)
    columns = enumerate(tomb.skyline, tomb.left)
    walked = [point for x, (left, right) in columns for point in ((x, left), (x + 1, right))]
    for x, y in [*walked, (tomb.right, 0)]:
        if y > before[1]:
            start, rising = x, True
        elif y < before[1]:
            if rising:
                middle = (start + before[0]) / 2
                found.append([int(middle) if middle.is_integer() else middle, before[1]])
            rising = False
        before = (x, y)
    return found


def fitting(tomb: Tomb, preset: str, shape: Shape, *, strict: bool) -> list[dict[str, Any]]:
    """For each way to hold a stone, where it fits and what the tomb would measure then."""
    held = turns(preset)[shape]
    found: list[dict[str, Any]] = [
        {"turn": number, "outline": outline(turn, 0, 0), "places": []} for number, turn in enumerate(held)
    ]
    for number, column in places(tomb, preset, shape, strict=strict):
        after = lay(tomb, preset, shape, number, column)
        lies = outline(held[number], column, after.stones[-1].height)
        found[number]["places"].append({"column": column, **measures(after), "outline": lies})
    fits = frozenset(way["turn"] for way in found if way["places"])
    for number, (turned, flipped) in enumerate(_handled(preset, shape, fits)):
        found[number] |= {"turned": turned, "flipped": flipped}
    return found


@cache
def _handled(preset: str, shape: Shape, fits: frozenset[int]) -> tuple[tuple[int, int], ...]:
    """For each way to hold a stone the one after a turn, and after a flip, that fits somewhere.

    Turning goes on until it does; the way itself where no other one does.
    """
    held = turns(preset)[shape]
    seen = {_seen(turn): number for number, turn in enumerate(held)}
    turned = [seen[_seen(turn, quarter=True)] for turn in held]
    flipped = [seen[_seen(turn, mirrored=True)] for turn in held]

    def onward(start: int) -> int | None:
        return next((way for way in _round(turned, start) if way in fits), None)

    found = []
    for number in range(len(held)):
        after, mirrored = onward(turned[number]), onward(flipped[number])
        found.append((number if after is None else after, number if mirrored is None else mirrored))
    return tuple(found)


def _round(turned: list[int], start: int) -> list[int]:
    """The ways that a stone goes through as it is turned, from one of them on."""
    ways = [start]
    while (after := turned[ways[-1]]) != start:
        ways.append(after)
    return ways


def _seen(turn: Turn, *, quarter: bool = False, mirrored: bool = False) -> frozenset[tuple[int, int]]:
    """A silhouette by its corners, wherever it lies; after a quarter turn clockwise, or in a mirror."""
    points = outline(turn, 0, 0)
    if quarter:
        points = tuple((y, -x) for x, y in points)
    if mirrored:
        points = tuple((-x, y) for x, y in points)
    left, low = min(x for x, _ in points), min(y for _, y in points)
    return frozenset((x - left, y - low) for x, y in points if _is_corner((x, y), points))


def _is_corner(point: tuple[int, int], points: tuple[tuple[int, int], ...]) -> bool:
    at = points.index(point)
    (ax, ay), (bx, by) = points[at - 1], points[(at + 1) % len(points)]
    return bool((point[0] - ax) * (by - point[1]) - (point[1] - ay) * (bx - point[0]))
