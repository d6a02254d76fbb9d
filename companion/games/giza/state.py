"""The state of a Giza table: the stacks, whose turn it is, and how many tiles are left."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.game import Setup
from companion.games.giza.parts import (
    HAND_SIZE,
    PYRAMID_SITES,
    TILE_COUNT,
    Edition,
    TileKind,
    get_tile_kinds,
    parse_edition,
)

Stack = tuple[str, ...]
"""The tiles of a site from bottom to top."""


LAST_WAS_DISCARD = -2
"""The value of ``State.last`` after a discard, which changes no site."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a table, and the kinds of tiles in its edition."""

    seats: int
    edition: Edition
    kinds: Mapping[str, TileKind]
    open_stacks: bool
    demolish_others_sphinx: bool
    finished_under_scarab: bool


@dataclass(frozen=True, slots=True)
class State:
    """The stacks of all boards, the draw pile and the hands at a table between two entries."""

    rules: Rules
    stacks: tuple[Stack, ...]
    """Four stacks for each board, the sphinx last. Site s of board b has the index 4 b + s."""
    turn: int
    pile: int
    """The number of tiles in the draw pile."""
    hands: tuple[int, ...]
    """The number of tiles that each seat holds. The app does not know the tiles themselves."""
    gone: tuple[str, ...] = ()
    """The tiles that everybody saw and that were put back into the box."""
    ended: str = ""
    """The code of the ending, or empty while the game goes on."""
    finisher: int = -1
    """The seat whose board has three finished pyramids, or -1."""
    last: int = -1
    """The index in ``stacks`` of the site that the last move changed. ``LAST_WAS_DISCARD`` after a discard,
    otherwise -1."""


def setup(setup: Setup) -> State:
    """Return the first state: every seat has drawn its hand (rulebook, setting up)."""
    options, seats = setup.options, setup.seats
    edition = parse_edition(options["edition"])
    rules = Rules(
        seats, edition, get_tile_kinds(edition), options["open_stacks"],
        options["demolish_others_sphinx"], options["finished_under_scarab"],
    )  # fmt: skip
    pile = TILE_COUNT - HAND_SIZE * seats
    return State(rules, ((),) * (4 * seats), setup.first, pile, (HAND_SIZE,) * seats)


def get_top_tile(stack: Stack) -> str | None:
    """Return the top tile of a stack, which everybody sees. None if the stack is empty."""
    return stack[-1] if stack else None


def is_pyramid_finished(rules: Rules, stack: Stack) -> bool:
    """Return whether a pyramid is finished: its top tile is a stone 1. With ``finished_under_scarab``,
    scarabs above this stone are ignored."""
    if rules.finished_under_scarab:
        stack = tuple(tile for tile in stack if tile != "scarab")
    return bool(stack) and stack[-1] in ("+1", "-1")


def find_finished_board(state: State) -> int:
    """Return the first board with three finished pyramids, or -1 if there is none."""
    for board in range(state.rules.seats):
        if all(is_pyramid_finished(state.rules, state.stacks[4 * board + site]) for site in PYRAMID_SITES):
            return board
    return -1
