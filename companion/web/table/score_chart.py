"""A chart of every seat's points during the game, with the seat's symbol at the end of its line."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.engine.tally import Tally
from companion.tables.queries import score_history
from companion.tables.state import TableState

CHART_WIDTH, CHART_HEIGHT = 300, 120
"""The size of the chart without its margins."""
MIN_LABEL_DISTANCE = 17.0
"""The vertical distance of two symbols, so that none covers another."""


class ChartLine(NamedTuple):
    """One seat's line in the chart. Coordinates are strings."""

    line: str
    """The points of the SVG polyline."""
    end: str
    """The y coordinate at which the line ends."""
    mark: str
    """The y coordinate of the symbol: beside the end of the line, or as near as possible."""
    letter: str
    """The y coordinate of the symbol's text baseline."""


class Chart(NamedTuple):
    """The lines and labels of a chart that is ``CHART_WIDTH`` wide and ``CHART_HEIGHT`` high."""

    seats: tuple[ChartLine, ...]
    """One line for each seat."""
    ticks: tuple[tuple[int, str, str], ...]
    """(value, y of its line, y of its label) for the lowest and the highest value, and zero if between."""


def make_score_chart(table: TableState) -> Chart | None:
    """Return the chart of a table's points; None for a count by hand, or if known points never changed."""
    if isinstance(table.replay.state, Tally):
        return None
    known_totals = [
        totals for _, totals in score_history(table, provisional=True).totals if None not in totals
    ]
    if len(set(known_totals)) < 2:
        return None
    seat_totals = list(zip(*known_totals, strict=True))
    values = [value or 0 for totals in seat_totals for value in totals]
    low, high = min(values), max(values)

    def compute_y(value: int | None) -> float:
        return round(CHART_HEIGHT - ((value or 0) - low) * CHART_HEIGHT / max(high - low, 1), 1)

    ends = tuple(compute_y(totals[-1]) for totals in seat_totals)
    margin = (high - low) / 5
    tick_values = sorted({low, high} | ({0} if low + margin < 0 < high - margin else set()))
    return Chart(
        tuple(
            ChartLine(
                _polyline_points([compute_y(value) for value in totals]),
                str(end),
                str(mark),
                str(mark + 4.5),
            )
            for totals, end, mark in zip(seat_totals, ends, spread_labels(ends), strict=True)
        ),
        tuple((value, str(compute_y(value)), str(compute_y(value) + 4)) for value in tick_values),
    )


def _polyline_points(heights: Sequence[float]) -> str:
    step = CHART_WIDTH / (len(heights) - 1)
    corners = [
        n
        for n, height in enumerate(heights)
        if n in (0, len(heights) - 1) or not heights[n - 1] == height == heights[n + 1]
    ]
    return " ".join(f"{n * step:.1f},{heights[n]:g}" for n in corners)


def spread_labels(ends: Sequence[float], apart: float = MIN_LABEL_DISTANCE) -> list[float]:
    """Return y coordinates for labels, near the lines' ``ends`` but at least ``apart`` from each other."""
    order = sorted(range(len(ends)), key=lambda n: ends[n])
    positions = list(ends)
    for above, n in pairwise(order):
        positions[n] = max(positions[n], positions[above] + apart)
    for nth, n in enumerate(reversed(order)):
        positions[n] = round(min(positions[n], CHART_HEIGHT - nth * apart), 1)
    return positions
