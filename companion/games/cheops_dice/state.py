"""What is known of a table: four numbers a seat, the dice, who has acted this round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from companion.engine.game import Setup
from companion.games.cheops_dice.geometry import Plan, make_plan
from companion.games.cheops_dice.parts import PadPage, dice, parse_pad_page, practice_pages


@dataclass(frozen=True, slots=True)
class Rules:
    """The table's sheets and switches, worked out once when it is set up."""

    seats: int
    dice: int
    plans: tuple[Plan, ...]
    strict_order: bool


class Board(NamedTuple):
    """One seat's sheet as it is marked, in bits."""

    ticked: int
    crossed: int
    """Stones of the quarry, the leftmost is bit 0."""
    jokers: int
    won: int
    """Bonuses, in the order of the plan."""

    @property
    def mark(self) -> int:
        """The place of the last stone crossed; only stones beyond it are open. 0: none is crossed."""
        return self.crossed.bit_length()


@dataclass(frozen=True, slots=True)
class State:
    """A table between two entries."""

    rules: Rules
    boards: tuple[Board, ...]
    active: int
    """The seat that rolls and acts first."""
    round: int
    acted: int
    """Seats that have acted since the last roll, as bits; all of them: the next roll is due."""
    open: int
    """Bonuses nobody had completed before this round, as bits."""
    rolled: str = ""
    """The last roll in letters; it lies until the next."""
    middle: str = ""
    """Of these, the dice that the active seat has not taken."""
    ended: str = ""
    """Code of the ending, or empty while the game runs."""
    last: tuple[int, int] = field(default=(-1, 0), compare=False)
    """The seat whose action came last and the boxes it ticked, as bits; seat -1 after a roll."""


def setup(setup: Setup) -> State:
    """A sheet for every seat, as many jokers as players (rulebook, preparation)."""
    seats, options = setup.seats, setup.options
    plans = tuple(map(make_plan, get_pad_pages(options, seats)))
    rules = Rules(seats, dice(seats), plans, options["strict_order"])
    board = Board(0, 0, seats, 0)
    bonuses = len(plans[0].bonuses)
    return State(rules, (board,) * seats, setup.first, 1, all_seats(seats), (1 << bonuses) - 1)


def get_pad_pages(options: Mapping[str, Any], seats: int) -> tuple[PadPage, ...]:
    """Each seat's sheet; practice sheets where the table names none."""
    papers = [parse_pad_page(record) for record in options["sheets"] or ()]
    chosen = tuple(pad_page for pad_page in papers if pad_page is not None)
    return (chosen if len(chosen) >= seats else practice_pages())[:seats]


def all_seats(seats: int) -> int:
    """All seats as bits."""
    return (1 << seats) - 1


def awaits_roll(state: State) -> bool:
    """Whether the table waits for the active seat's roll."""
    return state.acted == all_seats(state.rules.seats)


@lru_cache(maxsize=256)
def seats_due(seats: int, active: int, acted: int, strict: bool) -> tuple[int, ...]:
    """Seats that may act: the active one first, then all others, or one by one where that is agreed."""
    clockwise = tuple((active + step) % seats for step in range(seats))
    waiting = tuple(seat for seat in clockwise if not acted >> seat & 1)
    return waiting[:1] if strict or not acted >> active & 1 else waiting
