"""The state of a table: the page of each seat, the dice, and the seats that have acted in this round."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from companion.engine.game import Setup
from companion.games.cheops_dice.geometry import BoxMask, Plan, make_plan
from companion.games.cheops_dice.parts import (
    PadPage,
    get_die_count_per_round,
    load_practice_pages,
    parse_pad_page,
)


@dataclass(frozen=True, slots=True)
class Rules:
    """The pages of all seats, and the options of a table."""

    seats: int
    dice: int
    plans: tuple[Plan, ...]
    strict_order: bool


class Board(NamedTuple):
    """What is marked on a seat's page: boxes, stones and bonuses as bit masks, and the jokers left."""

    ticked: BoxMask
    crossed: int
    """The bit mask of the crossed quarry stones. The leftmost stone is bit 0."""
    jokers: int
    won: int
    """The bit mask of the bonuses won, in the order of ``Plan.bonuses``."""

    @property
    def last_stone(self) -> int:
        """The position of the last crossed stone, or 0 if there is none. Only stones after it can be
        used."""
        return self.crossed.bit_length()


@dataclass(frozen=True, slots=True)
class State:
    """The pages of all seats, the dice, and whose turn it is at a table between two entries."""

    rules: Rules
    boards: tuple[Board, ...]
    active: int
    """The seat that rolls and acts first."""
    round: int
    acted: int
    """The bit mask of the seats that have acted since the last roll. If all have, the next roll is due."""
    open: int
    """The bit mask of the bonuses that nobody had won before this round."""
    rolled: str = ""
    """The dice of the last roll, one letter for each."""
    middle: str = ""
    """The dice of the last roll that the active seat has not used."""
    ended: str = ""
    """The code of the ending, or empty while the game goes on."""
    last: tuple[int, int] = field(default=(-1, 0), compare=False)
    """The seat of the last action, and the bit mask of the boxes that it ticked. The seat is -1 after a
    roll."""


def setup(setup: Setup) -> State:
    """Return the first state: every seat has a page, and as many jokers as there are players (rulebook,
    preparation)."""
    seats, options = setup.seats, setup.options
    plans = tuple(map(make_plan, get_pad_pages(options, seats)))
    rules = Rules(seats, get_die_count_per_round(seats), plans, options["strict_order"])
    board = Board(0, 0, seats, 0)
    bonuses = len(plans[0].bonuses)
    return State(rules, (board,) * seats, setup.first, 1, make_all_seats_mask(seats), (1 << bonuses) - 1)


def get_pad_pages(options: Mapping[str, Any], seats: int) -> tuple[PadPage, ...]:
    """Return the page of each seat. If the table has too few valid pages, all seats get practice pages."""
    pages = [parse_pad_page(record) for record in options["sheets"] or ()]
    valid = tuple(pad_page for pad_page in pages if pad_page is not None)
    return (valid if len(valid) >= seats else load_practice_pages())[:seats]


def make_all_seats_mask(seats: int) -> int:
    """Return the bit mask of all seats."""
    return (1 << seats) - 1


def awaits_roll(state: State) -> bool:
    """Return whether the table waits for the active seat's roll."""
    return state.acted == make_all_seats_mask(state.rules.seats)


@lru_cache(maxsize=256)
def find_seats_due(seats: int, active: int, acted: int, strict: bool) -> tuple[int, ...]:
    """Return the seats that may act now: the active seat, or once it has acted, all others that have not.
    With ``strict``, only the next one may. ``acted`` is the bit mask of the seats that have acted."""
    clockwise = tuple((active + step) % seats for step in range(seats))
    missing = tuple(seat for seat in clockwise if not acted >> seat & 1)
    return missing[:1] if strict or not acted >> active & 1 else missing
