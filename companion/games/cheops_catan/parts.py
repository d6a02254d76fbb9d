"""The contents of the boxes, and the points of everything."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from companion.games.seeds import parts

PARTS: dict[str, Any] = parts("cheops_catan")
LEVELS: tuple[int, ...] = tuple(PARTS["pyramid"]["levels"])
PYRAMID = sum(LEVELS)
COLOURS: int = PARTS["colours"]["count"]
"""Number of colours with pieces."""
OWN_STONES: int = PARTS["stones"]["own"]
GOLD: dict[str, int] = PARTS["gold"]
POINTS: dict[str, int] = PARTS["points"]
FOUNDED: int = PARTS["founding"]["settlements"]
ARMY: int = PARTS["army"]["knights"]
POINT_CARDS: int = PARTS["cards"]["points"]
KNIGHT_CARDS: int = PARTS["cards"]["knights"]

Piece = Literal["settlement", "city", "road", "ship"]
LIMITS: dict[str, int] = {
    **{name: PARTS["pieces"][name] for name in ("settlement", "city", "road")},
    "ship": PARTS["ships"]["ship"],
}


def level_of(stone: int) -> int:
    """Return the level, 1 to 4, of the pyramid's stone with this number."""
    for level, size in enumerate(LEVELS, 1):
        if stone <= size:
            return level
        stone -= size
    return len(LEVELS)


@cache
def founding_order(seats: int, first: int) -> tuple[int, ...]:
    """Return the seats in the order of founding: around, back, and around again from the first seat."""
    once = tuple((first + n) % seats for n in range(seats))
    return once + once[::-1] + once
