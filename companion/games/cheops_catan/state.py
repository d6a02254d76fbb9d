"""The state of a table: only public things. The hands are not known to the app."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from companion.engine.game import Setup
from companion.games.cheops_catan.parts import (
    FOUNDING_SETTLEMENTS,
    GOLD_AMOUNTS,
    POINTS_BY_THING,
    make_founding_order,
)


@dataclass(frozen=True, slots=True)
class Rules:
    """The table's options."""

    seats: int
    first: int
    pharaoh_after_stone: bool
    black_stones: int
    own_road: bool
    holder_spared: bool
    reminders: bool


@dataclass(frozen=True, slots=True)
class MapRoad:
    """A road or ship on the players' map."""

    start: str
    end: str
    owner: int
    ship: bool


@dataclass(frozen=True, slots=True)
class MapBuilding:
    """A building on the players' map."""

    crossing: str
    owner: int
    at_site: bool
    harbour: bool


@dataclass(frozen=True, slots=True)
class State:
    """The state of a table between two entries."""

    rules: Rules
    gold: tuple[int, ...]
    settlements: tuple[int, ...]
    cities: tuple[int, ...]
    roads: tuple[int, ...]
    ships: tuple[int, ...]
    at_site: tuple[int, ...]
    """Buildings beside the pyramid."""
    knights: tuple[int, ...]
    cards: tuple[int, ...]
    """Point cards that were shown."""
    stones: tuple[int, ...]
    founded: int = 0
    turn: int = 0
    rolled: bool = False
    """Whether the seat whose turn it is has rolled. A card may have started the turn before."""
    knight_played: bool = False
    """Whether a knight was played in this turn."""
    paid_out: int = 0
    """Gold that the bank paid minus gold that it took: always the sum of all gold."""
    black: int = 0
    order: tuple[int, ...] = ()
    """The seats that laid the stones, in order. -1 is a black stone."""
    army: int = -1
    blessed: int = -1
    cursed: frozenset[int] = frozenset()
    rolls: tuple[int, ...] = ()
    closing: str = ""
    """The code of the ending that was reached, while hidden cards are shown."""
    closer: int = -1
    revealed: frozenset[int] = frozenset()
    network: tuple[MapRoad, ...] = ()
    houses: tuple[MapBuilding, ...] = ()
    touched: str = ""
    """What the last move changed: ``stone``, ``roll``, or a column of a seat such as ``gold 1``."""


def setup(setup: Setup) -> State:
    """Return the initial state: three gold for each seat, before the founding (rulebook, preparation)."""
    seats, options = setup.seats, setup.options
    rules = _make_rules(
        seats,
        setup.first,
        options["pharaoh_starts"] == "stone",
        options["black_stones"],
        options["own_road"],
        options["holder_spared"],
        options["reminders"],
    )
    none = _make_zeros(seats)
    return State(
        rules, (GOLD_AMOUNTS["start"],) * seats, none, none, none, none, none, none, none, none,
        turn=setup.first, paid_out=GOLD_AMOUNTS["start"] * seats,
    )  # fmt: skip


@lru_cache(maxsize=128)
def _make_rules(*values: Any) -> Rules:
    """Return the rules object, the same for all tables with these options."""
    return Rules(*values)


@cache
def _make_zeros(seats: int) -> tuple[int, ...]:
    """Return zero for each seat, the same object for all tables."""
    return (0,) * seats


def is_founding(state: State) -> bool:
    """Return whether first settlements are still missing."""
    return state.founded < FOUNDING_SETTLEMENTS * state.rules.seats


def get_founder(state: State) -> int:
    """Return the seat that founds next."""
    return make_founding_order(state.rules.seats, state.rules.first)[state.founded]


def get_roller(state: State) -> int:
    """Return the seat that rolls next: the active one, or the one to its left if it has rolled."""
    return (state.turn + state.rolled) % state.rules.seats


def start_turn(state: State, seat: int) -> State:
    """Return the state in the seat's turn. Its first event ends the turn before."""
    if seat == state.turn:
        return state
    return replace(state, turn=seat, rolled=False, knight_played=False)


def may_lay_stones(state: State) -> bool:
    """Return whether stones may be laid: there is a building at the site (construction of the pyramid)."""
    return any(state.at_site)


def seven_adds_stone(state: State) -> bool:
    """Return whether a 7 adds a black stone."""
    return any(state.stones) if state.rules.pharaoh_after_stone else may_lay_stones(state)


def count_laid_stones(state: State) -> int:
    """Return the number of stones on the pyramid."""
    return sum(state.stones) + state.black


def get_public_points(state: State, seat: int) -> int:
    """Return a seat's public points."""
    return (
        POINTS_BY_THING["settlement"] * state.settlements[seat]
        + POINTS_BY_THING["city"] * state.cities[seat]
        + POINTS_BY_THING["card"] * state.cards[seat]
        + POINTS_BY_THING["army"] * (state.army == seat)
        + POINTS_BY_THING["blessing"] * (state.blessed == seat)
        + POINTS_BY_THING["curse"] * (seat in state.cursed)
    )


def add_to_count(counts: tuple[int, ...], seat: int, by: int = 1) -> tuple[int, ...]:
    """Return the counts with one seat's changed."""
    return (*counts[:seat], counts[seat] + by, *counts[seat + 1 :])


@cache
def format_touched(name: str, seat: int) -> str:
    """Return the name for ``State.touched``, such as ``gold 1``."""
    return f"{name} {seat}"
