"""What is known of a table: pawns, money, kept treasures, tablets and laws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.engine.game import Setup
from companion.games.cheops_treasure.parts import (
    ALL,
    COLOURS,
    EACH_FAMILY,
    FAMILIES,
    FULL,
    FULL_LAW_3,
    HAND,
    LAWS,
    LAWS_USED,
    MARKET,
    MARKET_LAWS,
    MARKET_LAWS_ASSUMED,
    NEIGHBOUR,
    NEIGHBOURS,
    Price,
    Tablet,
    adjacent_spaces,
    drawn_tablets,
    law_7_number,
    law_spaces,
    open_spaces,
)

Phase = Literal["turn", "take", "law", "draw"]
By = Literal["normal", "neighbour", "law_11"]
Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The table's switches and its copy of what is printed."""

    seats: int
    tablets: tuple[Tablet | None, ...]
    eyes: int
    law_7: Price | None
    open_money: bool
    save_neighbour: bool
    neighbour_opens: bool
    law_4_spares: bool


@dataclass(frozen=True, slots=True)
class State:
    """A table between two entries. Colours and families go by number (``parts``)."""

    rules: Rules
    turn: int
    hands: tuple[Counts, ...]
    """For each seat, how many of each family."""
    pawns: Counts = (0,) * (NEIGHBOUR + 1)
    """For each family, and last for the neighbours, the bits of the spaces they stand on."""
    drawn: Counts = (0,) * NEIGHBOUR
    """How many of each family have left the stacks."""
    money: Counts = ()
    kept: tuple[Counts, ...] = ()
    """For each seat, how many treasures of each colour lie before it."""
    sold: Counts = (0,) * len(COLOURS)
    """For each colour, how many numbers of its tablet are covered."""
    gone: Counts = (0,) * len(COLOURS)
    """For each colour, how many have left the pyramid."""
    known: Mapping[int, int] = field(default_factory=dict)
    """The colour of spaces that a swap has shown, by bit."""
    eyes: int = 0
    """The bits of spaces known to hold, or to have held, a law."""
    laws: frozenset[int] = frozenset()
    """Laws that have come up."""
    finders: Counts = (-1,) * LAWS
    """For each law, the seat that found it; -1 for none."""
    market: Counts = ()
    """Laws on the market space, the newest last."""
    law_3: bool = False
    under: Counts = (0,) * len(COLOURS)
    """For each colour, the law under its tablet; 0 for none."""
    law_7: tuple[int, int] | None = None
    """(colour, slot counted from 0) where law 7 lies."""
    law_9: int = -1
    """The seat that holds law 9."""
    held: tuple[Counts, ...] = ()
    """For each seat, the laws 10 to 12 before it."""
    fresh: Counts = ()
    """Laws taken in this turn, which wait for a later one."""
    neighbours: int = NEIGHBOURS
    """Neighbours still for sale."""
    saved: Counts = ()
    phase: Phase = "turn"
    hired: bool = False
    """A neighbour came this turn."""
    placed: bool = False
    """The turn's own pawn is placed, or the seat has passed."""
    at: int = 0
    """The bit of the space taken last."""
    by: By = "normal"
    pending: int = 0
    """The law to be carried out."""
    over: str = ""
    wild: int = -1
    """The colour that law 9 counts as, chosen at the end."""
    assumed: frozenset[int] = frozenset()
    """Seats that were paid an assumed price."""


def setup(setup: Setup) -> State:
    """One pawn of each family for every seat; no money (rulebook, preparation)."""
    seats, options = setup.seats, setup.options
    edition = options["edition"]
    rules = Rules(
        seats, drawn_tablets(edition), law_spaces(edition), law_7_number(edition),
        options["open_money"],
        options["save_neighbour"],
        options["neighbour_opens"],
        options["law_4_spares"],
    )  # fmt: skip
    nothing = (0,) * len(COLOURS)
    return State(
        rules, setup.first, ((1,) * NEIGHBOUR,) * seats, drawn=(seats,) * NEIGHBOUR, money=(0,) * seats,
        kept=(nothing,) * seats, eyes=rules.eyes, held=((),) * seats, saved=(0,) * seats,
    )  # fmt: skip


def filled_spaces(state: State) -> int:
    """The bits of all spaces with a pawn."""
    a, b, c, d, neighbours = state.pawns
    return a | b | c | d | neighbours


def spaces_for(state: State, family: int) -> int:
    """The bits of the spaces where a pawn of this family may be placed; a neighbour is no family."""
    spaces = open_spaces(filled_spaces(state))
    return spaces if family == NEIGHBOUR else spaces & ~adjacent_spaces(state.pawns[family])


def can_place(state: State, seat: int) -> bool:
    """Whether a family member in this seat's hand fits somewhere."""
    return any(n and spaces_for(state, family) for family, n in enumerate(state.hands[seat]))


def left_in_stacks(state: State) -> Counts:
    """How many of each family can still be drawn."""
    return tuple(EACH_FAMILY - n for n in state.drawn)


def may_draw(state: State, seat: int) -> int:
    """How many pawns this seat may draw now."""
    return max(0, min(HAND - sum(state.hands[seat]), sum(left_in_stacks(state))))


def market_price(state: State) -> int:
    """What the bank pays; the newest of laws 1 and 2 counts (ruling C8)."""
    return MARKET_LAWS[state.market[-1]] if state.market else MARKET


def price_is_assumed(state: State) -> bool:
    """Whether what the bank pays now is nothing but our reading of laws 1 and 2."""
    return bool(state.market) and MARKET_LAWS_ASSUMED


def coverable_numbers(state: State, colour: int) -> int | None:
    """How many numbers of the tablet may be covered in all; None for one that is not copied yet."""
    tablet = state.rules.tablets[colour]
    return None if tablet is None else len(tablet) - 1


def is_full(state: State, colour: int) -> bool:
    """Only the lowest number is uncovered."""
    most = coverable_numbers(state, colour)
    return most is not None and state.sold[colour] >= most


def full_tablets(state: State) -> int:
    """How many tablets are full."""
    return sum(is_full(state, colour) for colour in range(len(COLOURS)))


def full_tablets_to_end(state: State) -> int:
    """How many full tablets end the game."""
    return FULL_LAW_3 if state.law_3 else FULL


def price(state: State, colour: int, sold: int | None = None) -> Price | None:
    """The topmost uncovered number, after so many sales (by default as it stands); None if unknown.

    Law 7 replaces the number of its slot; law 4 makes the colour worthless (unless the table spares it).
    """
    if state.under[colour] == 4 and not state.rules.law_4_spares:
        return Price(0)
    tablet = state.rules.tablets[colour]
    if tablet is None:
        return None
    slot = min(state.sold[colour] if sold is None else sold, len(tablet) - 1)
    return state.rules.law_7 if state.law_7 == (colour, slot) else tablet[slot]


def playable_laws(state: State, seat: int) -> Counts:
    """Laws 10 to 12 that this seat may play now: not those taken in this turn (ruling C19)."""
    return tuple(law for law in state.held[seat] if law not in state.fresh)


def untaken(state: State) -> int:
    """The bits of the spaces from which nothing was taken."""
    return ALL & ~filled_spaces(state)


def swappable(state: State) -> int:
    """The bits of the spaces whose treasure law 12 may move."""
    return untaken(state) & ~state.eyes


def all_eyes_known(state: State) -> bool:
    """Whether all six law spaces are known, by the edition or because they have come up."""
    return state.eyes.bit_count() >= LAWS_USED


def family_name(family: int) -> str:
    """A family's letter, or ``neighbour``."""
    return FAMILIES[family] if family < NEIGHBOUR else "neighbour"
