"""What a pawn would open and close before it is placed: all of it lies open to everybody."""

from __future__ import annotations

from companion.engine.game import Description, Move
from companion.engine.words import Term
from companion.games.cheops_treasure.moves import Place
from companion.games.cheops_treasure.parts import FAMILIES
from companion.games.cheops_treasure.pyramid import bit_of, open_spaces, spaces_in
from companion.games.cheops_treasure.state import State, filled, spaces_for
from companion.games.cheops_treasure.turn import apply


def preview(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """The spaces above that carry a pawn then, and how many the pawn's own family loses beside it."""
    if not isinstance(move, Place):
        return ()
    after = apply(state, seat, move)
    opened = open_spaces(filled(after)) & ~open_spaces(filled(state))
    found = [Description("opens", {"row": row, "column": column}) for row, column in spaces_in(opened)]
    if move.pawn in FAMILIES:
        family, here = FAMILIES.index(move.pawn), bit_of(move.row, move.column)
        lost = (spaces_for(state, family) & ~spaces_for(after, family) & ~here).bit_count()
        if lost:
            found.append(Description("keeps_off", {"pawn": Term(move.pawn), "count": lost}))
    return tuple(found)
