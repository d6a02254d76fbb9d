"""Who was ahead: every seat's points over the game as a line, with a mark at its end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.engine.tally import Tally
from companion.tables.queries import score_history
from companion.tables.state import TableState

WIDTH, HEIGHT = 300, 120
"""Of the drawing, without what stands around it."""
MIN_LABEL_DISTANCE = 17.0
"""Between two marks at the end, so that none lies on another."""


class ChartLine(NamedTuple):
    """A seat's points over the game; numbers as they are written in the drawing."""

    line: str
    """The points of a polyline."""
    end: str
    """How far down the line ends."""
    mark: str
    """How far down its mark is: beside the end, or as near as there is room."""
    letter: str
    """The line on which the mark's letter is written."""


class Chart(NamedTuple):
    """A drawing of ``WIDTH`` × ``HEIGHT``."""

    seats: tuple[ChartLine, ...]
    """One each."""
    ticks: tuple[tuple[int, str, str], ...]
    """The least number, the greatest and zero between them, each with how far down its line and its words
    are."""


def score_chart(table: TableState) -> Chart | None:
    """The points over the game; None of a count, and where no points changed that were all known."""
    if isinstance(table.replay.state, Tally):
        return None
    counted = [totals for _, totals in score_history(table, standing=True).totals if None not in totals]
    if len(set(counted)) < 2:
        return None
    courses = list(zip(*counted, strict=True))
    values = [value or 0 for course in courses for value in course]
    low, high = min(values), max(values)

    def down(value: int | None) -> float:
        return round(HEIGHT - ((value or 0) - low) * HEIGHT / max(high - low, 1), 1)

    ends = tuple(down(course[-1]) for course in courses)
    between = (high - low) / 5
    shown = sorted({low, high} | ({0} if low + between < 0 < high - between else set()))
    return Chart(
        tuple(
            ChartLine(_line([down(value) for value in course]), str(end), str(mark), str(mark + 4.5))
            for course, end, mark in zip(courses, ends, spread_labels(ends), strict=True)
        ),
        tuple((value, str(down(value)), str(down(value) + 4)) for value in shown),
    )


def _line(heights: Sequence[float]) -> str:
    """A polyline through these, without the points at which it goes straight on."""
    step = WIDTH / (len(heights) - 1)
    turns = [
        n
        for n, height in enumerate(heights)
        if n in (0, len(heights) - 1) or not heights[n - 1] == height == heights[n + 1]
    ]
    return " ".join(f"{n * step:.1f},{heights[n]:g}" for n in turns)


def spread_labels(ends: Sequence[float], apart: float = MIN_LABEL_DISTANCE) -> list[float]:
    """Places near these, ``apart`` from one another, within the drawing."""
    order = sorted(range(len(ends)), key=lambda n: ends[n])
    placed = list(ends)
    for above, n in pairwise(order):
        placed[n] = max(placed[n], placed[above] + apart)
    for left, n in enumerate(reversed(order)):
        placed[n] = round(min(placed[n], HEIGHT - left * apart), 1)
    return placed
