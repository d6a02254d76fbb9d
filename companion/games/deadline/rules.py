"""The rules of The Pyramid's Deadline, in the order of the rulebook."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from companion.engine.game import Awaiting, Ending, Move, Refusal, RefusalKind
from companion.engine.json_data import replace
from companion.engine.words import Seat, Term
from companion.games.deadline.moves import BringDeath, Build, Declare, Roll, SetAside
from companion.games.deadline.parts import PARTS, SHAPES, Shape, get_die_count_per_round, get_turned_stones
from companion.games.deadline.state import State, find_next_seat_in_play, find_stone_for_die, is_game_over
from companion.games.deadline.tomb import (
    FLAT_ROOF_REFUSAL,
    HIGH_WALL_REFUSAL,
    NO_SUCH_STONE_TURN_REFUSAL,
    ColumnEnds,
    Tomb,
    find_fault,
    find_places,
    find_unfinished_columns,
    is_tomb_finished,
    lay_stone,
)


def awaiting(state: State) -> Awaiting:
    """Return the seat that must roll or take a die, and the seats that may announce their tombs.

    A seat may announce right after it has built. With a ruling, any seat with a finished tomb may announce.
    """
    picking = bool(state.dice)
    finished = [
        seat
        for seat, tomb in enumerate(state.tombs)
        if seat == state.builder or (seat not in state.declared and is_tomb_finished(tomb))
    ]
    return _make_awaiting(picking, state.picker if picking else state.supplier, tuple(finished))


@cache
def _make_awaiting(picking: bool, seat: int, finished: tuple[int, ...]) -> Awaiting:
    moves: tuple[type, ...] = (Build, SetAside, BringDeath) if picking else (Roll,)
    if finished:
        moves += (Declare,)
    return Awaiting((seat,), moves, _PROMPT_BY_PICKING[picking], {"seat": Seat(seat)}, finished)


NOT_JUST_BUILT_REFUSAL = RefusalKind("deadline.not_just_built", "declare", overridable=True)
_PROMPT_BY_PICKING = {True: "deadline.pick", False: "deadline.roll"}


def ending(state: State) -> Ending | None:
    """Return the ending if the Pharaoh is dead or all tombs are announced. Otherwise None."""
    if state.killer >= 0:
        return Ending("deadline.death", "end", {"seat": Seat(state.killer)})
    if len(state.declared) == state.rules.seats:
        return Ending("deadline.all_declared", "end")
    return None


def check(state: State, seat: int, move: Move) -> Refusal | None:
    """Return the refusal of a move, or None if the move is legal."""
    if isinstance(move, Declare):
        return _check_declare(state, seat)
    active = state.picker if state.dice else state.supplier
    if seat != active:
        return Refusal("deadline.not_picking", "round", {"who": Seat(active)})
    if isinstance(move, Roll):
        return _check_roll(state, move)
    if move.die not in state.dice:
        return Refusal("deadline.no_such_die", "pick", {"die": Term(move.die)}, ("dice",))
    stone = find_stone_for_die(state, move.die)
    if isinstance(move, BringDeath):
        return Refusal("deadline.life_left", "death", {"die": Term(move.die)}) if stone else None
    if stone is None:
        return Refusal("deadline.no_square_left", "death", {"die": Term(move.die)}, ("dice",))
    if isinstance(move, SetAside):
        return _check_set_aside(state, seat, stone)
    return _check_build(state, seat, stone, move)


def _check_roll(state: State, move: Roll) -> Refusal | None:
    count = get_die_count_per_round(state.rules.seats)
    if len(move.dice) != count:
        return Refusal("deadline.dice_count", "round", {"count": count, "given": len(move.dice)}, ("dice",))
    return None


def _check_set_aside(state: State, seat: int, stone: Shape) -> Refusal | None:
    if state.rules.free_set_aside or not fits_anywhere(state, seat, stone):
        return None
    return Refusal("deadline.still_fits", "aside", {"stone": Term(stone)}, overridable=True)


def fits_anywhere(state: State, seat: int, stone: Shape) -> bool:
    """Return whether a stone of this shape, or the stone in the seat's reserve, fits on the seat's tomb."""
    tomb, rules = state.tombs[seat], state.rules
    return any(
        next(iter(find_places(tomb, rules.preset, shape, strict=rules.strict)), None) is not None
        for shape in {stone, state.reserves[seat]}
    )


def _check_build(state: State, seat: int, stone: Shape, move: Build) -> Refusal | None:
    shape = stone if move.stone == "new" else state.reserves[seat]
    turns = get_turned_stones(state.rules.preset)[shape]
    if move.turn >= len(turns):
        return NO_SUCH_STONE_TURN_REFUSAL({"stone": Term(shape)}, ("palette",))
    fault = find_fault(state.tombs[seat], turns[move.turn], move.column, strict=state.rules.strict)
    if fault is None:
        return None
    at = make_column_ids(move.column, *fault.columns)
    values = {"stone": Term(shape), "columns": len(fault.columns)}
    return fault.why(values, at)


def make_column_ids(*columns: int) -> tuple[str, ...]:
    """Return the HTML ids of these columns of the drawing."""
    return tuple(f"col-{column}" for column in columns)


def _check_declare(state: State, seat: int) -> Refusal | None:
    flat, walls = find_unfinished_columns(state.tombs[seat])
    at = (f"board-{seat}",)
    if flat:
        return FLAT_ROOF_REFUSAL({"columns": len(flat)}, at)
    if walls:
        return HIGH_WALL_REFUSAL({"walls": len(walls)}, at)
    return None if seat == state.builder else NOT_JUST_BUILT_REFUSAL({}, at)


def apply(state: State, seat: int, move: Move) -> State:
    """Return the state after a move."""
    if isinstance(move, Roll):
        picker = state.supplier
        return replace(
            state, dice=tuple(sorted(move.dice, key=SHAPES.index)), picker=picker, builder=-1,
            last=-1,
        )  # fmt: skip
    state = replace(state, last=seat)
    if isinstance(move, Declare):
        return _announce_tomb(state, seat)
    if isinstance(move, BringDeath):
        return replace(state, killer=seat, builder=-1)
    stone = find_stone_for_die(state, move.die) or "square"
    state = _take_die(state, move.die, stone)
    if isinstance(move, SetAside):
        aside = (*state.aside[:seat], state.aside[seat] + 1, *state.aside[seat + 1 :])
        return _start_next_pick(replace(state, aside=aside, builder=-1), seat)
    return _start_next_pick(_lay_stone(state, seat, stone, move), seat)


def _take_die(state: State, die: Shape, stone: Shape) -> State:
    at = state.dice.index(die)
    index = SHAPES.index(stone)
    supply = (*state.supply[:index], state.supply[index] - 1, *state.supply[index + 1 :])
    return replace(state, dice=state.dice[:at] + state.dice[at + 1 :], supply=supply)


def _lay_stone(state: State, seat: int, stone: Shape, move: Build) -> State:
    shape, reserve = (stone, state.reserves[seat]) if move.stone == "new" else (state.reserves[seat], stone)
    tomb = lay_stone(state.tombs[seat], state.rules.preset, shape, move.turn, move.column)
    return replace(
        state,
        tombs=(*state.tombs[:seat], tomb, *state.tombs[seat + 1 :]),
        reserves=(*state.reserves[:seat], reserve, *state.reserves[seat + 1 :]),
        builder=seat,
    )


def _start_next_pick(state: State, seat: int) -> State:
    """Return the state in which the next seat takes a die. If only one die is left, the next seat rolls new
    dice as the Supplier instead."""
    if len(state.dice) > 1:
        return replace(state, picker=find_next_seat_in_play(state, seat))
    supplier = find_next_seat_in_play(state, state.supplier)
    return replace(state, dice=(), supplier=supplier, picker=supplier)


def _announce_tomb(state: State, seat: int) -> State:
    builder = -1 if seat == state.builder else state.builder
    state = replace(state, declared=(*state.declared, seat), builder=builder)
    if is_game_over(state):
        return state
    if state.picker == seat:
        state = replace(state, picker=find_next_seat_in_play(state, seat))
    if not state.dice and state.supplier == seat:
        supplier = find_next_seat_in_play(state, seat)
        state = replace(state, supplier=supplier, picker=supplier)
    return state


def candidates(state: State, seat: int) -> Iterable[Move]:
    """Return the legal moves, with every placement of a stone for every die. If the seat must roll, return
    a few sample rolls."""
    moves: list[Move] = [Declare()] if seat == state.builder and is_tomb_finished(state.tombs[seat]) else []
    if not state.dice:
        return moves + _make_sample_rolls(state.rules.seats) if seat == state.supplier else moves
    if seat != state.picker:
        return moves
    tomb, rules, reserve = state.tombs[seat], state.rules, state.reserves[seat]
    surface = Surface(tomb.left, tomb.skyline, tomb.corners if rules.strict else None)
    for die in sorted(set(state.dice), key=SHAPES.index):
        stone = find_stone_for_die(state, die)
        if stone is None:
            moves.append(BringDeath(die))
            continue
        with_new = _list_builds(surface, rules.preset, stone, die, "new")
        with_reserve = _list_builds(surface, rules.preset, reserve, die, "reserve")
        moves += with_new
        moves += with_reserve
        if rules.free_set_aside or not (with_new or with_reserve):
            moves.append(SetAside(die))
    return moves


class Surface(NamedTuple):
    """What decides where a stone fits on a tomb: its skyline, and under the strict rule its corners."""

    left: int
    skyline: tuple[ColumnEnds, ...]
    corners: frozenset[tuple[int, int]] | None
    """The corners of the laid stones. None without the strict building rule, which alone needs them."""


@lru_cache(maxsize=16384)
def _list_builds(
    surface: Surface, preset: str, shape: Shape, die: Shape, stone: Literal["new", "reserve"]
) -> tuple[Build, ...]:
    strict = surface.corners is not None
    tomb = Tomb(surface.left, surface.skyline, (), surface.corners or frozenset())
    places = find_places(tomb, preset, shape, strict=strict)
    return tuple(Build(die, stone, turn, column) for turn, column in places)


@cache
def _make_sample_rolls(seats: int) -> list[Move]:
    count = get_die_count_per_round(seats)
    faces = [shape for shape in SHAPES for _ in range(PARTS["faces"][shape])]
    rolls = ([faces[(start + n) % len(faces)] for n in range(count)] for start in range(len(faces)))
    return [Roll(tuple(faces)) for faces in rolls]
