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
FIRST_RESERVE: Shape = "small"
"""The stone everybody keeps at first."""
PENALTY: int = PARTS["penalty"]["set_aside"]

Column = tuple[int, int, int, int]
"""Of a stone: lower left, lower right, upper left, upper right."""
Turn = tuple[Column, ...]
"""A stone as it is held: its columns from left to right."""


@cache
def shape_turns(preset: str) -> dict[Shape, tuple[Turn, ...]]:
    """Every way to hold each shape; quarter turns and mirror images only (building rule 3)."""
    return {
        shape: tuple(tuple(_column(column) for column in turn) for turn in silhouette["turns"])
        for shape, silhouette in _silhouettes(preset).items()
    }


@cache
def assumed_shapes(preset: str) -> frozenset[Shape]:
    """The shapes of which no source gives the silhouette."""
    found = _silhouettes(preset).items()
    return frozenset(shape for shape, silhouette in found if silhouette["source"] == "assumed")


def _silhouettes(preset: str) -> dict[Shape, Any]:
    names: dict[Shape, str] = {shape: shape for shape in SHAPES}
    names |= {"large": f"large_{preset[0]}", "trapezoid": f"trapezoid_{preset[1]}"}
    return {shape: PARTS["shape"][name] for shape, name in names.items()}


def _column(numbers: list[int]) -> Column:
    lower_left, lower_right, upper_left, upper_right = numbers
    return lower_left, lower_right, upper_left, upper_right


def dice_per_round(seats: int) -> int:
    """Dice a round."""
    return int(PARTS["dice"]["by_seats"][str(seats)])


BOX: tuple[int, ...] = tuple(PARTS["stones"][shape] - (shape == "rectangle") for shape in SHAPES)
"""Stones of each shape that one tomb could have on its chamber, at a table of any size."""


def stones_in_play(seats: int) -> tuple[int, ...]:
    """Stones that tombs and reserves can have between them on their chambers, by shape."""
    return tuple(
        count + seats * (shape == FIRST_RESERVE) for shape, count in zip(SHAPES, supply(seats), strict=True)
    )


def supply(seats: int) -> tuple[int, ...]:
    """Stones in the middle after setting up, by shape: each seat has its chamber and a triangle."""
    stones = PARTS["stones"]
    squares = int(PARTS["squares"]["by_seats"][str(seats)])
    return (
        squares, stones["rectangle"] - seats, stones["small"] - seats, stones["large"],
        stones["trapezoid"],
    )  # fmt: skip
