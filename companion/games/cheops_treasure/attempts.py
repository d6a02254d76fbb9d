"""What a hand at a table might try, and where on the pyramid it is made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from companion.engine.game import Move, Place
from companion.games.cheops_treasure import moves
from companion.games.cheops_treasure.moves import Place as PlacePawn
from companion.games.cheops_treasure.parts import COLOURS, FAMILIES, LAWS, USUAL_SLOTS, Pawn
from companion.games.cheops_treasure.pyramid import SPACES
from companion.games.cheops_treasure.state import State, usable

_NEIGHBOUR: tuple[Pawn, ...] = ("neighbour",)


def attempts(state: State, seat: int) -> Iterable[Move]:
    """Every pawn of the hand and a neighbour on every space; every treasure, law, colour and number."""
    hand = [family for family, n in zip(FAMILIES, state.hands[seat], strict=True) if n]
    law: Literal[0, 11] = 11 if state.phase == "draw" and 11 in usable(state, seat) else 0
    for pawn in (*hand, *(() if law else _NEIGHBOUR)):
        yield from (PlacePawn(row, column, pawn, law) for row, column in SPACES)
    for colour in COLOURS:
        yield from (moves.Take(colour, deal) for deal in ("sell", "keep"))
        yield from (kind(colour) for kind in (moves.PutUnder, moves.SellKept, moves.Choose))
        yield from (moves.PutOn(colour, slot + 1) for slot in range(USUAL_SLOTS))
    yield from (kind(n) for kind in (moves.Reveal, moves.Remove) for n in range(1, LAWS + 1))
    yield from (
        moves.Pay(True),
        moves.Pay(False),
        moves.Draw(),
        *(moves.Draw((family,)) for family in FAMILIES),
    )


def spots(state: State, seat: int, move: Move) -> Place:
    """The spaces of the pyramid that a move names."""
    if isinstance(move, PlacePawn | moves.Exchange | moves.Swap):
        other = ((move.other_row, move.other_column),) if isinstance(move, moves.Swap) else ()
        spaces = ((move.row, move.column), *other)
        return tuple(f"space-{row}-{column}" for row, column in spaces)
    return ()
