"""What the guide says in The Pyramid's Deadline: the kinds of moves, reasons, and what a move is worth.

A tomb counts only if its seat announces it in time. It is worth what it would bring if it were announced
now, or after one more stone: the one in reserve, or another while its shape is left. As long as the
Pharaoh lives long, its size counts as well, since it can still grow and be closed; the shorter he lives,
the more each open edge costs. With few squares left an announced tomb is worth more than one that may
still be lost.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from companion.engine.game import Description, Lesson, Move, Setup
from companion.engine.move_values import Terms, strongest
from companion.games.deadline.moves import BringDeath, Build, Declare
from companion.games.deadline.parts import PENALTY, SHAPES, Shape, shape_turns
from companion.games.deadline.rules import apply
from companion.games.deadline.state import Rules, State, stone_for_die, stones_left
from companion.games.deadline.tomb import (
    Ends,
    Tomb,
    find_places,
    is_finished,
    lay_stone,
    unfinished_columns,
)
from companion.games.deadline.tomb import tomb_points as points_of

_LESSONS = (
    Lesson("Roll", "round", "die", is_event=True),
    Lesson("new_stone", "building", "square"),
    Lesson("kept_stone", "pick", "small"),
    Lesson("Declare", "declare", "rectangle", last=True),
    Lesson("SetAside", "aside", "trapezoid", is_rare=True),
    Lesson("BringDeath", "death", "square", is_rare=True),
)
SHORT = 4
"""With so many stones left of the Pharaoh's life, a tomb that is not announced is in danger."""


def lessons(setup: Setup) -> tuple[Lesson, ...]:
    """The roll, both ways to build, the announcement, and what nobody wishes for."""
    return _LESSONS


def lesson_name(move: Move) -> str:
    """Building tells which of the two stones was laid."""
    if isinstance(move, Build):
        return "new_stone" if move.stone == "new" else "kept_stone"
    return type(move).__name__


def advised_piece(state: State, seat: int, move: Move) -> str:
    """The stone that is laid."""
    if not isinstance(move, Build):
        return ""
    return state.reserves[seat] if move.stone == "reserve" else stone_for_die(state, move.die) or move.die


def reasons(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """What the strongest terms of its worth say of a stone or of announcing."""
    if not isinstance(move, Build | Declare):
        return ()
    after, aside = apply(state, seat, move), state.aside[seat]
    was, tomb = state.tombs[seat], after.tombs[seat]
    short, points = stones_left("square", after) <= SHORT, points_of(tomb, aside)
    kept = finishing_shapes(tomb, state.rules).get(after.reserves[seat], 0)
    finishes, still, before = (
        is_finished(tomb),
        *(sum(map(len, unfinished_columns(each))) for each in (tomb, was)),
    )
    values = {
        "stones": stones_left("square", after), "worth": points, "points": points - points_of(was, aside),
        "kept": kept - PENALTY * aside, "open": still, "before": before,
    }  # fmt: skip
    declares, closes = isinstance(move, Declare), short and finishes and not is_finished(was)
    found = (
        ("points", "deadline.announce", declares and points > 0),
        ("safe", "deadline.closes", not declares and closes),
        ("safe", "deadline.ready", not declares and finishes and not closes),
        ("safe", "deadline.kept", not declares and not finishes and kept > PENALTY * aside),
        ("size", "deadline.grows", not declares and points > points_of(was, aside)),
        ("open", "deadline.open", not declares and not finishes and still < before),
    )
    return strongest(terms(state, seat, move), values, found)


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
    unchanged = sum(_value(state, seat, stones_left("square", state)).values())
    if isinstance(move, Declare):
        return {"points": points_of(state.tombs[seat], state.aside[seat]), "not_announced": -unchanged}
    after = apply(state, seat, move)
    squares = stones_left("square", after)
    now, then = _value(state, seat, squares), _value(after, seat, squares)
    return {**{term: then[term] - now[term] for term in now}, "time": sum(now.values()) - unchanged}


def _value(state: State, seat: int, squares: int) -> Terms:
    """The terms of what a tomb may be worth in the end, while it is not announced, by the squares left."""
    left = tuple(shape for shape in SHAPES if stones_left(shape, state))
    return _value_of(state.tombs[seat], state.rules, state.reserves[seat], left, state.aside[seat], squares)


@lru_cache(maxsize=1024)
def _value_of(
    tomb: Tomb, rules: Rules, reserve: Shape, left: tuple[Shape, ...], aside: int, squares: int
) -> Terms:
    """``_value`` of a tomb, by the stone in reserve and the shapes that are left."""
    points, (flat, walls) = points_of(tomb, 0), unfinished_columns(tomb)
    now = 0 if flat or walls else points
    calm = squares / (squares + HALF_WAY)
    edge = OPEN_EDGE + OPEN_EDGE_LATE * max(0, LATE - squares)
    value = {
        "safe": (1 - calm * SIZE) * max(now, _after_one_stone(tomb, rules, reserve, left)),
        "size": calm * SIZE * points,
        "grows": calm * GROWS,
        "open": -edge * (len(flat) + len(walls)),
        "aside": -PENALTY * aside,
    }
    lost = LOST[squares] if squares < len(LOST) else 0
    return {**value, "lost": -lost * abs(sum(value.values()))}


def _after_one_stone(tomb: Tomb, rules: Rules, reserve: Shape, left: tuple[Shape, ...]) -> float:
    """The points of the tomb announced after one more stone; one that a die has to bring counts less."""
    by_shape = finishing_shapes(tomb, rules)
    others = [by_shape[shape] for shape in by_shape if shape in left]
    served = 1 - MISSED ** len(others)
    return max(by_shape.get(reserve, 0), ANOTHER * served * max(others, default=0))


def finishing_shapes(tomb: Tomb, rules: Rules) -> Mapping[Shape, int]:
    """The shapes of which one more stone finishes a tomb, each with the most points that it then brings."""
    return _finished_by(tomb.left, tomb.skyline, tomb.corners if rules.strict else None, rules.preset)


@lru_cache(maxsize=1 << 14)
def _finished_by(
    left: int, skyline: tuple[Ends, ...], corners: frozenset[tuple[int, int]] | None, preset: str
) -> Mapping[Shape, int]:
    """``finishing_shapes``. Without corners the building rule is not read strictly."""
    tomb, strict = Tomb(left, skyline, (), corners or frozenset()), corners is not None
    flat = unfinished_columns(tomb)[0]
    if len(flat) > CLOSABLE:
        return {}
    return {shape: most for shape in SHAPES if (most := _most(tomb, preset, shape, flat, strict=strict))}


def _most(tomb: Tomb, preset: str, shape: Shape, flat: Collection[int], *, strict: bool) -> int:
    """The most points of a tomb with one more stone, which has to cover every flat roof."""
    turned = shape_turns(preset)[shape]
    laid = (
        lay_stone(tomb, preset, shape, turn, column)
        for turn, column in find_places(tomb, preset, shape, strict=strict)
        if all(0 <= roof - column < len(turned[turn]) for roof in flat)
    )
    return max((points_of(one, 0) for one in laid if is_finished(one)), default=0)
