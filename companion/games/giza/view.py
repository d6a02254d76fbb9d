"""The views of a Giza table: the data that each seat may see, plausible moves, and the setup."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from companion.engine.game import ElementIds, Move, Setup, merge_views
from companion.engine.json_data import replace, to_json
from companion.engine.setup_steps import Pieces, SetupStep
from companion.engine.words import Seat
from companion.games.giza.moves import Discard, Lift, Play
from companion.games.giza.parts import BOARD_COUNT, HAND_SIZE, SITE_NAMES, TILE_COUNT
from companion.games.giza.rules import count_seen_tiles, make_site_ids
from companion.games.giza.state import LAST_WAS_DISCARD, Stack, State, get_top_tile, is_pyramid_finished


def public_view(state: State) -> dict[str, Any]:
    """Return what everybody may see: the boards, the pile and the sizes of the hands, but no hidden
    tiles."""
    return {
        "turn": state.turn,
        "pile": state.pile,
        "drawn": state.last == LAST_WAS_DISCARD,
        "hands": list(state.hands),
        "boards": [_make_board_data(state, board) for board in range(state.rules.seats)],
        "left": {
            kind.tile: "some" if count_seen_tiles(state, kind.tile) < kind.count else "none"
            for kind in state.rules.kinds.values()
        },
        "edition": to_json(state.rules.edition),
        "open_stacks": state.rules.open_stacks,
        "ended": state.ended,
        "finisher": state.finisher,
    }


def private_view(state: State, seat: int) -> dict[str, Any]:
    """Return what only the seat itself may see, as ``{"boards": {seat: {site: its stack and points}}}``:
    all tiles of its four sites."""
    stacks = enumerate(state.stacks[4 * seat : 4 * seat + 4])
    return {"boards": {seat: {site: _make_stack_data(state, stack) for site, stack in stacks}}}


def past_view(past: State, now: State, viewer: int | None) -> dict[str, Any]:
    """Return the view of an earlier state, without top tiles that may have been covered since.

    A top tile is left out if its site now has more tiles, which everybody can count. Whether the tile
    itself is still there remains secret.
    """
    view = public_view(past)
    if viewer is not None:
        view = merge_views(view, private_view(past, viewer))
    view["left"] = public_view(now)["left"]
    for board, sites in enumerate(view["boards"]):
        for site, shown in enumerate(sites):
            covered = 0 < shown["depth"] < len(now.stacks[4 * board + site])
            if covered and not can_see_stacks(now, viewer, board):
                shown.update(top="", finished=False)
    return view


def _make_board_data(state: State, board: int) -> list[dict[str, Any]]:
    sites, is_public = [], can_see_stacks(state, None, board)
    for site, name in enumerate(SITE_NAMES):
        stack = state.stacks[4 * board + site]
        sites.append(
            {
                "site": name,
                "top": get_top_tile(stack),
                "depth": len(stack),
                "finished": site < 3 and is_pyramid_finished(state.rules, stack),
                "last": state.last == 4 * board + site,
                **(_make_stack_data(state, stack) if is_public else HIDDEN_STACK_DATA),
            }
        )
    return sites


HIDDEN_STACK_DATA: dict[str, Any] = {"stack": None, "points": None}
"""Replaces the data from ``_make_stack_data`` for a stack whose tiles the viewer may not see."""


def _make_stack_data(state: State, stack: Stack) -> dict[str, Any]:
    """Return ``{"stack": tiles, "points": their sum}``. The sum is None if the points of a tile are
    unknown."""
    points = [state.rules.kinds[tile].points for tile in stack]
    known = [number for number in points if number is not None]
    return {"stack": list(stack), "points": sum(known) if len(known) == len(points) else None}


def can_see_stacks(state: State, viewer: int | None, board: int) -> bool:
    """Return whether the viewer may look below the top tiles of the board of the seat ``board``."""
    return viewer == board or state.rules.open_stacks or bool(state.ended)


def hidden_seats(state: State, viewer: int | None) -> frozenset[int]:
    """Return the seats whose points are hidden from the viewer, because they would reveal covered tiles."""
    return frozenset(
        board for board in range(state.rules.seats) if not can_see_stacks(state, viewer, board)
    )


def redact_move(state: State, viewer: int | None, seat: int, move: Move) -> Move:
    """Return a logged move as the seat ``viewer`` may read it in the log (None: a viewer without a seat).

    The ``tile`` of a play is None if the viewer may not look below the top tiles of the board on which it
    was played.
    """
    if not isinstance(move, Play) or can_see_stacks(state, viewer, move.board):
        return move
    return replace(move, tile=None)


def public_move_indexes(seats: int, moves: Sequence[tuple[int, Move]]) -> frozenset[int]:
    """Return the indexes of the (seat, move) pairs that everybody may read: all, except plays whose tile is
    now covered by another tile."""
    stacks: dict[tuple[int, int], list[int]] = defaultdict(list)
    for n, (seat, move) in enumerate(moves):
        if isinstance(move, Lift):
            del stacks[seat, move.site][-1:]
        elif isinstance(move, Play) and move.tile == "demolition":
            del stacks[move.board, move.site][-1:]
        elif isinstance(move, Play):
            stacks[move.board, move.site].append(n)
    buried = {n for stack in stacks.values() for n in stack[:-1]}
    return frozenset(range(len(moves))) - buried


def plausible_moves(state: State, seat: int) -> Iterable[Move]:
    """Yield moves that a player might try: every tile on every site, every lift, and every discard of one
    tile."""
    tiles = [kind.tile for kind in state.rules.kinds.values() if kind.count]
    sites = range(len(SITE_NAMES))
    for tile in tiles:
        yield from (Play(tile, board, s) for board in range(state.rules.seats) for s in sites)
    yield from map(Lift, sites)
    yield from (Discard((tile,)) for tile in tiles)


def move_targets(state: State, seat: int, move: Move) -> ElementIds:
    """Return the HTML id of the site on which a move plays a tile, or from which it lifts a scarab. Empty
    for other moves."""
    if isinstance(move, Play):
        return make_site_ids(move.board, move.site)
    return make_site_ids(seat, move.site) if isinstance(move, Lift) else ()


def setup_steps(setup: Setup) -> tuple[SetupStep, ...]:
    """Return the setup steps for boards, printed numbers, pile and hands (rulebook, setting up)."""
    seats = setup.seats
    left = TILE_COUNT - HAND_SIZE * seats
    return (
        SetupStep(
            "boards", pieces=(Pieces("board", 1, "seat"), Pieces("board", BOARD_COUNT - seats, "box"))
        ),
        SetupStep("sphinx", asks=("edition",), rule="count"),
        SetupStep("pile", {"count": TILE_COUNT}),
        SetupStep(
            "hands", {"count": HAND_SIZE, "left": left},
            (Pieces("tile", HAND_SIZE, "seat"), Pieces("tile", left, "middle")),
        ),
        SetupStep("first", {"seat": Seat(setup.first)}),
    )  # fmt: skip
