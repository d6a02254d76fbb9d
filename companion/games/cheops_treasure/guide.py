"""What a newcomer to Cheops (1998) learns: a turn, and what comes up beside it."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Description, Lesson, Move, Setup
from companion.engine.words import Term
from companion.engine.worth import Reason, strongest
from companion.games.cheops_treasure.laws import plus
from companion.games.cheops_treasure.moves import Choose, Draw, Hire, Pass, Place, Take
from companion.games.cheops_treasure.outcomes import bring
from companion.games.cheops_treasure.parts import COLOURS, FAMILIES
from companion.games.cheops_treasure.pyramid import bit_of, open_spaces
from companion.games.cheops_treasure.state import (
    State,
    filled,
    market_price,
    price,
    price_is_assumed,
    spaces_for,
)
from companion.games.cheops_treasure.worth import terms

_LESSONS = (
    Lesson("Place", "pyramid", "A"),
    Lesson("sell", "take", "tens"),
    Lesson("keep", "take", "red"),
    Lesson("Draw", "draw", "B"),
    Lesson("neighbour_placed", "neighbours", "neighbour", rare=True),
    Lesson("law_card", "laws", "law", happens=True, rare=True),
    Lesson("Pass", "turn", "C", rare=True),
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


def piece(move: Move) -> str:
    """The colour that lay there, or the pawn that is drawn."""
    if isinstance(move, Draw):
        return move.pawns[0] if move.pawns else ""
    return move.colour if isinstance(move, Take) else ""


def reasons(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """What the strongest terms of its worth say: what lies there and opens, what a treasure brings."""
    if isinstance(move, Place):
        values, found = _placing(state, seat, move)
    elif isinstance(move, Take):
        values, found = _dealing(state, seat, move)
    elif isinstance(move, Draw):
        held = dict(zip(FAMILIES, state.hands[seat], strict=True))
        lacking = tuple(Term(pawn) for pawn in move.pawns if not held[pawn])
        values, found = {"pawns": lacking}, (("families", "cheops_treasure.lacking", lacking),)
    else:
        return ()
    return strongest(terms(state, seat, move), values, found)


Found = tuple[dict[str, Any], tuple[Reason, ...]]


def _placing(state: State, seat: int, move: Place) -> Found:
    space, before, hand = bit_of(move.row, move.column), filled(state), state.hands[seat]
    fits = any(n and space & spaces_for(state, family) for family, n in enumerate(hand))
    lies = state.known.get(space)
    return {"treasure": Term("" if lies is None else f"treasure:{COLOURS[lies]}")}, (
        ("here", "cheops_treasure.lies", lies is not None),
        ("here", "cheops_treasure.no_pawn_fits", move.pawn == "neighbour" and any(hand) and not fits),
        ("opens", "cheops_treasure.opens", not open_spaces(before | space) & ~open_spaces(before)),
    )


def _dealing(state: State, seat: int, move: Take) -> Found:
    """Nothing where the market's price is assumed, or the colour's number unknown."""
    colour, market = COLOURS.index(move.colour), market_price(state)
    at, holdings = price(state, colour), tuple(kept[colour] for kept in state.kept)
    now, then = bring(at, holdings, seat), bring(at, plus(holdings, seat, 1), seat)
    if now is None or then is None or price_is_assumed(state):
        return {}, ()
    kept = then - now
    return {"market": market, "kept": kept}, (
        ("own", "cheops_treasure.better_sell", move.deal == "sell" and market > kept),
        ("own", "cheops_treasure.better_keep", move.deal == "keep" and kept > market),
    )
