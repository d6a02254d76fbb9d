"""What a page shows of a Giza table: what a seat may see, what it might try, how the table is set up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from companion.engine.game import Move, Place, Setup, overlay
from companion.engine.json_data import replace
from companion.engine.setup_steps import Pieces, SetupStep
from companion.engine.words import Seat
from companion.games.giza.moves import Discard, Lift, Play
from companion.games.giza.parts import BOARDS, HAND, SITES, TILES
from companion.games.giza.rules import count_seen as out
from companion.games.giza.rules import site_id
from companion.games.giza.state import PILE, Stack, State, finished, top


def public_view(state: State) -> dict[str, Any]:
    """Plain data: the boards, the pile, the hands' sizes; buried tiles only where all may see them."""
    return {
        "turn": state.turn,
        "pile": state.pile,
        "drawn": state.last == PILE,
        "hands": list(state.hands),
        "boards": [_board(state, board) for board in range(state.rules.seats)],
        "left": {
            kind.tile: "some" if out(state, kind.tile) < kind.count else "none"
            for kind in state.rules.kinds.values()
        },
        "edition": {
            "treasures": list(state.rules.edition.treasures),
            "each": list(state.rules.edition.each),
            "points": list(state.rules.edition.points) if state.rules.edition.points else None,
            "checked": state.rules.edition.checked,
        },
        "open_stacks": state.rules.open_stacks,
        "ended": state.ended,
        "finisher": state.finisher,
    }


def private_view(state: State, seat: int) -> dict[str, Any]:
    """What lies under the seat's own tiles, and what its sites count."""
    stacks = enumerate(state.stacks[4 * seat : 4 * seat + 4])
    return {"boards": {seat: {site: _under(state, stack) for site, stack in stacks}}}


def past_view(then: State, now: State, viewer: int | None) -> dict[str, Any]:
    """An earlier state: a tile that lay on top where more lie today has no face for whom it is covered.

    Told by the depth alone, which everybody sees: whether it still lies there would tell what does.
    """
    told = public_view(then)
    if viewer is not None:
        told = overlay(told, private_view(then, viewer))
    told["left"] = public_view(now)["left"]
    for board, sites in enumerate(told["boards"]):
        for site, shown in enumerate(sites):
            covered = 0 < shown["depth"] < len(now.stacks[4 * board + site])
            if covered and not sees_stacks(now, viewer, board):
                shown.update(top="", finished=False)
    return told


def _board(state: State, board: int) -> list[dict[str, Any]]:
    sites = []
    for site, name in enumerate(SITES):
        stack = state.stacks[4 * board + site]
        sites.append(
            {
                "site": name,
                "top": top(stack),
                "depth": len(stack),
                "finished": site < 3 and finished(state.rules, stack),
                "last": state.last == 4 * board + site,
                **(_under(state, stack) if sees_stacks(state, None, board) else UNSEEN),
            }
        )
    return sites


UNSEEN: dict[str, Any] = {"stack": None, "points": None}


def _under(state: State, stack: Stack) -> dict[str, Any]:
    """The tiles of a stack and what they count together; no points where those of one are not known."""
    points = [state.rules.kinds[tile].points for tile in stack]
    known = [number for number in points if number is not None]
    return {"stack": list(stack), "points": sum(known) if len(known) == len(points) else None}


def sees_stacks(state: State, viewer: int | None, board: int) -> bool:
    """Whether the viewer may look under the top tiles of a board."""
    return viewer == board or state.rules.open_stacks or bool(state.ended)


def hidden_seats(state: State, viewer: int | None) -> frozenset[int]:
    """Seats whose running total would tell what lies buried."""
    return frozenset(board for board in range(state.rules.seats) if not sees_stacks(state, viewer, board))


def redact_move(state: State, viewer: int | None, seat: int, move: Move) -> Move:
    """A logged move as the viewer may see it: a tile that may lie buried has no face."""
    if not isinstance(move, Play) or sees_stacks(state, viewer, move.board):
        return move
    return replace(move, tile=None)


def public_move_indexes(seats: int, made: Sequence[tuple[int, Move]]) -> frozenset[int]:
    """All but the plays of a tile that lies under another now."""
    stacks: dict[tuple[int, int], list[int]] = defaultdict(list)
    for n, (seat, move) in enumerate(made):
        if isinstance(move, Lift):
            del stacks[seat, move.site][-1:]
        elif isinstance(move, Play) and move.tile == "demolition":
            del stacks[move.board, move.site][-1:]
        elif isinstance(move, Play):
            stacks[move.board, move.site].append(n)
    buried = {n for stack in stacks.values() for n in stack[:-1]}
    return frozenset(range(len(made))) - buried


def plausible_moves(state: State, seat: int) -> Iterable[Move]:
    """Every tile of the box on every site, every own site for a scarab, every tile to discard."""
    tiles = [kind.tile for kind in state.rules.kinds.values() if kind.count]
    sites = range(len(SITES))
    for tile in tiles:
        yield from (Play(tile, board, s) for board in range(state.rules.seats) for s in sites)
    yield from map(Lift, sites)
    yield from (Discard((tile,)) for tile in tiles)


def move_targets(state: State, seat: int, move: Move) -> Place:
    """The site on which a tile is laid or from which a scarab is lifted."""
    if isinstance(move, Play):
        return site_id(move.board, move.site)
    return site_id(seat, move.site) if isinstance(move, Lift) else ()


def setup_steps(setup: Setup) -> tuple[SetupStep, ...]:
    """Boards, what the tiles print, the pile and the hands (rulebook, setting up)."""
    seats = setup.seats
    left = TILES - HAND * seats
    return (
        SetupStep(
            "boards", pieces=(Pieces("board", 1, "seat"), Pieces("board", BOARDS - seats, "box"))
        ),
        SetupStep("sphinx", asks=("edition",), rule="count"),
        SetupStep("pile", {"count": TILES}),
        SetupStep(
            "hands", {"count": HAND, "left": left},
            (Pieces("tile", HAND, "seat"), Pieces("tile", left, "middle")),
        ),
        SetupStep("first", {"seat": Seat(setup.first)}),
    )  # fmt: skip
