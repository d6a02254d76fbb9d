"""What one seat may see of a Giza table: every top tile, and under it only its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.engine.game import Move
from companion.games.giza.moves import Play
from companion.games.giza.parts import SITES
from companion.games.giza.rules import seen as out
from companion.games.giza.state import State, finished, top


def view(state: State, viewer: int | None) -> dict[str, Any]:
    """Plain data: the boards, the pile, the hands' sizes; buried tiles only where they may be seen."""
    return {
        "turn": state.turn,
        "pile": state.pile,
        "hands": list(state.hands),
        "boards": [_board(state, viewer, board) for board in range(state.rules.seats)],
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


def _board(state: State, viewer: int | None, board: int) -> list[dict[str, Any]]:
    sites = []
    for site, name in enumerate(SITES):
        stack = state.stacks[4 * board + site]
        sites.append(
            {
                "site": name,
                "top": top(stack),
                "depth": len(stack),
                "finished": site < 3 and finished(state.rules, stack),
                "stack": list(stack) if sees_stacks(state, viewer, board) else None,
            }
        )
    return sites


def sees_stacks(state: State, viewer: int | None, board: int) -> bool:
    """Whether the viewer may look under the top tiles of a board."""
    return viewer == board or state.rules.open_stacks or bool(state.ended)


def secret(state: State, viewer: int | None) -> frozenset[int]:
    """Seats whose running total would tell what lies buried."""
    return frozenset(
        board for board in range(state.rules.seats) if not sees_stacks(state, viewer, board)
    )


def seen(state: State, viewer: int | None, seat: int, move: Move) -> Move:
    """A logged move as the viewer may see it: a tile that lies buried now has no face."""
    if not isinstance(move, Play) or move.board >= state.rules.seats:
        return move
    if sees_stacks(state, viewer, move.board):
        return move
    stack = state.stacks[4 * move.board + move.site]
    return replace(move, tile=None) if move.tile in stack[:-1] else move
