"""What the leaflet fixes: colours, dice, points. What is printed on a sheet is in ``sheet``."""

from __future__ import annotations

from typing import Any, Literal, get_args

from companion.games.seeds import parts

PARTS: dict[str, Any] = parts("cheops_dice")

Colour = Literal["red", "orange", "yellow", "green", "blue", "violet"]
COLOURS: dict[str, Colour] = {name[0].upper(): name for name in get_args(Colour)}
"""Name of a colour by its letter; sheets and dice are written in these letters."""
LETTERS: dict[str, str] = {name: letter for letter, name in COLOURS.items()}
BUILDINGS: tuple[str, ...] = tuple(PARTS["buildings"]["names"])
TO_END: int = PARTS["buildings"]["to_end"]
ACTION: int = PARTS["action"]["boxes"]
"""Boxes one seat may tick in a round."""
FLOOR: int = PARTS["floor"]["boxes"]
FLOOR_POINTS: tuple[int, ...] = tuple(PARTS["floor_points"]["points"])
SYMBOLS: tuple[str, ...] = tuple(PARTS["symbols"]["names"])
DICE: int = PARTS["box"]["dice"]
PENCILS: int = PARTS["box"]["pencils"]
JOKERS: int = PARTS["jokers"]["printed"]
POINTS: dict[str, int] = PARTS["points"]
END_BONUS: int = PARTS["end_bonus"]["points"]


def dice(seats: int) -> int:
    """Dice rolled a round."""
    return int(PARTS["dice"]["by_seats"][str(seats)])


def floor_points(boxes: int) -> int:
    """Points of a floor with so many boxes ticked; nothing before the table begins."""
    known = dict(zip(PARTS["floor_points"]["boxes"], FLOOR_POINTS, strict=True))
    return int(known.get(boxes - boxes % 2, 0))
