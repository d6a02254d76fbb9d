"""Tombs as real polygons, no skylines; needs shapely."""

from __future__ import annotations

import itertools
from typing import Any

import shapely
from shapely.geometry import Polygon, box

CHAMBER = box(0, 0, 2, 1)


def stone(table: Any, column: int, y: int) -> Polygon:
    """A stone's outline with its lowest corner at height y."""
    bottom = [(column + i + side, y + c[side]) for i, c in enumerate(table) for side in (0, 1)]
    top = [(column + i + side, y + c[2 + side]) for i, c in enumerate(table) for side in (0, 1)]
    return Polygon([*bottom, *reversed(top)])


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
