"""The independent referee: real polygons, no skylines. Slow and obvious; needs shapely."""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any

import numpy
import shapely
from shapely.geometry import Polygon, box
from shapely.ops import unary_union

from companion.games.deadline.parts import SHAPES, turns

CHAMBER = box(0, 0, 2, 1)


def stone(table: Any, column: int, y: int) -> Polygon:
    """A stone's outline with its lowest corner at height y."""
    bottom = [(column + i + side, y + c[side]) for i, c in enumerate(table) for side in (0, 1)]
    top = [(column + i + side, y + c[2 + side]) for i, c in enumerate(table) for side in (0, 1)]
    return Polygon([*bottom, *reversed(top)])


def shade(table: Any, column: int, y: int) -> Any:
    """All that lies between a stone's underside and the table."""
    pieces = [
        Polygon(
            [
                (column + i, 0),
                (column + i + 1, 0),
                (column + i + 1, y + c[1]),
                (column + i, y + c[0]),
            ]
        )
        for i, c in enumerate(table)
        if 2 * y + c[0] + c[1] > 0
    ]
    return unary_union(pieces)


@cache
def everywhere(preset: str, left: int, right: int, top: int) -> tuple[list[Any], Any, Any]:
    """Each stone, held each way, at each column and height near a tomb of that extent."""
    names, stones, shades = [], [], []
    for shape in SHAPES:
        for number, table in enumerate(turns(preset)[shape]):
            for column in range(left - len(table) - 1, right + 2):
                for y in range(top + 1):
                    names.append((shape, number, column))
                    stones.append(stone(table, column, y))
                    shades.append(shade(table, column, y))
    return names, numpy.array(stones), numpy.array(shades)


def legal(preset: str, built: Any) -> set[tuple[str, int, int]]:
    """Every (shape, turn, column) that overlaps nothing, touches the tomb and leaves no void."""
    left, _, right, top = (int(n) for n in built.bounds)
    names, stones, shades = everywhere(preset, left, right, top)
    fine = shapely.area(shapely.intersection(stones, built)) < 1e-9
    fine &= shapely.intersects(stones, built)
    fine &= shapely.area(shapely.difference(shades, built)) < 1e-9
    return {name for name, good in zip(names, fine, strict=True) if good}


def measures(built: Any) -> tuple[int, int, int, bool]:
    """Length, height, apexes and whether finished, read off the outline of the union of all stones."""
    left, _, right, top = built.bounds
    solid = built.buffer(0)
    floors = list(getattr(solid, "geoms", [solid]))
    heights = []
    edges = []
    for x in range(int(left), int(right)):
        ends = []
        for at in (x + 1e-6, x + 1 - 1e-6):
            beam = shapely.LineString([(at, -1), (at, top + 1)])
            ends.append(
                round(max(p.intersection(beam).bounds[3] for p in floors if p.intersects(beam)))
            )
        edges.append(ends[1] - ends[0])
        heights += ends
    path = [0, *heights, 0]
    moves = [b - a for a, b in itertools.pairwise(path) if b != a]
    apexes = sum(1 for a, b in itertools.pairwise(moves) if a > 0 > b)
    walls = [abs(b - a) for a, b in zip(path[::2], path[1::2], strict=True)]
    return int(right - left), int(top), apexes, all(edges) and max(walls) <= 1
