"""What an entry came to, as the log says it."""

from __future__ import annotations

from companion.engine.game import Description, Move
from companion.engine.words import Seat, Term
from companion.games.giza.moves import Discard, Lift, Play
from companion.games.giza.parts import SITES
from companion.games.giza.state import State, top


def describe(state: State | None, seat: int, move: Move) -> Description:
    """A demolition says what it took away: the tile lay on top, where everybody saw it."""
    if isinstance(move, Play):
        where = {"site": Term(SITES[move.site]), "board": Seat(move.board)}
        if move.tile == "demolition" and state is not None:
            gone = top(state.stacks[4 * move.board + move.site])
            return Description("demolished", {"top": Term(gone or ""), **where})
        return Description("Play", {"tile": Term(move.tile or ""), **where})
    if isinstance(move, Lift):
        return Description("Lift", {"site": Term(SITES[move.site])})
    if isinstance(move, Discard):
        return Description("Discard", {"tiles": tuple(map(Term, move.tiles))})
    return Description(type(move).__name__)
