"""The contents of the box, and the number on its lid."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

from companion.engine.game import Refusal
from companion.engine.refusal import RefusalKind
from companion.engine.unknowns import Unknown
from companion.games.seeds import load_parts

PARTS = load_parts("example")
Colour = Literal["ochre", "rose", "black"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
STONES: int = PARTS["stones"]["each"]
"""Stones of each colour."""
HAND: int = PARTS["hand"]["most"]
LEVELS: int = PARTS["levels"]["most"]
POINTS: Sequence[int] = PARTS["levels"]["points"]
"""Points of level 1, 2 and 3."""
CAPSTONE = Unknown("capstone", option="lid", **PARTS["lid"]["capstone"])
"""The points of level 4, until somebody reads them off the lid."""

LID_SHAPE_REFUSAL = RefusalKind("example.lid_shape", "count")


def check_lid(record: Any, seats: int) -> Refusal | None:
    """Return what is wrong with the record of a lid ``{capstone: points}``."""
    if isinstance(record, Mapping) and set(record) == {"capstone"}:
        points = record["capstone"]
        if type(points) is int and CAPSTONE.low <= points <= CAPSTONE.high:
            return None
    return LID_SHAPE_REFUSAL({"low": CAPSTONE.low, "high": CAPSTONE.high})


def points_of(level: int, lid: Mapping[str, int] | None) -> int | None:
    """Return the points of a level. None for the last one if nobody has read the lid."""
    if level < LEVELS:
        return POINTS[level - 1]
    return lid["capstone"] if lid else None
