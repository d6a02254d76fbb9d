"""The rules of The Pyramid's Deadline, in the order of the rulebook."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Literal

from companion.engine.game import Awaiting, Ending, Move, Refusal
from companion.engine.json_data import replace
from companion.engine.tuples import add_to_item, replace_item
from companion.engine.words import Seat, Term
from companion.games.deadline.moves import BringDeath, Build, Declare, Roll, SetAside
from companion.games.deadline.parts import PARTS, SHAPES, Shape, get_die_count_per_round, get_turned_stones
from companion.games.deadline.state import Rules, State, find_next_seat_in_play, find_stone_for_die
from companion.games.deadline.tomb import (
    FLAT_ROOF_REFUSAL,
    HIGH_WALL_REFUSAL,
    NO_SUCH_STONE_TURN_REFUSAL,
    Tomb,
    find_fault,
    find_places,
    find_unfinished_columns,
    get_surface,
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
    prompt = "deadline.pick" if picking else "deadline.roll"
    return Awaiting((seat,), moves, prompt, {"seat": Seat(seat)}, finished)


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
    values = {"stone": Term(shape), "columns": len(fault.columns)}
    return fault.why(values, make_column_ids(move.column, *fault.columns))


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
    if seat == state.builder:
        return None
    return Refusal("deadline.not_just_built", "declare", at=at, overridable=True)


def apply(state: State, seat: int, move: Move) -> State:
    """Return the state after a move."""
    if isinstance(move, Roll):
        dice = tuple(sorted(move.dice, key=SHAPES.index))
        return replace(state, dice=dice, picker=state.supplier, builder=-1, last=-1)
    state = replace(state, last=seat)
    if isinstance(move, Declare):
        return _announce_tomb(state, seat)
    if isinstance(move, BringDeath):
        return replace(state, killer=seat, builder=-1)
    stone = find_stone_for_die(state, move.die) or "square"
    at, supply = state.dice.index(move.die), add_to_item(state.supply, SHAPES.index(stone), -1)
    state = replace(state, dice=state.dice[:at] + state.dice[at + 1 :], supply=supply)
    if isinstance(move, SetAside):
        state = replace(state, aside=add_to_item(state.aside, seat), builder=-1)
    else:
        state = _lay_stone(state, seat, stone, move)
    return _start_next_pick(state, seat)


def _lay_stone(state: State, seat: int, stone: Shape, move: Build) -> State:
    shape, reserve = (stone, state.reserves[seat]) if move.stone == "new" else (state.reserves[seat], stone)
    tomb = lay_stone(state.tombs[seat], state.rules.preset, shape, move.turn, move.column)
    tombs, reserves = replace_item(state.tombs, seat, tomb), replace_item(state.reserves, seat, reserve)
    return replace(state, tombs=tombs, reserves=reserves, builder=seat)


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
    if ending(state):
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
    surface = get_surface(tomb, strict=rules.strict)
    for die in sorted(set(state.dice), key=SHAPES.index):
        stone = find_stone_for_die(state, die)
        if stone is None:
            moves.append(BringDeath(die))
            continue
        with_new = _list_builds(surface, rules, stone, die, "new")
        with_reserve = _list_builds(surface, rules, reserve, die, "reserve")
        moves += with_new
        moves += with_reserve
        if rules.free_set_aside or not (with_new or with_reserve):
            moves.append(SetAside(die))
    return moves


@lru_cache(maxsize=16384)
def _list_builds(
    surface: Tomb, rules: Rules, shape: Shape, die: Shape, stone: Literal["new", "reserve"]
) -> tuple[Build, ...]:
    places = find_places(surface, rules.preset, shape, strict=rules.strict)
    return tuple(Build(die, stone, turn, column) for turn, column in places)


@cache
def _make_sample_rolls(seats: int) -> list[Move]:
    count = get_die_count_per_round(seats)
    faces = [shape for shape in SHAPES for _ in range(PARTS["faces"][shape])]
    rolls = ([faces[(start + n) % len(faces)] for n in range(count)] for start in range(len(faces)))
    return [Roll(tuple(faces)) for faces in rolls]
