"""What a move is worth in The Pyramid's Deadline: a tomb counts only if its seat announces it in time.

A tomb is worth what it would bring if it were announced now, or after one more stone: the one in
reserve, or another while its shape is left. As long as the Pharaoh lives long, its size counts as well,
since it can still grow and be closed; the shorter he lives, the more each open edge costs. With few
squares left an announced tomb is worth more than one that may still be lost.
"""

from __future__ import annotations

from functools import lru_cache

from companion.engine.game import Move
from companion.games.deadline.moves import BringDeath, Declare
from companion.games.deadline.parts import PENALTY, SHAPES, Shape
from companion.games.deadline.rules import apply
from companion.games.deadline.state import State, left_of
from companion.games.deadline.tomb import Ends, Tomb, complete, lay, places, unfinished
from companion.games.deadline.tomb import worth as points_of

LOST = (0.5, 0.5, 0.5, 0.4, 0.15)
"""Share of a tomb's value that the Pharaoh's death may cost, by the squares left; nothing with more."""
HALF_WAY = 12.0
"""Squares left at which size and safety count the same."""
SIZE = 0.7
GROWS = 5.0
"""Points that a tomb may still gain with all stones left."""
ANOTHER = 0.8
"""Share of a tomb that needs a stone which a die has to bring."""
MISSED = 0.55
"""Chance that the dice lack a shape."""
OPEN_EDGE, OPEN_EDGE_LATE, LATE = 3.0, 1.5, 4
"""What an open edge costs, and more for each square below so many."""
CLOSABLE = 3
"""Flat columns that one stone may close."""
DEATH = 1000.0


def worth(state: State, seat: int, move: Move) -> float:
    """What a legal move is worth to a seat, in points."""
    if isinstance(move, BringDeath):
        return DEATH if seat in state.declared else -DEATH
    after = apply(state, seat, move)
    if isinstance(move, Declare):
        return points_of(state.tombs[seat], state.aside[seat]) - _value(state, seat)
    return _value(after, seat) - _value(state, seat)


def _value(state: State, seat: int) -> float:
    """What a seat's tomb may be worth in the end, while it is not announced."""
    tomb, squares = state.tombs[seat], left_of("square", state)
    calm = squares / (squares + HALF_WAY)
    safe, size = _safe(state, seat), points_of(tomb, 0)
    value = (1 - calm) * safe + calm * (SIZE * size + (1 - SIZE) * safe + GROWS)
    value -= (OPEN_EDGE + OPEN_EDGE_LATE * max(0, LATE - squares)) * sum(map(len, unfinished(tomb)))
    value -= PENALTY * state.aside[seat]
    return value - LOST[squares] * abs(value) if squares < len(LOST) else value


def _safe(state: State, seat: int) -> float:
    """The points of the tomb announced now, or after one more stone."""
    tomb = state.tombs[seat]
    closed = _closed(tomb.left, tomb.skyline, state.rules.preset)
    others = [points for shape, points in closed if points and left_of(shape, state)]
    served = 1 - MISSED ** len(others)
    return max(
        points_of(tomb, 0) if complete(tomb) else 0,
        dict(closed)[state.reserves[seat]],
        ANOTHER * served * max(others, default=0),
    )


@lru_cache(maxsize=1 << 14)
def _closed(left: int, skyline: tuple[Ends, ...], preset: str) -> tuple[tuple[Shape, int], ...]:
    """For each shape the most points of a tomb that one stone of it finishes; 0 where it finishes none."""
    tomb = Tomb(left, skyline)
    flat, _ = unfinished(tomb)
    return tuple((shape, _most(tomb, preset, shape) if len(flat) <= CLOSABLE else 0) for shape in SHAPES)


def _most(tomb: Tomb, preset: str, shape: Shape) -> int:
    laid = (lay(tomb, preset, shape, turn, column) for turn, column in places(tomb, preset, shape))
    return max((points_of(one, 0) for one in laid if complete(one)), default=0)
