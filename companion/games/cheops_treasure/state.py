"""The state of a table: pawns, money, kept treasures, tablets and laws."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.engine.game import Setup
from companion.games.cheops_treasure.parts import (
    ALL_SPACES_MASK,
    ARE_MARKET_PRICES_ASSUMED,
    COLOURS,
    FULL_TABLET_COUNT_TO_END,
    FULL_TABLET_COUNT_WITH_LAW_3,
    HAND_SIZE,
    LAW_COUNT,
    LAWS_PER_GAME,
    MARKET_PRICE,
    MARKET_PRICES_BY_LAW,
    NEIGHBOUR,
    NEIGHBOUR_COUNT,
    PAWNS_PER_FAMILY,
    Price,
    Tablet,
    find_adjacent_mask,
    find_law_spaces_mask,
    find_open_mask,
    get_drawn_tablets,
    get_law_7_number,
)

TurnPhase = Literal["turn", "take", "law", "draw"]
PlacementKind = Literal["normal", "neighbour", "law_11"]
Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a table, and the printed numbers that the owner of the box copied."""

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
    """Pawns, money, treasures and laws at a table between two entries. A colour is an index in ``COLOURS``,
    a family an index in ``FAMILIES``."""

    rules: Rules
    turn: int
    hands: tuple[Counts, ...]
    """For each seat, the number of its pawns of each family."""
    pawns: Counts = (0,) * (NEIGHBOUR + 1)
    """For each family, the bit mask of the spaces with its pawns. The last one is for neighbours."""
    drawn: Counts = (0,) * NEIGHBOUR
    """For each family, the number of pawns that were drawn."""
    money: Counts = ()
    kept: tuple[Counts, ...] = ()
    """For each seat, the number of treasures of each colour that it keeps."""
    sold: Counts = (0,) * len(COLOURS)
    """For each colour, how many numbers of its tablet are covered, because a treasure was sold."""
    gone: Counts = (0,) * len(COLOURS)
    """For each colour, the number of treasures that have left the pyramid."""
    known: Mapping[int, int] = field(default_factory=dict)
    """The colours of treasures that a swap has shown, by the bit of their space."""
    eyes: int = 0
    """The bit mask of the spaces that have or had a law, as far as this is known."""
    laws: frozenset[int] = frozenset()
    """The laws that were found."""
    finders: Counts = (-1,) * LAW_COUNT
    """For each law, the seat that found it, or -1."""
    market: Counts = ()
    """The laws that change the market price, the newest last."""
    law_3: bool = False
    under: Counts = (0,) * len(COLOURS)
    """For each colour, the law under its tablet, or 0."""
    law_7: tuple[int, int] | None = None
    """The colour and the slot (from 0) of law 7. None if law 7 is not in play."""
    law_9: int = -1
    """The seat that holds law 9, or -1."""
    held: tuple[Counts, ...] = ()
    """For each seat, the laws 10 to 12 that it holds."""
    fresh: Counts = ()
    """The laws that the seat found in this turn, so it may play them only later."""
    neighbours: int = NEIGHBOUR_COUNT
    """The number of neighbours that can still be bought."""
    saved: Counts = ()
    phase: TurnPhase = "turn"
    hired: bool = False
    """Whether a neighbour was placed in this turn."""
    placed: bool = False
    """Whether the seat has placed a pawn of its own in this turn, or passed."""
    at: int = 0
    """The bit of the space on which the last pawn was placed."""
    by: PlacementKind = "normal"
    pending: int = 0
    """The law that must be carried out next, or 0."""
    over: str = ""
    wild: int = -1
    """The number of the colour as which law 9 counts, chosen at the end. -1 before."""
    assumed: frozenset[int] = frozenset()
    """The seats that were paid a price that we assume."""


def setup(setup: Setup) -> State:
    """Return the first state: every seat has one pawn of each family and no money (rulebook,
    preparation)."""
    seats, options = setup.seats, setup.options
    edition = options["edition"] or {}
    rules = Rules(
        seats, get_drawn_tablets(edition), find_law_spaces_mask(edition), get_law_7_number(edition),
        options["open_money"], options["save_neighbour"], options["neighbour_opens"],
        options["law_4_spares"],
    )  # fmt: skip
    zeros = (0,) * len(COLOURS)
    return State(
        rules, setup.first, ((1,) * NEIGHBOUR,) * seats, drawn=(seats,) * NEIGHBOUR, money=(0,) * seats,
        kept=(zeros,) * seats, eyes=rules.eyes, held=((),) * seats, saved=(0,) * seats,
    )  # fmt: skip


def find_filled_mask(state: State) -> int:
    """Return the bit mask of the spaces with a pawn."""
    a, b, c, d, neighbours = state.pawns
    return a | b | c | d | neighbours


def find_placeable_mask(state: State, family: int) -> int:
    """Return the bit mask of the spaces where a pawn of this family (or ``NEIGHBOUR``) may be placed."""
    spaces = find_open_mask(find_filled_mask(state))
    return spaces if family == NEIGHBOUR else spaces & ~find_adjacent_mask(state.pawns[family])


def can_place(state: State, seat: int) -> bool:
    """Return whether a pawn in the hand of this seat fits on a space. Neighbours (pawns of no family) are
    ignored."""
    return any(n and find_placeable_mask(state, family) for family, n in enumerate(state.hands[seat]))


def count_stack_pawns(state: State) -> Counts:
    """Return for each family how many of its pawns can still be drawn."""
    return tuple(PAWNS_PER_FAMILY - n for n in state.drawn)


def count_drawable_pawns(state: State, seat: int) -> int:
    """Return how many pawns this seat may draw now."""
    return max(0, min(HAND_SIZE - sum(state.hands[seat]), sum(count_stack_pawns(state))))


def get_market_price(state: State) -> int:
    """Return the price that the bank pays for any treasure. Law 1 or 2 changes it; of both laws, the newer
    one decides."""
    return MARKET_PRICES_BY_LAW[state.market[-1]] if state.market else MARKET_PRICE


def is_market_price_assumed(state: State) -> bool:
    """Return whether the market price depends on law 1 or 2, whose effect we assume."""
    return bool(state.market) and ARE_MARKET_PRICES_ASSUMED


def count_coverable_numbers(state: State, colour: int) -> int | None:
    """Return how many numbers of a colour's tablet sales can cover in a game: all but the last. None if
    nobody has copied the tablet."""
    tablet = state.rules.tablets[colour]
    return None if tablet is None else len(tablet) - 1


def is_tablet_full(state: State, colour: int) -> bool:
    """Return whether all numbers of the colour's tablet are covered except the last one."""
    most = count_coverable_numbers(state, colour)
    return most is not None and state.sold[colour] >= most


def count_full_tablets(state: State) -> int:
    """Return how many price tablets are full, that is have only their last number uncovered."""
    return sum(is_tablet_full(state, colour) for colour in range(len(COLOURS)))


def get_full_tablets_to_end(state: State) -> int:
    """Return how many full tablets end the game."""
    return FULL_TABLET_COUNT_WITH_LAW_3 if state.law_3 else FULL_TABLET_COUNT_TO_END


def get_uncovered_price(state: State, colour: int, sold: int | None = None) -> Price | None:
    """Return the price of a kept treasure: the top uncovered number of its colour. None if it is unknown.

    If ``sold`` is given, return the price after this many sales instead. Law 7 replaces the number that it
    covers. With law 4 the price is 0, except with the house rule ``law_4_spares``.
    """
    if state.under[colour] == 4 and not state.rules.law_4_spares:
        return Price(0)
    tablet = state.rules.tablets[colour]
    if tablet is None:
        return None
    slot = min(state.sold[colour] if sold is None else sold, len(tablet) - 1)
    return state.rules.law_7 if state.law_7 == (colour, slot) else tablet[slot]


def list_playable_laws(state: State, seat: int) -> Counts:
    """Return the numbers of the laws that this seat holds and may play now. Laws found in this turn are
    left out."""
    return tuple(law for law in state.held[seat] if law not in state.fresh)


def find_untaken_mask(state: State) -> int:
    """Return the bit mask of the spaces whose treasure or law nobody has taken."""
    return ALL_SPACES_MASK & ~find_filled_mask(state)


def are_all_law_spaces_known(state: State) -> bool:
    """Return whether the app knows all six law spaces, from the edition or because laws were found."""
    return state.eyes.bit_count() >= LAWS_PER_GAME
