"""The rules of Three Quarries, in the order of the rulebook's sections."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from companion.engine.game import Awaiting, Ending, Move, Refusal, most_binding
from companion.engine.refusal import RefusalKind
from companion.engine.words import Seat, Term
from tests.example.moves import Build, Favour, Take
from tests.example.parts import ALL_COLOURS, HAND, Colour
from tests.example.state import State, count_held_stones, count_quarry_stones, is_over, undecided

T = TypeVar("T")

NO_COLOUR_REFUSAL = RefusalKind("example.no_colour", "favour")
QUARRY_EMPTY_REFUSAL = RefusalKind("example.quarry_empty", "take")
HAND_FULL_REFUSAL = RefusalKind("example.hand_full", "take", overridable=True)
TOO_FEW_STONES_REFUSAL = RefusalKind("example.too_few_stones", "build")


def awaiting(state: State) -> Awaiting:
    """Return the seats that must enter a move: first all without a favoured colour, then the one whose
    turn it is.
    """
    if seats := undecided(state):
        return Awaiting(seats, (Favour,), "example.favour", {"seats": tuple(map(Seat, seats))})
    return Awaiting((state.turn,), (Take, Build), "example.turn", {"seat": Seat(state.turn)})


def ending(state: State) -> Ending | None:
    """Return the ending if a pyramid is complete and all seats had equally many turns; otherwise None."""
    if not is_over(state):
        return None
    first = state.levels.index(max(state.levels))
    return Ending("example.pyramid_complete", "end", {"seat": Seat(first)})


def check(state: State, seat: int, move: Move) -> Refusal | None:
    """Return the first reason why the seat may not make this move, or None if the move is legal."""
    if isinstance(move, Favour):
        return NO_COLOUR_REFUSAL() if move.colour is None else None
    if isinstance(move, Take):
        return most_binding(_refuse_take(state, seat, move.colour))
    return _check_build(state, seat, move.colour)


def _refuse_take(state: State, seat: int, colour: Colour) -> Iterator[Refusal | None]:
    if not count_quarry_stones(state, colour):
        yield QUARRY_EMPTY_REFUSAL({"colour": Term(colour)}, at=(f"quarry-{colour}",))
    if sum(state.hands[seat]) >= HAND:
        yield HAND_FULL_REFUSAL({"seat": Seat(seat), "most": HAND}, at=(f"board-{seat}",))


def _check_build(state: State, seat: int, colour: Colour) -> Refusal | None:
    level = state.levels[seat] + 1
    has = count_held_stones(state, seat, colour)
    if has >= level:
        return None
    values = {"level": level, "colour": Term(colour), "held": has}
    return TOO_FEW_STONES_REFUSAL(values, at=(f"board-{seat}",))


def apply(state: State, seat: int, move: Move) -> State:
    """Return the state after a legal move: the stones are in the hand, or back in their quarry."""
    if isinstance(move, Favour):
        return replace(state, favours=_replace_item(state.favours, seat, move.colour))
    if isinstance(move, Take):
        return _next_turn(_move_stones(state, seat, move.colour, 1))
    level = state.levels[seat] + 1
    built = replace(state, levels=_replace_item(state.levels, seat, level))
    return _next_turn(_move_stones(built, seat, move.colour, -level))


def _move_stones(state: State, seat: int, colour: Colour, count: int) -> State:
    """Return the state after ``count`` stones moved from the quarry to the seat's hand, or back if
    negative.
    """
    at = ALL_COLOURS.index(colour)
    hand = _replace_item(state.hands[seat], at, state.hands[seat][at] + count)
    return replace(
        state,
        quarries=_replace_item(state.quarries, at, state.quarries[at] - count),
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
    )


def _replace_item(items: Sequence[T], at: int, item: T) -> tuple[T, ...]:
    return (*items[:at], item, *items[at + 1 :])


def _next_turn(state: State) -> State:
    return replace(state, turn=(state.turn + 1) % state.rules.seats)


def candidates(state: State, seat: int) -> Iterable[Move]:
    """Return every move that the seat could write down. The engine keeps those that ``check`` accepts."""
    return (*map(Favour, ALL_COLOURS), *map(Take, ALL_COLOURS), *map(Build, ALL_COLOURS))
