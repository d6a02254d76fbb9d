"""The state of a table. It contains only what is public, because the app does not know the hands."""

from dataclasses import dataclass, replace

from companion.engine.game import Setup
from companion.games.cheops_catan.parts import (
    FOUNDING_SETTLEMENT_COUNT,
    GOLD_BY_USE,
    POINTS_BY_THING,
    make_founding_order,
)


@dataclass(frozen=True, slots=True)
class Rules:
    """The number of seats, the first seat and the options of a table."""

    seats: int
    first: int
    pharaoh_after_stone: bool
    black_stones: int
    own_road: bool
    holder_spared: bool
    reminders: bool


@dataclass(frozen=True, slots=True)
class MapRoad:
    """A road or ship on the map that the players draw."""

    start: str
    end: str
    owner: int
    ship: bool


@dataclass(frozen=True, slots=True)
class MapBuilding:
    """A building on the map that the players draw."""

    crossing: str
    owner: int
    at_site: bool
    harbour: bool


@dataclass(frozen=True, slots=True)
class State:
    """Everything public at a table between two entries: pieces, gold, stones, shown cards and the map."""

    rules: Rules
    gold: tuple[int, ...]
    settlements: tuple[int, ...]
    cities: tuple[int, ...]
    roads: tuple[int, ...]
    ships: tuple[int, ...]
    at_site: tuple[int, ...]
    """The number of each seat's buildings at the pyramid's site, where stones can be laid."""
    knights: tuple[int, ...]
    cards: tuple[int, ...]
    """The number of victory point cards that each seat has shown."""
    stones: tuple[int, ...]
    founded: int = 0
    turn: int = 0
    rolled: bool = False
    """Whether the seat whose turn it is has rolled. The turn may have started before, with a card."""
    knight_played: bool = False
    """Whether a knight was played in this turn."""
    paid_out: int = 0
    """The gold that the bank has paid, minus the gold that it was paid. All seats together have this
    much."""
    black: int = 0
    order: tuple[int, ...] = ()
    """The seat that laid each stone of the pyramid, the first stone first. -1 is a black stone."""
    army: int = -1
    blessed: int = -1
    cursed: frozenset[int] = frozenset()
    rolls: tuple[int, ...] = ()
    closing: str = ""
    """The code of the ending once the game has ended. Seats then still show their hidden cards. Empty
    before."""
    closer: int = -1
    revealed: frozenset[int] = frozenset()
    network: tuple[MapRoad, ...] = ()
    houses: tuple[MapBuilding, ...] = ()
    touched: str = ""
    """The part of the board that the last move changed: ``stone``, ``roll``, or a count of a seat such as
    ``gold 1``."""


def setup(setup: Setup) -> State:
    """Return the first state: three gold for each seat, before the founding (rulebook, preparation)."""
    seats, options = setup.seats, setup.options
    rules = Rules(
        seats,
        setup.first,
        options["pharaoh_starts"] == "stone",
        options["black_stones"],
        options["own_road"],
        options["holder_spared"],
        options["reminders"],
    )
    none = (0,) * seats
    return State(
        rules, (GOLD_BY_USE["start"],) * seats, none, none, none, none, none, none, none, none,
        turn=setup.first, paid_out=GOLD_BY_USE["start"] * seats,
    )  # fmt: skip


def is_founding(state: State) -> bool:
    """Return whether seats still have to found their first settlements."""
    return state.founded < FOUNDING_SETTLEMENT_COUNT * state.rules.seats


def get_founder(state: State) -> int:
    """Return the seat that founds the next settlement."""
    return make_founding_order(state.rules.seats, state.rules.first)[state.founded]


def get_roller(state: State) -> int:
    """Return the seat that rolls next: the seat whose turn it is, or the next one if this seat has
    rolled."""
    return (state.turn + state.rolled) % state.rules.seats


def start_turn(state: State, seat: int) -> State:
    """Return the state in which it is this seat's turn. If it was another seat's turn, a new turn
    starts."""
    if seat == state.turn:
        return state
    return replace(state, turn=seat, rolled=False, knight_played=False)


def may_lay_stones(state: State) -> bool:
    """Return whether any seat has a building at the site. Before that, nobody may lay stones (rulebook,
    pyramid)."""
    return any(state.at_site)


def seven_adds_stone(state: State) -> bool:
    """Return whether a roll of 7 adds a black stone now, which depends on the option ``pharaoh_starts``."""
    return any(state.stones) if state.rules.pharaoh_after_stone else may_lay_stones(state)


def count_laid_stones(state: State) -> int:
    """Return the number of stones on the pyramid, including black ones."""
    return sum(state.stones) + state.black


def get_public_points(state: State, seat: int) -> int:
    """Return the points of a seat that everybody can see, that is without its hidden cards."""
    return (
        POINTS_BY_THING["settlement"] * state.settlements[seat]
        + POINTS_BY_THING["city"] * state.cities[seat]
        + POINTS_BY_THING["card"] * state.cards[seat]
        + POINTS_BY_THING["army"] * (state.army == seat)
        + POINTS_BY_THING["blessing"] * (state.blessed == seat)
        + POINTS_BY_THING["curse"] * (seat in state.cursed)
    )
