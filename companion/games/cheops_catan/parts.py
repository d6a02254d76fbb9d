"""The contents of the boxes (the base game and the scenario), and what each thing scores."""

from functools import cache
from typing import Any, Literal

from companion.games.seeds import load_parts

PARTS: dict[str, Any] = load_parts("cheops_catan")
STONES_BY_LEVEL: tuple[int, ...] = tuple(PARTS["pyramid"]["levels"])
PYRAMID_STONE_COUNT = sum(STONES_BY_LEVEL)
COLOUR_COUNT: int = PARTS["colours"]["count"]
"""The number of colours of pieces in the box."""
STONES_PER_SEAT: int = PARTS["stones"]["own"]
GOLD_BY_USE: dict[str, int] = PARTS["gold"]
POINTS_BY_THING: dict[str, int] = PARTS["points"]
FOUNDING_SETTLEMENT_COUNT: int = PARTS["founding"]["settlements"]
KNIGHTS_FOR_ARMY: int = PARTS["army"]["knights"]
POINT_CARD_COUNT: int = PARTS["cards"]["points"]
KNIGHT_CARD_COUNT: int = PARTS["cards"]["knights"]

Piece = Literal["settlement", "city", "road", "ship"]
PIECE_LIMITS: dict[str, int] = {
    **{name: PARTS["pieces"][name] for name in ("settlement", "city", "road")},
    "ship": PARTS["ships"]["ship"],
}


def get_stone_level(stone: int) -> int:
    """Return the level of the pyramid, from 1 to 4, of a stone. Stones are numbered from 1 in the order of
    laying."""
    for level, size in enumerate(STONES_BY_LEVEL, 1):
        if stone <= size:
            return level
        stone -= size
    return len(STONES_BY_LEVEL)


@cache
def make_founding_order(seats: int, first: int) -> tuple[int, ...]:
    """Return the seats in the order of founding: clockwise from the first seat, back again, and clockwise
    once more."""
    once = tuple((first + n) % seats for n in range(seats))
    return once + once[::-1] + once
