"""What is in the box: stones, dice, and the silhouettes of the four presets."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, get_args

from companion.games.seeds import parts

PARTS: dict[str, Any] = parts("deadline")
Shape = Literal["square", "rectangle", "small", "large", "trapezoid"]
SHAPES: tuple[Shape, ...] = get_args(Shape)
"""A stone's shape; the number of a shape is its place here."""
PRESETS = ("A1", "A2", "B1", "B2")
"""Letter: size of the large triangle; digit: form of the trapezoid."""
PENALTY: int = PARTS["penalty"]["set_aside"]

Column = tuple[int, int, int, int]
"""Of a stone: lower left, lower right, upper left, upper right."""
Turn = tuple[Column, ...]
"""A stone as it is held: its columns from left to right."""


@cache
def turns(preset: str) -> dict[Shape, tuple[Turn, ...]]:
    """Every way to hold each shape; quarter turns and mirror images only (building rule 3)."""
    names: dict[Shape, str] = {shape: shape for shape in SHAPES}
    names |= {"large": f"large_{preset[0]}", "trapezoid": f"trapezoid_{preset[1]}"}
    return {
        shape: tuple(
            tuple(_column(column) for column in turn) for turn in PARTS["shape"][name]["turns"]
        )
        for shape, name in names.items()
    }


def _column(numbers: list[int]) -> Column:
    lower_left, lower_right, upper_left, upper_right = numbers
    return lower_left, lower_right, upper_left, upper_right


def dice(seats: int) -> int:
    """Dice a round."""
    return int(PARTS["dice"]["by_seats"][str(seats)])


def supply(seats: int) -> tuple[int, ...]:
    """Stones in the middle after setting up, by shape: each seat has its chamber and a triangle."""
    stones = PARTS["stones"]
    squares = int(PARTS["squares"]["by_seats"][str(seats)])
    return (
        squares, stones["rectangle"] - seats, stones["small"] - seats, stones["large"],
        stones["trapezoid"],
    )  # fmt: skip
