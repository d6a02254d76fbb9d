"""The geometry of tombs: the measures of known tombs, and the place of a fault in a drawing."""

from fractions import Fraction

import pytest

from companion.games.deadline.parts import Shape, get_turned_stones
from companion.games.deadline.tomb import (
    EMPTY_TOMB,
    find_fault,
    get_length_height_roofs,
    is_tomb_finished,
    lay_stone,
    measure_symmetry,
)

ShapeAndTurn = tuple[Shape, int]
"""A stone's shape and its turn."""
RISING: ShapeAndTurn = ("small", 0)
FALLING: ShapeAndTurn = ("small", 1)
APEX: ShapeAndTurn = ("large", 0)
SQUARE: ShapeAndTurn = ("square", 0)
KNOWN_TOMBS: dict[str, tuple[str, list[tuple[Shape, int, int]], int, int, int, bool, str]] = {
    "chamber only": ("A1", [], 2, 1, 1, False, "1"),
    "an apex": ("A1", [(*APEX, 0)], 2, 2, 1, True, "1"),
    "an apex and two wings": ("A1", [(*APEX, 0), (*RISING, -1), (*FALLING, 2)], 4, 2, 1, True, "1"),
    "length 5 by corner": ("A1", [(*APEX, 0), (*RISING, -1), (*APEX, 2)], 5, 2, 2, True, "13/23"),
    "length 5 by a square": (
        "A1", [(*RISING, -1), (*SQUARE, 2), (*FALLING, 3), (*APEX, 0), (*FALLING, 2)],
        5, 2, 2, True, "21/23",
    ),
    "six by three, A1": (
        "A1", [(*APEX, -2), (*FALLING, 2), ("trapezoid", 0, 0), (*FALLING, 1), (*FALLING, 3)],
        6, 3, 3, True, "3/5",
    ),
    "six by three, A2": (
        "A2", [(*SQUARE, -1), (*APEX, -3), ("trapezoid", 0, -1), (*RISING, -4), (*RISING, 0)],
        6, 3, 3, True, "3/11",
    ),
    "flat and walled": ("A1", [(*SQUARE, 0), (*FALLING, 1)], 2, 2, 1, False, "3/4"),
    "left wall of two": ("A1", [(*SQUARE, 0), (*RISING, 0), (*FALLING, 1)], 2, 3, 1, False, "3/5"),
    "a saw": ("A1", [(*RISING, 0), (*RISING, 1)], 2, 2, 2, False, "5/7"),
}  # fmt: skip


@pytest.mark.parametrize("name", KNOWN_TOMBS)
def test_known_tombs_have_the_stated_measures(name: str) -> None:
    preset, stones, long, high, tops, done, mirrored = KNOWN_TOMBS[name]
    tomb = EMPTY_TOMB
    for shape, turn, column in stones:
        turned = get_turned_stones(preset)[shape][turn]
        assert find_fault(tomb, turned, column) is None, (shape, turn, column)
        tomb = lay_stone(tomb, preset, shape, turn, column)
    assert get_length_height_roofs(tomb) == (long, high, tops)
    assert is_tomb_finished(tomb) is done
    assert measure_symmetry(tomb) == Fraction(mirrored)


@pytest.mark.parametrize(
    ("shape", "turn", "column", "code", "columns"),
    [
        ("square", 0, 4, "deadline.detached", ()),
        ("rectangle", 0, 1, "deadline.void", (2,)),
        ("small", 2, 0, "deadline.void", (0,)),
        ("large", 1, 2, "deadline.void", (2, 3)),
    ],
)
def test_a_fault_names_the_columns_with_a_gap(
    shape: Shape, turn: int, column: int, code: str, columns: tuple[int, ...]
) -> None:
    fault = find_fault(EMPTY_TOMB, get_turned_stones("A1")[shape][turn], column)
    assert fault is not None
    assert (fault.why.code, fault.columns) == (code, columns)


def test_under_the_strict_rule_touching_at_a_corner_is_not_enough() -> None:
    tomb = lay_stone(EMPTY_TOMB, "A1", "small", 1, 2)
    wedge = get_turned_stones("A1")["small"][0]
    assert find_fault(tomb, wedge, 3) is None
    strict = find_fault(tomb, wedge, 3, strict=True)
    assert strict is not None
    assert strict.why.code == "deadline.side"
