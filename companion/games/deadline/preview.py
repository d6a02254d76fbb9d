"""What a tomb would measure with a stone, and count, before it is laid."""

from __future__ import annotations

from companion.engine.game import Description, Move
from companion.games.deadline.moves import Build
from companion.games.deadline.parts import PENALTY
from companion.games.deadline.rules import apply
from companion.games.deadline.state import State
from companion.games.deadline.tomb import height, length, roofs, worth


def preview(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """Length, height, roofs and what stones set aside cost, and the points before and after."""
    if not isinstance(move, Build):
        return ()
    tomb, aside = apply(state, seat, move).tombs[seat], state.aside[seat]
    values = {
        "length": length(tomb), "height": height(tomb), "roofs": roofs(tomb),
        "before": worth(state.tombs[seat], aside), "after": worth(tomb, aside),
    }  # fmt: skip
    if not aside:
        return (Description("tomb", values),)
    return (Description("tomb_less_aside", {**values, "aside": PENALTY * aside}),)
