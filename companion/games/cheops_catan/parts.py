"""What is in the boxes, and what everything is worth."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from companion.games.seeds import parts

PARTS: dict[str, Any] = parts("cheops_catan")
LEVELS: tuple[int, ...] = tuple(PARTS["pyramid"]["levels"])
PYRAMID = sum(LEVELS)
COLOURS: int = PARTS["colours"]["count"]
"""In which there are pieces."""
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
    """The level, 1 to 4, on which the pyramid's stone of that number lies."""
    for level, size in enumerate(LEVELS, 1):
        if stone <= size:
            return level
        stone -= size
    return len(LEVELS)


@cache
def founding_order(seats: int, first: int) -> tuple[int, ...]:
    """Who founds when: round, back again, and round once more from the first seat."""
    once = tuple((first + n) % seats for n in range(seats))
    return once + once[::-1] + once
