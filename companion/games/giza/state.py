"""What is known of a Giza table: the stacks, whose turn it is, how many tiles are left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.game import Setup
from companion.games.giza.parts import HAND, PYRAMIDS, TILES, Edition, Kind, get_edition, tile_kinds

Stack = tuple[str, ...]
"""Tiles from the bottom to the top."""


PILE = -2
"""The last move changed no site, but tiles were drawn."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The table's switches, worked out once when it is set up."""

    seats: int
    edition: Edition
    kinds: Mapping[str, Kind]
    open_stacks: bool
    demolish_others_sphinx: bool
    finished_under_scarab: bool


@dataclass(frozen=True, slots=True)
class State:
    """A table between two entries."""

    rules: Rules
    stacks: tuple[Stack, ...]
    """Four for each board, the sphinx last: board b, site s stands at 4 b + s."""
    turn: int
    pile: int
    """Tiles in the draw pile."""
    hands: tuple[int, ...]
    """How many tiles each seat holds; their faces are nobody's business here."""
    gone: tuple[str, ...] = ()
    """Tiles seen and put back into the box."""
    ended: str = ""
    """Code of the ending, or empty while the game runs."""
    finisher: int = -1
    """The board whose three pyramids were finished."""
    last: int = -1
    """The site that the last move changed, ``PILE`` after a discard, or -1 where it changed nothing."""


def setup(setup: Setup) -> State:
    """Every seat draws its hand; the rest is the pile (rulebook, setting up)."""
    options = setup.options
    box = get_edition(options["edition"])
    rules = Rules(
        setup.seats,
        box,
        tile_kinds(box),
        options["open_stacks"],
        options["demolish_others_sphinx"],
        options["finished_under_scarab"],
    )
    seats = setup.seats
    return State(rules, ((),) * (4 * seats), setup.first, TILES - HAND * seats, (HAND,) * seats)


def top(stack: Stack) -> str | None:
    """The tile everybody sees, or None on a bare site."""
    return stack[-1] if stack else None


def finished(rules: Rules, stack: Stack) -> bool:
    """Whether a pyramid is finished: a 1 on top, or under scarabs where the table plays so."""
    if rules.finished_under_scarab:
        stack = tuple(tile for tile in stack if tile != "scarab")
    return bool(stack) and stack[-1] in ("+1", "-1")


def finished_board(state: State) -> int:
    """The first board whose three pyramids are finished, or -1."""
    for board in range(state.rules.seats):
        if all(finished(state.rules, state.stacks[4 * board + site]) for site in PYRAMIDS):
            return board
    return -1
