"""The state of a table, including what each seat hides."""

from dataclasses import dataclass

from companion.engine.game import Setup
from tests.example.parts import COLOURS, LEVELS, STONES, Colour

Stones = tuple[int, ...]
"""The number of stones of each colour, in the order of ``COLOURS``."""


@dataclass(frozen=True, slots=True)
class State:
    """The state of a table between two entries."""

    rules: Setup
    quarries: Stones
    hands: tuple[Stones, ...]
    levels: tuple[int, ...]
    """The highest level of each seat, 0 at first."""
    turn: int
    favours: tuple[Colour | None, ...]
    """The hidden favoured colour of each seat, or None."""


def setup(setup: Setup) -> State:
    """Return the initial state: all stones are in their quarries (rules, setting up)."""
    zeros = (0,) * len(COLOURS)
    return State(
        setup,
        (STONES,) * len(COLOURS),
        (zeros,) * setup.seats,
        (0,) * setup.seats,
        setup.first,
        (None,) * setup.seats,
    )


def undecided(state: State) -> tuple[int, ...]:
    """Return the seats that have not favoured a colour yet."""
    return tuple(seat for seat, colour in enumerate(state.favours) if colour is None)


def quarry(state: State, colour: Colour) -> int:
    """Return how many stones of a colour are left to take."""
    return state.quarries[COLOURS.index(colour)]


def held(state: State, seat: int, colour: Colour) -> int:
    """Return how many stones of a colour a seat holds."""
    return state.hands[seat][COLOURS.index(colour)]


def favoured(state: State, seat: int) -> int:
    """Return how many stones of its favoured colour a seat holds."""
    colour = state.favours[seat]
    return held(state, seat, colour) if colour else 0


def is_over(state: State) -> bool:
    """Return whether a pyramid is complete and all seats had equally many turns."""
    return max(state.levels) >= LEVELS and state.turn == state.rules.first
