"""Who was ahead: the marks at the ends of the lines never lie on one another."""

import re
from itertools import pairwise

import pytest
from flask import Flask

from companion.web.table.chart import APART, HEIGHT, WIDTH, spread
from tests.exports.test_exports import brought_in, file_of


@pytest.mark.parametrize(
    "ends", [[60.0] * 6, [0.0, 0.0, 1.0], [120.0, 119.0, 0.0], [10.0, 30.0, 31.0, 90.0], [5.0]]
)
def test_marks_stand_apart_in_the_order_of_the_ends_and_within_the_drawing(ends: list[float]) -> None:
    placed = spread(ends)
    order = sorted(range(len(ends)), key=lambda seat: ends[seat])
    assert all(placed[n] - placed[m] >= APART - 0.11 for m, n in pairwise(order))
    assert min(placed) >= 0
    assert max(placed) <= HEIGHT


def test_marks_with_room_stand_at_the_ends() -> None:
    assert spread([100.0, 20.0, 60.0]) == [100.0, 20.0, 60.0]


def test_tombs_rise_all_evening_though_sheets_count_them_only_once_announced(app: Flask) -> None:
    """A line that lay at 0 until the announcement told nothing."""
    page = brought_in(app, file_of("deadline", "death")).board()
    lines = re.findall(r'<polyline points="([^"]+)"', page.partition('class="lead"')[2])
    assert len(lines) == 3
    for line in lines:
        points = [tuple(map(float, point.split(","))) for point in line.split()]
        first_half = {down for along, down in points if along < WIDTH / 2}
        assert len(first_half) > 1


def test_a_tick_below_zero_has_a_true_minus(app: Flask) -> None:
    page = brought_in(app, file_of("giza", "three_pyramids")).board()
    ticks = re.findall(r'<text class="tick"[^>]*>([^<]+)<', page)
    assert [tick[0] for tick in ticks].count("−") == 1
    assert not [tick for tick in ticks if "-" in tick]
