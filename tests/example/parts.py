"""The contents of the box of Three Quarries, and the record of the number on its lid."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

from companion.engine.game import Refusal
from companion.engine.refusal import RefusalKind
from companion.engine.unknowns import Unknown
from companion.games.seeds import load_parts

PARTS = load_parts("example")
Colour = Literal["ochre", "rose", "black"]
ALL_COLOURS: tuple[Colour, ...] = get_args(Colour)
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
    """Return the refusal of a record ``{capstone: points}`` with a wrong shape; None if the record is
    valid.
    """
    if isinstance(record, Mapping) and set(record) == {"capstone"}:
        points = record["capstone"]
        if type(points) is int and CAPSTONE.low <= points <= CAPSTONE.high:
            return None
    return LID_SHAPE_REFUSAL({"low": CAPSTONE.low, "high": CAPSTONE.high})


def points_of(level: int, lid: Mapping[str, int] | None) -> int | None:
    """Return the points of a level. None for the highest level if the number on the lid is unknown."""
    if level < LEVELS:
        return POINTS[level - 1]
    return lid["capstone"] if lid else None
