"""What an entry came to, as the log says it."""

from __future__ import annotations

from companion.engine.game import Description, Move
from companion.engine.words import Seat, Term
from companion.games.cheops_catan import moves
from companion.games.cheops_catan.effects import apply
from companion.games.cheops_catan.parts import GOLD
from companion.games.cheops_catan.state import State


def describe(state: State | None, seat: int, move: Move) -> Description:
    """What was paid to whom, and what a seven brought."""
    name = type(move).__name__
    if isinstance(move, moves.Roll):
        black = state is not None and apply(state, seat, move).black > state.black
        return Description("black_stone" if black else name, {"total": move.total})
    if isinstance(move, moves.Found):
        return Description("founded_at_site" if move.at_site else name)
    if isinstance(move, moves.Build):
        code = "built_at_site" if move.at_site else name
        return Description(code, {"piece": Term(move.piece)})
    if isinstance(move, moves.Claim | moves.Reveal):
        return Description(name, {"cards": move.cards})
    if isinstance(move, moves.Connect):
        code = "drew_ship" if move.ship else name
        return Description(code, {"start": move.start, "end": move.end})
    if isinstance(move, moves.Mark):
        code = "drew_at_site" if move.at_site else "drew_harbour" if move.harbour else name
        return Description(code, {"crossing": move.crossing})
    return _paid(name, move)


def _paid(name: str, move: Move) -> Description:
    if isinstance(move, moves.Income):
        return Description(name, {"gold": move.gold})
    if isinstance(move, moves.Purchase):
        return Description(name, {"gold": GOLD["price_with_harbour" if move.harbour else "price"]})
    if isinstance(move, moves.Give):
        return Description(name, {"gold": move.gold, "owner": Seat(move.owner)})
    if isinstance(move, moves.Harbour):
        return Description(name, {"gold": GOLD["fee"], "owner": Seat(move.owner)})
    if isinstance(move, moves.Lay) and move.owner is not None:
        return Description("laid_through", {"gold": GOLD["fee"], "owner": Seat(move.owner)})
    return Description(name)
