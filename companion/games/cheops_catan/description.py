"""What an entry came to, as the log says it."""

from __future__ import annotations

from companion.engine.game import Description, Move
from companion.engine.words import Seat, Term
from companion.games.cheops_catan.effects import apply
from companion.games.cheops_catan.moves import (
    Build,
    Claim,
    Connect,
    Found,
    Give,
    Harbour,
    Income,
    Lay,
    Mark,
    Purchase,
    Reveal,
    Roll,
)
from companion.games.cheops_catan.parts import GOLD
from companion.games.cheops_catan.state import State


def describe(state: State | None, seat: int, move: Move) -> Description:
    """What was paid to whom, and what a seven brought."""
    name = type(move).__name__
    if isinstance(move, Roll):
        black = state is not None and apply(state, seat, move).black > state.black
        return Description("black_stone" if black else name, {"total": move.total})
    if isinstance(move, Found):
        return Description("founded_at_site" if move.at_site else name)
    if isinstance(move, Build):
        code = "built_at_site" if move.at_site else name
        return Description(code, {"piece": Term(move.piece)})
    if isinstance(move, Claim | Reveal):
        return Description(name, {"cards": move.cards})
    if isinstance(move, Connect):
        code = "drew_ship" if move.ship else name
        return Description(code, {"start": move.start, "end": move.end})
    if isinstance(move, Mark):
        code = "drew_at_site" if move.at_site else "drew_harbour" if move.harbour else name
        return Description(code, {"crossing": move.crossing})
    return _paid(name, move)


def _paid(name: str, move: Move) -> Description:
    if isinstance(move, Income):
        return Description(name, {"gold": move.gold})
    if isinstance(move, Purchase):
        return Description(name, {"gold": GOLD["price_with_harbour" if move.harbour else "price"]})
    if isinstance(move, Give):
        return Description(name, {"gold": move.gold, "owner": Seat(move.owner)})
    if isinstance(move, Harbour):
        return Description(name, {"gold": GOLD["fee"], "owner": Seat(move.owner)})
    if isinstance(move, Lay) and move.owner is not None:
        return Description("laid_through", {"gold": GOLD["fee"], "owner": Seat(move.owner)})
    return Description(name)
