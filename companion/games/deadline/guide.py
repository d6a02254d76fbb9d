"""The guide for The Pyramid's Deadline: the kinds of moves, the reasons for a move, and its estimated
value.

A tomb counts only if its seat announces it before the Pharaoh dies, that is before the square stones run
out. So the value of a tomb is the points for announcing it now or after one more stone, which is the one in
reserve or one of the shapes in the middle. While many squares are left, the size of the tomb counts too,
because it can still grow and be finished. With fewer squares left, each open edge (a flat roof or a high
wall) costs more, and a tomb that is not announced loses value.
"""

from collections.abc import Collection, Mapping
from functools import lru_cache

from companion.engine.game import Description, Lesson, Move
from companion.engine.move_values import ValueParts, find_strongest_reasons
from companion.games.deadline.moves import BringDeath, Build, Declare
from companion.games.deadline.parts import SET_ASIDE_PENALTY, SHAPES, Shape, get_turned_stones
from companion.games.deadline.rules import apply
from companion.games.deadline.state import Rules, State, count_stones_left, find_stone_for_die
from companion.games.deadline.tomb import (
    Tomb,
    count_tomb_points,
    find_places,
    find_unfinished_columns,
    get_surface,
    is_tomb_finished,
    lay_stone,
)

LESSONS = (
    Lesson("Roll", "round", "die", is_event=True),
    Lesson("new_stone", "building", "square"),
    Lesson("kept_stone", "pick", "small"),
    Lesson("Declare", "declare", "rectangle", last=True),
    Lesson("SetAside", "aside", "trapezoid", is_rare=True),
    Lesson("BringDeath", "death", "square", is_rare=True),
)
SHORT_LIFE_SQUARES = 4
"""If at most this many squares are left, the Pharaoh may die before a tomb is announced."""


def lesson_name(move: Move) -> str:
    """Return the name of the lesson that explains a move. Building has two lessons: one for the new stone,
    and one for the stone in reserve."""
    if isinstance(move, Build):
        return "new_stone" if move.stone == "new" else "kept_stone"
    return type(move).__name__


def advised_piece(state: State, seat: int, move: Move) -> str:
    """Return the shape of the stone that a build lays. Empty for other moves."""
    if not isinstance(move, Build):
        return ""
    if move.stone == "reserve":
        return state.reserves[seat]
    return find_stone_for_die(state, move.die) or move.die


def reasons(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """Return at most two reasons to build or to announce, strongest first. Empty for other moves."""
    if not isinstance(move, Build | Declare):
        return ()
    after, aside = apply(state, seat, move), state.aside[seat]
    tomb_before, tomb = state.tombs[seat], after.tombs[seat]
    squares = count_stones_left("square", after)
    points, points_before = count_tomb_points(tomb, aside), count_tomb_points(tomb_before, aside)
    points_with_reserve = find_finishing_shapes(tomb, state.rules).get(after.reserves[seat], 0)
    finishes = is_tomb_finished(tomb)
    open_edges, open_before = (sum(map(len, find_unfinished_columns(each))) for each in (tomb, tomb_before))
    values = {
        "stones": squares, "worth": points, "points": points - points_before,
        "kept": points_with_reserve - SET_ASIDE_PENALTY * aside, "open": open_edges, "before": open_before,
    }  # fmt: skip
    declares = isinstance(move, Declare)
    closes_late = squares <= SHORT_LIFE_SQUARES and finishes and not is_tomb_finished(tomb_before)
    candidates = (
        ("points", "deadline.announce", declares and points > 0),
        ("safe", "deadline.closes", not declares and closes_late),
        ("safe", "deadline.ready", not declares and finishes and not closes_late),
        ("safe", "deadline.kept", not declares and not finishes and values["kept"] > 0),
        ("size", "deadline.grows", not declares and points > points_before),
        ("open", "deadline.open", not declares and not finishes and open_edges < open_before),
    )
    return find_strongest_reasons(get_value_parts(state, seat, move), values, candidates)


DEATH_COSTS_BY_SQUARES_LEFT = (0.5, 0.5, 0.5, 0.4, 0.25, 0.12)
"""The expected loss by the Pharaoh's death, as a share of a tomb's value, by the number of squares left.
With six or more squares, it is 0."""
SQUARES_FOR_HALF_SIZE_WEIGHT = 12.0
"""The number of squares left at which a tomb's size has half of its largest weight."""
MAX_SIZE_WEIGHT = 0.7
"""The largest weight of a tomb's size in its value. The weight falls with the number of squares left."""
MAX_GROWTH_POINTS = 11.0
"""The most points that a tomb is expected to gain later. They fall with the number of squares left."""
DIE_STONE_WEIGHT = 0.8
"""Weight of the points of a tomb that can be finished only with a stone from a die."""
CHANCE_OF_NO_SHAPE = 0.55
"""The probability that no die shows a certain shape."""
OPEN_EDGE_COST, LATE_EDGE_COST, LATE_SQUARES = 3.0, 1.5, 4
"""The cost of each flat roof or high wall. It rises by ``LATE_EDGE_COST`` with each square fewer than
``LATE_SQUARES``."""
MAX_FLAT_COLUMNS = 3
"""One more stone cannot finish a tomb that has more columns with flat roofs than this."""
DEATH_VALUE = 1000.0
"""The value of the Pharaoh's death for a seat that has announced. For other seats it is negative."""


def get_value_parts(state: State, seat: int, move: Move) -> ValueParts:
    """Return the estimated value of a legal move as named parts. The sum of the parts is the value."""
    if isinstance(move, BringDeath):
        return {"death": DEATH_VALUE if seat in state.declared else -DEATH_VALUE}
    unchanged = sum(_value_unannounced_tomb(state, seat, count_stones_left("square", state)).values())
    if isinstance(move, Declare):
        points = count_tomb_points(state.tombs[seat], state.aside[seat])
        return {"points": points, "not_announced": -unchanged}
    after = apply(state, seat, move)
    squares = count_stones_left("square", after)
    value_now = _value_unannounced_tomb(state, seat, squares)
    value_then = _value_unannounced_tomb(after, seat, squares)
    return {
        **{term: value_then[term] - value_now[term] for term in value_now},
        "time": sum(value_now.values()) - unchanged,
    }


def _value_unannounced_tomb(state: State, seat: int, squares: int) -> ValueParts:
    """Return the expected value of a seat's tomb while it is not announced, as named parts.

    The value is computed as if ``squares`` square stones were left in the middle.
    """
    shapes_left = tuple(shape for shape in SHAPES if count_stones_left(shape, state))
    return _value_tomb_or_next_stone(
        state.tombs[seat], state.rules, state.reserves[seat], shapes_left, state.aside[seat], squares
    )


@lru_cache(maxsize=1024)
def _value_tomb_or_next_stone(
    tomb: Tomb, rules: Rules, reserve: Shape, shapes_left: tuple[Shape, ...], aside: int, squares: int
) -> ValueParts:
    """Return the expected value of a tomb that is not announced, as named parts.

    ``reserve`` is the stone in reserve, and ``shapes_left`` are the shapes in the middle. ``squares`` is
    the number of squares there, and ``aside`` the number of stones set aside.
    """
    points, (flat, walls) = count_tomb_points(tomb, 0), find_unfinished_columns(tomb)
    points_now = 0 if flat or walls else points
    calm = squares / (squares + SQUARES_FOR_HALF_SIZE_WEIGHT)
    edge = OPEN_EDGE_COST + LATE_EDGE_COST * max(0, LATE_SQUARES - squares)
    value = {
        "safe": (1 - calm * MAX_SIZE_WEIGHT)
        * max(points_now, _value_after_one_stone(tomb, rules, reserve, shapes_left)),
        "size": calm * MAX_SIZE_WEIGHT * points,
        "grows": calm * MAX_GROWTH_POINTS,
        "open": -edge * (len(flat) + len(walls)),
        "aside": -SET_ASIDE_PENALTY * aside,
    }
    death_cost = DEATH_COSTS_BY_SQUARES_LEFT[squares] if squares < len(DEATH_COSTS_BY_SQUARES_LEFT) else 0
    return {**value, "lost": -death_cost * abs(sum(value.values()))}


def _value_after_one_stone(
    tomb: Tomb, rules: Rules, reserve: Shape, shapes_left: tuple[Shape, ...]
) -> float:
    """Return the expected points of a tomb if the best next stone finishes it. 0 if no stone can.

    The stone in ``reserve`` counts in full. Those of ``shapes_left``, the shapes in the middle, count less,
    because a die must show the shape.
    """
    by_shape = find_finishing_shapes(tomb, rules)
    others = [by_shape[shape] for shape in by_shape if shape in shapes_left]
    chance = 1 - CHANCE_OF_NO_SHAPE ** len(others)
    return max(by_shape.get(reserve, 0), DIE_STONE_WEIGHT * chance * max(others, default=0))


def find_finishing_shapes(tomb: Tomb, rules: Rules) -> Mapping[Shape, int]:
    """Return ``{shape: points}`` for each shape with which the next stone can finish a tomb. ``points`` are
    the most points that the finished tomb can have."""
    return _find_finishing_shapes(get_surface(tomb, strict=rules.strict), rules)


@lru_cache(maxsize=1 << 14)
def _find_finishing_shapes(surface: Tomb, rules: Rules) -> Mapping[Shape, int]:
    flat = find_unfinished_columns(surface)[0]
    if len(flat) > MAX_FLAT_COLUMNS:
        return {}
    points = {shape: _find_most_points(surface, rules, shape, flat) for shape in SHAPES}
    return {shape: most for shape, most in points.items() if most}


def _find_most_points(tomb: Tomb, rules: Rules, shape: Shape, flat: Collection[int]) -> int:
    """Return the points of the best tomb that one stone of this shape can finish, or 0 if it finishes none.
    The stone must cover the columns ``flat``, whose roofs are flat."""
    turns = get_turned_stones(rules.preset)[shape]
    tombs = (
        lay_stone(tomb, rules.preset, shape, turn, column)
        for turn, column in find_places(tomb, rules.preset, shape, strict=rules.strict)
        if all(0 <= roof - column < len(turns[turn]) for roof in flat)
    )
    finished = (count_tomb_points(after, 0) for after in tombs if is_tomb_finished(after))
    return max(finished, default=0)
