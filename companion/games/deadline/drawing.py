"""A tomb as plain data for the page: outlines, measures, marks, and where each stone would fit next."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from companion.games.deadline.parts import PENALTY, Shape, Turn, shape_turns
from companion.games.deadline.tomb import (
    Ends,
    Tomb,
    find_places,
    outline,
    resting_height,
    surface_with,
    symmetry,
    tomb_points,
    unfinished_columns,
)


@lru_cache(maxsize=512)
def draw_tomb(tomb: Tomb, preset: str, aside: int) -> dict[str, Any]:
    """A tomb as plain data: outlines, measures, what is still missing, and what so many stones set aside
    take off its points. Not to be changed."""
    flat, walls = unfinished_columns(tomb)
    return {
        "stones": [
            {
                "shape": laid.shape, "turn": laid.turn, "column": laid.column, "height": laid.height,
                "outline": outline(shape_turns(preset)[laid.shape][laid.turn], laid.column, laid.height),
            }
            for laid in tomb.stones
        ],
        **measure_skyline(tomb.left, tomb.skyline),
        "penalty": PENALTY * aside,
        "points": tomb_points(tomb, aside),
        "flat": list(flat),
        "walls": list(walls),
        "mirrored": str(symmetry(tomb)),
    }  # fmt: skip


@lru_cache(maxsize=1024)
def measure_skyline(left: int, skyline: tuple[Ends, ...]) -> dict[str, Any]:
    """What a tomb with such a skyline measures, and the marks that show why: its flat roofs, its walls that
    are too high, and its tops, each at the middle of its roof. Not to be changed.

    What lies flat over several columns is one roof to the eye.
    """
    flat = [(x, start) for x, (start, end) in enumerate(skyline, left) if start == end]
    walls: list[tuple[int, int, int]] = []
    tops: list[tuple[float, int]] = []
    height = 0
    rises_to: int | None = None  # the column at which the last rise ends; none after a fall
    for x, (start, end) in enumerate((*skyline, (0, 0)), left):
        if not -1 <= start - height <= 1:
            walls.append((x, height, start))
        if start > height:
            rises_to = x
        elif start < height and rises_to is not None:
            tops.append((_middle(rises_to, x), height))
            rises_to = None
        if end > start:
            rises_to = x + 1
        elif end < start and rises_to is not None:
            tops.append((_middle(rises_to, x), start))
            rises_to = None
        height = end
    return {
        "left": left,
        "right": left + len(skyline),
        "length": len(skyline),
        "height": max([end for ends in skyline for end in ends]),
        "roofs": len(tops),
        "complete": not (flat or walls),
        "marks": {"flat": tuple(flat), "walls": tuple(walls), "tops": tuple(tops)},
        "flat_roofs": len([True for x, high in flat if (x - 1, high) not in flat]),
    }


def _middle(one: int, other: int) -> float:
    """The middle of two columns, whole where it can be."""
    total = one + other
    return total / 2 if total % 2 else total // 2


def find_fits(tomb: Tomb, preset: str, shape: Shape, *, strict: bool) -> list[dict[str, Any]]:
    """For each way to hold a stone, where it fits and what the tomb would measure then."""
    held = shape_turns(preset)[shape]
    found: list[dict[str, Any]] = [
        {"turn": number, "outline": outline(turn, 0, 0), "places": []} for number, turn in enumerate(held)
    ]
    for number, column in find_places(tomb, preset, shape, strict=strict):
        turn = held[number]
        height = resting_height(tomb, turn, column)
        after = measure_skyline(*surface_with(tomb, turn, column, height))
        lies = outline(turn, column, height)
        found[number]["places"].append({"column": column, **after, "outline": lies})
    fits = frozenset(way["turn"] for way in found if way["places"])
    for number, (turned, flipped) in enumerate(_handled(preset, shape, fits)):
        found[number] |= {"turned": turned, "flipped": flipped}
    return found


@cache
def _handled(preset: str, shape: Shape, fits: frozenset[int]) -> tuple[tuple[int, int], ...]:
    """For each way to hold a stone the one after a turn, and after a flip, that fits somewhere.

    Turning goes on until it does; the way itself where no other one does.
    """
    held = shape_turns(preset)[shape]
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
