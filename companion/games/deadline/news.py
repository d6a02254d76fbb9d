"""What an entry came to, as the log says it, and what everybody is told of it."""

from __future__ import annotations

from companion.engine.data import replace
from companion.engine.game import Description, Move, NewsItem
from companion.engine.words import Thing
from companion.games.deadline.moves import BringDeath, Build, Declare, Roll, SetAside
from companion.games.deadline.parts import PENALTY
from companion.games.deadline.state import State, left_of, served
from companion.games.deadline.tomb import lay, worth


def describe(state: State | None, seat: int, move: Move) -> Description:
    """Which stone a die really gave, which one is kept, and what the tomb is worth then."""
    if isinstance(move, Roll):
        return Description("Roll", {"dice": tuple(map(Thing, move.dice))})
    if isinstance(move, BringDeath):
        return Description("BringDeath", {"die": Thing(move.die)})
    if isinstance(move, SetAside):
        given = served(state, move.die) if state is not None else None
        values = {"die": Thing(move.die), "stone": Thing(given or move.die), "points": PENALTY}
        return Description("stone_aside" if given else "SetAside", values)
    if isinstance(move, Build):
        return _built(state, seat, move)
    if isinstance(move, Declare) and state is not None:
        return Description("tomb_announced", {"points": worth(state.tombs[seat], state.aside[seat])})
    return Description(type(move).__name__)


def _built(state: State | None, seat: int, move: Build) -> Description:
    values: dict[str, object] = {"die": Thing(move.die)}
    given = served(state, move.die) if state is not None else None
    if state is None or given is None:
        return Description("Build" if move.stone == "new" else "built_reserve", values)
    stones = (given, state.reserves[seat])
    laid, kept = stones if move.stone == "new" else stones[::-1]
    tomb = lay(state.tombs[seat], state.rules.preset, laid, move.turn, move.column)
    values |= {"stone": Thing(laid), "kept": Thing(kept), "points": worth(tomb, state.aside[seat])}
    return Description("laid" if move.stone == "new" else "laid_reserve", values)


def news(before: State, after: State, seat: int, move: Move) -> NewsItem:
    """The same, and how long the Pharaoh has still to live where a square was taken."""
    description = describe(before, seat, move)
    item, life = NewsItem(description.code, description.values), left_of("square", after)
    if isinstance(move, Build) and life < left_of("square", before):
        code = f"{item.code}_of_life" if life else f"{item.code}_of_last_life"
        return replace(item, code=code, values={**item.values, "life": life})
    return item
