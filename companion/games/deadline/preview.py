"""What a tomb would measure with a stone before it is laid."""

from __future__ import annotations

from companion.engine.game import Description, Move
from companion.games.deadline.moves import Build
from companion.games.deadline.rules import apply
from companion.games.deadline.state import State
from companion.games.deadline.tomb import height, length, roofs, worth


def preview(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """Length, height and roofs, and the points before and after."""
    if not isinstance(move, Build):
        return ()
    tomb = apply(state, seat, move).tombs[seat]
    sides = {"length": length(tomb), "height": height(tomb), "roofs": roofs(tomb)}
    points = {"before": worth(state.tombs[seat]), "after": worth(tomb)}
    return (Description("tomb", {**sides, **points}),)
