"""The contents of the box: stones, dice, and the outlines of the stones in each preset."""

from functools import cache
from typing import Any, Literal, get_args

from companion.games.seeds import load_parts

PARTS: dict[str, Any] = load_parts("deadline")
Shape = Literal["square", "rectangle", "small", "large", "trapezoid"]
SHAPES: tuple[Shape, ...] = get_args(Shape)
"""The shapes of stones. The number of a shape is its index here."""
SILHOUETTE_PRESETS = ("A1", "A2", "B1", "B2")
"""The presets of stone outlines. The letter stands for the size of the large triangle, the digit for the
form of the trapezoid."""
FIRST_RESERVE_SHAPE: Shape = "small"
"""The stone that every seat has in reserve at first."""
SET_ASIDE_PENALTY: int = PARTS["penalty"]["set_aside"]
"""The points that each stone set aside costs."""

StoneColumn = tuple[int, int, int, int]
"""One column of a stone: its lower left, lower right, upper left and upper right height."""
TurnedStone = tuple[StoneColumn, ...]
"""The columns of a stone that is rotated or mirrored in one way, from left to right."""


@cache
def get_turned_stones(preset: str) -> dict[Shape, tuple[TurnedStone, ...]]:
    """Return for each shape the ways in which it may be turned: by quarter turns and mirroring (building
    rule 3)."""
    return {
        shape: tuple(tuple(map(tuple, turn)) for turn in silhouette["turns"])
        for shape, silhouette in _load_silhouettes(preset).items()
    }


@cache
def get_assumed_shapes(preset: str) -> frozenset[Shape]:
    """Return the shapes whose exact outline in this preset (a set of stone outlines) the app assumes,
    because no source shows it."""
    silhouettes = _load_silhouettes(preset).items()
    return frozenset(shape for shape, silhouette in silhouettes if silhouette["source"] == "assumed")


def _load_silhouettes(preset: str) -> dict[Shape, Any]:
    names: dict[Shape, str] = {shape: shape for shape in SHAPES}
    names |= {"large": f"large_{preset[0]}", "trapezoid": f"trapezoid_{preset[1]}"}
    return {shape: PARTS["shape"][name] for shape, name in names.items()}


def get_die_count_per_round(seats: int) -> int:
    """Return how many dice are rolled in each round."""
    return int(PARTS["dice"]["by_seats"][str(seats)])


MAX_STONES_BY_SHAPE: tuple[int, ...] = tuple(
    PARTS["stones"][shape] - (shape == "rectangle") for shape in SHAPES
)
"""The largest number of stones of each shape in one tomb, in the order of ``SHAPES``. The chamber is not
included."""


def count_stones_in_play(seats: int) -> tuple[int, ...]:
    """Return how many stones all tombs and reserves together can have, in the order of ``SHAPES``. Chambers
    are not included."""
    return tuple(
        count + seats * (shape == FIRST_RESERVE_SHAPE)
        for shape, count in zip(SHAPES, make_first_supply(seats), strict=True)
    )


def make_first_supply(seats: int) -> tuple[int, ...]:
    """Return how many stones are in the middle at first, in the order of ``SHAPES``. Each seat already has
    its chamber and a small triangle."""
    stones = PARTS["stones"]
    squares = int(PARTS["squares"]["by_seats"][str(seats)])
    return (
        squares, stones["rectangle"] - seats, stones["small"] - seats, stones["large"],
        stones["trapezoid"],
    )  # fmt: skip
