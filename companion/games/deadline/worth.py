"""What a move is worth in The Pyramid's Deadline: a tomb counts only if its seat announces it in time.

A tomb is worth what it would bring if it were announced now, or after one more stone: the one in
reserve, or another while its shape is left. As long as the Pharaoh lives long, its size counts as well,
since it can still grow and be closed; the shorter he lives, the more each open edge costs. With few
squares left an announced tomb is worth more than one that may still be lost.
"""

from __future__ import annotations

from functools import lru_cache

from companion.engine.game import Move
from companion.engine.worth import Terms
from companion.games.deadline.moves import BringDeath, Declare
from companion.games.deadline.parts import PENALTY, SHAPES, Shape
from companion.games.deadline.rules import apply
from companion.games.deadline.state import Rules, State, left_of
from companion.games.deadline.tomb import Ends, Tomb, complete, lay, places, unfinished
from companion.games.deadline.tomb import worth as points_of

LOST = (0.5, 0.5, 0.5, 0.4, 0.25, 0.12)
"""Share of a tomb's value that the Pharaoh's death may cost, by the squares left; nothing with more."""
HALF_WAY = 12.0
"""Squares left at which size and safety count the same."""
SIZE = 0.7
GROWS = 11.0
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
    return sum(terms(state, seat, move).values())


def terms(state: State, seat: int, move: Move) -> Terms:
    """The terms of a legal move's worth to a seat."""
    if isinstance(move, BringDeath):
        return {"death": DEATH if seat in state.declared else -DEATH}
    unchanged = sum(_value(state, seat, left_of("square", state)).values())
    if isinstance(move, Declare):
        return {"points": points_of(state.tombs[seat], state.aside[seat]), "not_announced": -unchanged}
    after = apply(state, seat, move)
    squares = left_of("square", after)
    now, then = _value(state, seat, squares), _value(after, seat, squares)
    return {**{term: then[term] - now[term] for term in now}, "time": sum(now.values()) - unchanged}


def _value(state: State, seat: int, squares: int) -> Terms:
    """The terms of what a tomb may be worth in the end, while it is not announced, by the squares left."""
    tomb = state.tombs[seat]
    calm = squares / (squares + HALF_WAY)
    edge = OPEN_EDGE + OPEN_EDGE_LATE * max(0, LATE - squares)
    value = {
        "safe": (1 - calm * SIZE) * _safe(state, seat),
        "size": calm * SIZE * points_of(tomb, 0),
        "grows": calm * GROWS,
        "open": -edge * sum(map(len, unfinished(tomb))),
        "aside": -PENALTY * state.aside[seat],
    }
    lost = LOST[squares] if squares < len(LOST) else 0
    return {**value, "lost": -lost * abs(sum(value.values()))}


def _safe(state: State, seat: int) -> float:
    """The points of the tomb announced now, or after one more stone."""
    tomb, rules = state.tombs[seat], state.rules
    possible = (finished_with(tomb, rules, shape) for shape in SHAPES if left_of(shape, state))
    others = [points for points in possible if points]
    served = 1 - MISSED ** len(others)
    return max(
        points_of(tomb, 0) if complete(tomb) else 0,
        finished_with(tomb, rules, state.reserves[seat]),
        ANOTHER * served * max(others, default=0),
    )


def finished_with(tomb: Tomb, rules: Rules, shape: Shape) -> int:
    """The most points of a tomb that one stone of a shape finishes; 0 where it finishes none."""
    corners = tomb.corners if rules.strict else None
    return _finished(tomb.left, tomb.skyline, corners, rules.preset)[SHAPES.index(shape)]


@lru_cache(maxsize=1 << 14)
def _finished(
    left: int, skyline: tuple[Ends, ...], corners: frozenset[tuple[int, int]] | None, preset: str
) -> tuple[int, ...]:
    """``finished_with`` for every shape. Without corners the building rule is not read strictly."""
    tomb, strict = Tomb(left, skyline, (), corners or frozenset()), corners is not None
    if len(unfinished(tomb)[0]) > CLOSABLE:
        return (0,) * len(SHAPES)
    return tuple(_most(tomb, preset, shape, strict=strict) for shape in SHAPES)


def _most(tomb: Tomb, preset: str, shape: Shape, *, strict: bool) -> int:
    spots = places(tomb, preset, shape, strict=strict)
    laid = (lay(tomb, preset, shape, turn, column) for turn, column in spots)
    return max((points_of(one, 0) for one in laid if complete(one)), default=0)
