"""The state of a table. This game has no hidden information."""

from dataclasses import dataclass

from companion.engine.game import Setup
from companion.games.deadline.parts import FIRST_RESERVE_SHAPE, SHAPES, Shape, make_first_supply
from companion.games.deadline.tomb import EMPTY_TOMB, Tomb


@dataclass(frozen=True, slots=True)
class Rules:
    """The number of seats and the options of a table."""

    seats: int
    preset: str
    strict: bool
    free_set_aside: bool


@dataclass(frozen=True, slots=True)
class State:
    """The tombs, the stones in the middle and the dice at a table between two entries."""

    rules: Rules
    tombs: tuple[Tomb, ...]
    reserves: tuple[Shape, ...]
    """The stone that each seat has in reserve."""
    supply: tuple[int, ...]
    """The number of stones in the middle, in the order of ``SHAPES``. The number of squares is the
    Pharaoh's life."""
    supplier: int
    picker: int
    dice: tuple[Shape, ...] = ()
    """The dice that are left in the middle. If there are none, the Supplier rolls."""
    builder: int = -1
    """The seat that built last and may still announce. -1 if there is none."""
    aside: tuple[int, ...] = ()
    declared: tuple[int, ...] = ()
    """The seats that have announced, in this order."""
    killer: int = -1
    """The seat that caused the Pharaoh's death, or -1."""
    last: int = -1
    """The seat whose tomb the last entry changed. -1 after a roll."""


def setup(setup: Setup) -> State:
    """Return the first state: every seat has a chamber and a small triangle in reserve (rulebook,
    setting up)."""
    seats, options = setup.seats, setup.options
    rules = Rules(seats, options["geometry"], options["strict_rule1"], options["free_set_aside"])
    return State(
        rules, (EMPTY_TOMB,) * seats, (FIRST_RESERVE_SHAPE,) * seats, make_first_supply(seats), setup.first,
        setup.first, aside=(0,) * seats,
    )  # fmt: skip


def count_stones_left(shape: Shape, state: State) -> int:
    """Return how many stones of a shape are left in the middle."""
    return state.supply[SHAPES.index(shape)]


def find_stone_for_die(state: State, die: Shape) -> Shape | None:
    """Return the shape of the stone that a seat gets for a die. If the shape on the die has run out, it is
    a square. If squares have run out too, it is None."""
    if count_stones_left(die, state):
        return die
    return "square" if count_stones_left("square", state) else None


def find_next_seat_in_play(state: State, seat: int) -> int:
    """Return the next seat clockwise that has not announced its tomb. If there is none, return ``seat``."""
    seats = state.rules.seats
    others = ((seat + step) % seats for step in range(1, seats + 1))
    return next((other for other in others if other not in state.declared), seat)
