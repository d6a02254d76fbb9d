"""What the moves at hand would bring, read off the table as it would be after each of them."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from companion.engine.game import Move
from companion.games.cheops_treasure.moves import Hire, Pay, Place
from companion.games.cheops_treasure.parts import COLOURS
from companion.games.cheops_treasure.rules import candidates
from companion.games.cheops_treasure.scoring import worth
from companion.games.cheops_treasure.state import State, price
from companion.games.cheops_treasure.tablets import Price
from companion.games.cheops_treasure.turn import apply


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one move would bring to the seat that enters it, and whether the game would end with it."""

    money: int
    ends: bool
    price: Price | None = None
    """What the move's colour is worth afterwards; None for a move without one, or an unknown number."""
    count: int = 0
    """How many treasures of that colour the seat then keeps."""
    each: int | None = None
    """What each of them then brings."""


_NOT_TOLD: tuple[type, ...] = (Place, Hire, Pay)
"""A pawn brings nothing yet; what can be paid for would tell of a purse."""


def outcomes(state: State) -> dict[str, Outcome]:
    """By its button, what each move of the awaited seat would bring. Nothing in it is secret."""
    if state.over:
        return {}
    moves = candidates(state, state.turn)
    return {as_button(m): outcome(state, m) for m in moves if not isinstance(m, _NOT_TOLD)}


def as_button(move: Move) -> str:
    """The move and its fields as the value of a button, like ``Take red sell``."""
    words = [type(move).__name__]
    for value in astuple(move):
        words += value if isinstance(value, tuple) else [_word(value)]
    return " ".join(words)


def _word(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def outcome(state: State, move: Move) -> Outcome:
    """What a move that is allowed would bring."""
    seat, after = state.turn, apply(state, state.turn, move)
    money, ends = after.money[seat] - state.money[seat], bool(after.over)
    colour = getattr(move, "colour", None)
    if colour is None:
        return Outcome(money, ends)
    number = COLOURS.index(colour)
    at = price(after, number)
    holdings = tuple(kept[number] for kept in after.kept)
    return Outcome(money, ends, at, holdings[seat], each_brings(at, holdings, seat))


def each_brings(at: Price | None, holdings: tuple[int, ...], seat: int) -> int | None:
    """What each of a seat's treasures of a colour brings, counted now; None for an unknown number."""
    if at is None:
        return None
    value = worth(at, holdings, seat)[1]
    return sum(holdings) if value == "X" else int(value)


def bring(at: Price | None, holdings: tuple[int, ...], seat: int) -> int | None:
    """What all of a seat's treasures of a colour bring, counted now; None for an unknown number."""
    each = each_brings(at, holdings, seat) if holdings[seat] else 0
    return None if each is None else holdings[seat] * each
