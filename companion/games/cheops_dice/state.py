"""The state of a table: each seat's page, the dice, and the seats that have acted in this round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from companion.engine.game import Setup
from companion.games.cheops_dice.geometry import Plan, make_plan
from companion.games.cheops_dice.parts import PadPage, dice_per_round, load_practice_pages, parse_pad_page


@dataclass(frozen=True, slots=True)
class Rules:
    """The table's pages and options, computed once."""

    seats: int
    dice: int
    plans: tuple[Plan, ...]
    strict_order: bool


class Board(NamedTuple):
    """One seat's page as bits."""

    ticked: int
    crossed: int
    """Stones of the quarry. The leftmost is bit 0."""
    jokers: int
    won: int
    """Bonuses, in the order of the plan."""

    @property
    def last_stone(self) -> int:
        """The number of the last stone crossed, or 0. Only stones after it are open."""
        return self.crossed.bit_length()


@dataclass(frozen=True, slots=True)
class State:
    """The state of a table between two entries."""

    rules: Rules
    boards: tuple[Board, ...]
    active: int
    """The seat that rolls and acts first."""
    round: int
    acted: int
    """Bits of the seats that have acted since the last roll. If all have, the next roll is due."""
    open: int
    """Bits of the bonuses that nobody had completed before this round."""
    rolled: str = ""
    """The last roll in letters."""
    middle: str = ""
    """The dice of this roll that the active seat has not taken."""
    ended: str = ""
    """The code of the ending, or empty."""
    last: tuple[int, int] = field(default=(-1, 0), compare=False)
    """The seat of the last action and the bits of its boxes. The seat is -1 after a roll."""


def setup(setup: Setup) -> State:
    """Return the initial state: a page for every seat, as many jokers as players (rulebook,
    preparation)."""
    seats, options = setup.seats, setup.options
    plans = tuple(map(make_plan, get_pad_pages(options, seats)))
    rules = Rules(seats, dice_per_round(seats), plans, options["strict_order"])
    board = Board(0, 0, seats, 0)
    bonuses = len(plans[0].bonuses)
    return State(rules, (board,) * seats, setup.first, 1, all_seats_mask(seats), (1 << bonuses) - 1)


def get_pad_pages(options: Mapping[str, Any], seats: int) -> tuple[PadPage, ...]:
    """Return each seat's page. Practice pages if the table has none."""
    pages = [parse_pad_page(record) for record in options["sheets"] or ()]
    valid = tuple(pad_page for pad_page in pages if pad_page is not None)
    return (valid if len(valid) >= seats else load_practice_pages())[:seats]


def all_seats_mask(seats: int) -> int:
    """Return the bits of all seats."""
    return (1 << seats) - 1


def awaits_roll(state: State) -> bool:
    """Return whether the table waits for the active seat's roll."""
    return state.acted == all_seats_mask(state.rules.seats)


@lru_cache(maxsize=256)
def find_seats_due(seats: int, active: int, acted: int, strict: bool) -> tuple[int, ...]:
    """Return the seats that may act: the active one, then all others, or one by one if ``strict``."""
    clockwise = tuple((active + step) % seats for step in range(seats))
    missing = tuple(seat for seat in clockwise if not acted >> seat & 1)
    return missing[:1] if strict or not acted >> active & 1 else missing
