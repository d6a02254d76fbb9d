"""What a newcomer to Cheops (1998) learns: a turn, and what comes up beside it."""

from __future__ import annotations

from companion.engine.game import Description, Lesson, Move, Setup
from companion.engine.words import Term
from companion.games.cheops_treasure.moves import Choose, Draw, Hire, Pass, Place, Take
from companion.games.cheops_treasure.parts import FAMILIES
from companion.games.cheops_treasure.pyramid import bit_of, open_spaces
from companion.games.cheops_treasure.state import State, filled

_LESSONS = (
    Lesson("Place", "pyramid", "A"),
    Lesson("sell", "take", "tens", unseen=True),
    Lesson("keep", "take", "red", unseen=True),
    Lesson("Draw", "draw", "B"),
    Lesson("neighbour_placed", "neighbours", "neighbour"),
    Lesson("law_card", "laws", "law", happens=True, rare=True),
    Lesson("Pass", "turn", "C", last_resort=True, rare=True),
    Lesson("Choose", "laws", "law", rare=True),
)


def lessons(setup: Setup) -> tuple[Lesson, ...]:
    """The parts of a turn, a neighbour, and everything that laws let somebody do."""
    return _LESSONS


def lesson(move: Move) -> str:
    """Whatever a law asks is of the law; a neighbour is placed or saved."""
    if isinstance(move, Take):
        return "sell" if move.deal == "sell" else "keep"
    if isinstance(move, Hire) or (isinstance(move, Place) and move.pawn == "neighbour"):
        return "neighbour_placed"
    plain = isinstance(move, Choose | Draw | Pass) or (isinstance(move, Place) and not move.law)
    return type(move).__name__ if plain else "law_card"


def reasons(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """What a pawn opens above it; and that a family which the hand lacks fits where its own do not."""
    if isinstance(move, Place):
        return _opening(state, bit_of(move.row, move.column))
    if not isinstance(move, Draw):
        return ()
    held = dict(zip(FAMILIES, state.hands[seat], strict=True))
    lacking = tuple(Term(pawn) for pawn in move.pawns if not held[pawn])
    return (Description("cheops_treasure.lacking", {"pawns": lacking}),) if lacking else ()


def _opening(state: State, space: int) -> tuple[Description, ...]:
    before = filled(state)
    opened = (open_spaces(before | space) & ~open_spaces(before)).bit_count()
    return (Description("cheops_treasure.opens", {"spaces": opened}),) if opened else ()
