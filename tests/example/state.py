"""The state of a table, including what each seat hides."""

from dataclasses import dataclass

from companion.engine.game import Setup
from tests.example.parts import ALL_COLOURS, LEVELS, STONES, Colour

Stones = tuple[int, ...]
"""The number of stones of each colour, in the order of ``COLOURS``."""


@dataclass(frozen=True, slots=True)
class State:
    """The state of a table between two entries, with the hidden colours."""

    rules: Setup
    quarries: Stones
    hands: tuple[Stones, ...]
    levels: tuple[int, ...]
    """The highest level of each seat, 0 at first."""
    turn: int
    favours: tuple[Colour | None, ...]
    """The hidden favoured colour of each seat, or None."""


def setup(setup: Setup) -> State:
    """Return the state at the start: all stones are in their quarries (rules, setting up)."""
    zeros = (0,) * len(ALL_COLOURS)
    return State(
        setup,
        (STONES,) * len(ALL_COLOURS),
        (zeros,) * setup.seats,
        (0,) * setup.seats,
        setup.first,
        (None,) * setup.seats,
    )


def undecided(state: State) -> tuple[int, ...]:
    """Return the seats that have not chosen their favoured colour yet."""
    return tuple(seat for seat, colour in enumerate(state.favours) if colour is None)


def count_quarry_stones(state: State, colour: Colour) -> int:
    """Return the number of stones in the quarry of this colour."""
    return state.quarries[ALL_COLOURS.index(colour)]


def count_held_stones(state: State, seat: int, colour: Colour) -> int:
    """Return the number of stones of this colour in the seat's hand."""
    return state.hands[seat][ALL_COLOURS.index(colour)]


def count_favoured_stones(state: State, seat: int) -> int:
    """Return the number of stones of the seat's favoured colour in its hand."""
    colour = state.favours[seat]
    return count_held_stones(state, seat, colour) if colour else 0


def is_over(state: State) -> bool:
    """Return whether a pyramid is complete and all seats had equally many turns."""
    return max(state.levels) >= LEVELS and state.turn == state.rules.first
