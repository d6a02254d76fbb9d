"""What is known of a table: everything; this game hides nothing."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game import Setup
from companion.games.deadline.parts import FIRST_RESERVE, SHAPES, Shape, supply
from companion.games.deadline.tomb import CHAMBER, Tomb


@dataclass(frozen=True, slots=True)
class Rules:
    """The table's switches."""

    seats: int
    preset: str
    strict: bool
    free_set_aside: bool


@dataclass(frozen=True, slots=True)
class State:
    """A table between two entries."""

    rules: Rules
    tombs: tuple[Tomb, ...]
    reserves: tuple[Shape, ...]
    """The one stone each seat keeps."""
    supply: tuple[int, ...]
    """Stones in the middle by shape; the squares are the Pharaoh's life."""
    supplier: int
    picker: int
    dice: tuple[Shape, ...] = ()
    """Dice still lying; none: the Supplier rolls."""
    builder: int = -1
    """The seat that built last and may still announce."""
    aside: tuple[int, ...] = ()
    declared: tuple[int, ...] = ()
    """Seats in the order they announced their tombs."""
    killer: int = -1
    """The seat that brought the Pharaoh's death."""
    last: int = -1
    """The seat whose tomb the last entry was about; none after a roll."""


def setup(setup: Setup) -> State:
    """A chamber and a small triangle for every seat (rulebook, setting up)."""
    seats, options = setup.seats, setup.options
    rules = Rules(
        seats,
        options["geometry"],
        options["strict_rule1"],
        options["free_set_aside"],
    )
    return State(
        rules, (CHAMBER,) * seats, (FIRST_RESERVE,) * seats, supply(seats), setup.first, setup.first,
        aside=(0,) * seats,
    )  # fmt: skip


def is_over(state: State) -> bool:
    """The Pharaoh is dead, or everybody has announced."""
    return state.killer >= 0 or len(state.declared) == state.rules.seats


def stones_left(shape: Shape, state: State) -> int:
    """How many stones of a shape lie in the middle."""
    return state.supply[SHAPES.index(shape)]


def stone_for_die(state: State, die: Shape) -> Shape | None:
    """The stone a die gives: its own, a square where that shape is used up, None where both are."""
    if stones_left(die, state):
        return die
    return "square" if stones_left("square", state) else None


def next_active(state: State, seat: int) -> int:
    """The next seat clockwise that has not announced; the same seat where all have."""
    seats = state.rules.seats
    for step in range(1, seats + 1):
        found = (seat + step) % seats
        if found not in state.declared:
            return found
    return seat
