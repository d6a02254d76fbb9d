"""What is known of a table: everything public; hands stay with the players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from companion.engine.game import Setup
from companion.games.cheops_catan.parts import FOUNDED, GOLD, POINTS, founding_order


@dataclass(frozen=True, slots=True)
class Rules:
    """The table's switches."""

    seats: int
    first: int
    pharaoh_after_stone: bool
    black_stones: int
    own_road: bool
    holder_spared: bool
    reminders: bool


@dataclass(frozen=True, slots=True)
class Road:
    """A road or ship on the group's drawing."""

    start: str
    end: str
    owner: int
    ship: bool


@dataclass(frozen=True, slots=True)
class House:
    """A building on the group's drawing."""

    crossing: str
    owner: int
    at_site: bool
    harbour: bool


@dataclass(frozen=True, slots=True)
class State:
    """A table between two entries."""

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
    """Point cards shown."""
    stones: tuple[int, ...]
    founded: int = 0
    turn: int = 0
    rolled: bool = False
    """Whether the seat whose turn it is has rolled; a card may have opened its turn before."""
    knight_played: bool = False
    """Whether this turn's one knight is played."""
    paid_out: int = 0
    """Gold the bank has given less what it took; always the sum of all gold."""
    black: int = 0
    order: tuple[int, ...] = ()
    """Whose stone was laid when; -1 is black."""
    army: int = -1
    blessed: int = -1
    cursed: frozenset[int] = frozenset()
    rolls: tuple[int, ...] = ()
    closing: str = ""
    """The ending that has come about; hidden cards are being shown."""
    closer: int = -1
    revealed: frozenset[int] = frozenset()
    network: tuple[Road, ...] = ()
    houses: tuple[House, ...] = ()
    touched: str = ""
    """What the last move changed for all to see: ``stone``, ``roll``, or a seat's column, as ``gold 1``."""


def setup(setup: Setup) -> State:
    """Three gold each; three settlements are founded first (rulebook, preparation)."""
    seats, options = setup.seats, setup.options
    rules = _rules(
        seats,
        setup.first,
        options["pharaoh_starts"] == "stone",
        options["black_stones"],
        options["own_road"],
        options["holder_spared"],
        options["reminders"],
    )
    none = _none(seats)
    return State(
        rules, (GOLD["start"],) * seats, none, none, none, none, none, none, none, none,
        turn=setup.first, paid_out=GOLD["start"] * seats,
    )  # fmt: skip


@lru_cache(maxsize=128)
def _rules(*told: Any) -> Rules:
    """One value for all tables that play alike."""
    return Rules(*told)


@cache
def _none(seats: int) -> tuple[int, ...]:
    """Nobody has any; one value for all tables."""
    return (0,) * seats


def is_founding(state: State) -> bool:
    """Whether first settlements are still being founded."""
    return state.founded < FOUNDED * state.rules.seats


def founder(state: State) -> int:
    """Who founds next."""
    return founding_order(state.rules.seats, state.rules.first)[state.founded]


def roller(state: State) -> int:
    """Who rolls next: the seat whose turn it is, or once it has rolled the one to its left."""
    return (state.turn + state.rolled) % state.rules.seats


def open_turn(state: State, seat: int) -> State:
    """The table with the seat's turn open: its first event ends the turn before."""
    if seat == state.turn:
        return state
    return replace(state, turn=seat, rolled=False, knight_played=False)


def may_lay_stones(state: State) -> bool:
    """Whether stones may be laid: a building stands at the site (construction of the pyramid)."""
    return any(state.at_site)


def seven_adds_stone(state: State) -> bool:
    """Whether a 7 adds a black stone."""
    return any(state.stones) if state.rules.pharaoh_after_stone else may_lay_stones(state)


def stones_laid(state: State) -> int:
    """Stones on the pyramid."""
    return sum(state.stones) + state.black


def points(state: State, seat: int) -> int:
    """A seat's public points."""
    return (
        POINTS["settlement"] * state.settlements[seat]
        + POINTS["city"] * state.cities[seat]
        + POINTS["card"] * state.cards[seat]
        + POINTS["army"] * (state.army == seat)
        + POINTS["blessing"] * (state.blessed == seat)
        + POINTS["curse"] * (seat in state.cursed)
    )


def add_to_count(counts: tuple[int, ...], seat: int, by: int = 1) -> tuple[int, ...]:
    """The counts with one seat's changed."""
    return (*counts[:seat], counts[seat] + by, *counts[seat + 1 :])


@cache
def touched_piece(name: str, seat: int) -> str:
    """What a move touched, as ``gold 1``: one text for all tables."""
    return f"{name} {seat}"
