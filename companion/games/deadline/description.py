"""What an entry came to, as the log says it."""

from __future__ import annotations

from companion.engine.game import Description, Move
from companion.engine.words import Term
from companion.games.deadline.moves import BringDeath, Build, Declare, Roll, SetAside
from companion.games.deadline.state import State, served
from companion.games.deadline.tomb import lay, worth


def describe(state: State | None, seat: int, move: Move) -> Description:
    """Which stone a die really gave, which one is kept, and what the tomb is worth then."""
    if isinstance(move, Roll):
        return Description("Roll", {"dice": tuple(map(Term, move.dice))})
    if isinstance(move, BringDeath):
        return Description("BringDeath", {"die": Term(move.die)})
    if isinstance(move, SetAside):
        given = served(state, move.die) if state is not None else None
        values = {"die": Term(move.die), "stone": Term(given or "")}
        return Description("stone_aside" if given else "SetAside", values)
    if isinstance(move, Build):
        return _built(state, seat, move)
    if isinstance(move, Declare) and state is not None:
        return Description("tomb_announced", {"points": worth(state.tombs[seat], state.aside[seat])})
    return Description(type(move).__name__)


def _built(state: State | None, seat: int, move: Build) -> Description:
    values: dict[str, object] = {"die": Term(move.die), "column": move.column}
    given = served(state, move.die) if state is not None else None
    if state is None or given is None:
        return Description("Build", {**values, "stone": Term(move.stone)})
    stones = (given, state.reserves[seat])
    laid, kept = stones if move.stone == "new" else stones[::-1]
    tomb = lay(state.tombs[seat], state.rules.preset, laid, move.turn, move.column)
    values |= {"stone": Term(laid), "kept": Term(kept), "points": worth(tomb, state.aside[seat])}
    return Description("stone_laid", values)
