"""What is known of a table: everything, also what each seat keeps secret."""

from dataclasses import dataclass

from companion.engine.game import Setup
from tests.example.parts import COLOURS, LEVELS, STONES, Colour

Stones = tuple[int, ...]
"""A number of stones for each colour, in the order of ``COLOURS``."""


@dataclass(frozen=True, slots=True)
class State:
    """A table between two entries."""

    rules: Setup
    quarries: Stones
    hands: tuple[Stones, ...]
    levels: tuple[int, ...]
    """The highest level that each seat has built; 0 before the first."""
    turn: int
    favours: tuple[Colour | None, ...]
    """The colour that each seat favours in secret; None before it is written down."""


def setup(setup: Setup) -> State:
    """All stones lie in their quarries; nobody has built (rules at hand, setting up)."""
    nothing = (0,) * len(COLOURS)
    return State(
        setup,
        (STONES,) * len(COLOURS),
        (nothing,) * setup.seats,
        (0,) * setup.seats,
        setup.first,
        (None,) * setup.seats,
    )


def undecided(state: State) -> tuple[int, ...]:
    """The seats that have not written down a colour."""
    return tuple(seat for seat, colour in enumerate(state.favours) if colour is None)


def quarry(state: State, colour: Colour) -> int:
    """How many stones of a colour are left to take."""
    return state.quarries[COLOURS.index(colour)]


def held(state: State, seat: int, colour: Colour) -> int:
    """How many stones of a colour a seat holds."""
    return state.hands[seat][COLOURS.index(colour)]


def favoured(state: State, seat: int) -> int:
    """How many stones of its favoured colour a seat holds."""
    colour = state.favours[seat]
    return held(state, seat, colour) if colour else 0


def is_over(state: State) -> bool:
    """Whether a pyramid is complete and everybody had equally many turns."""
    return max(state.levels) >= LEVELS and state.turn == state.rules.first
