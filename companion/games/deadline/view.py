"""The view of a table (nothing is hidden), previews, plausible moves, and the setup."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from companion.engine.game import Description, ElementIds, Move, Setup
from companion.engine.setup_steps import Pieces, SetupStep
from companion.engine.words import Seat
from companion.games.deadline.drawing import find_fits, make_tomb_data
from companion.games.deadline.moves import BringDeath, Build, SetAside
from companion.games.deadline.parts import (
    FIRST_RESERVE_SHAPE,
    PARTS,
    SET_ASIDE_PENALTY,
    SHAPES,
    Shape,
    get_die_count_per_round,
    get_turned_stones,
    make_first_supply,
)
from companion.games.deadline.rules import apply, ending, make_column_ids
from companion.games.deadline.state import State, find_stone_for_die
from companion.games.deadline.tomb import count_tomb_points, get_length_height_roofs


def public_view(state: State) -> dict[str, Any]:
    """Return the dice, the supply, all tombs, and where stones fit for the seat that takes a die."""
    rules = state.rules
    return {
        "geometry": rules.preset,
        "strict": rules.strict,
        "dice": list(state.dice),
        "dice_count": get_die_count_per_round(rules.seats),
        "supplier": state.supplier,
        "picker": state.picker if state.dice else None,
        "builder": state.builder if state.builder >= 0 else None,
        "last": state.last if state.last >= 0 else None,
        "life": state.supply[0],
        "lives": make_first_supply(rules.seats)[0],
        "supply": dict(zip(SHAPES, state.supply, strict=True)),
        "gives": {die: find_stone_for_die(state, die) for die in sorted(set(state.dice))},
        "seats": [_make_seat_view(state, seat) for seat in range(rules.seats)],
        "fits": {} if ending(state) or not state.dice else _find_fits_of_picker(state),
        "killer": state.killer if state.killer >= 0 else None,
    }


def _make_seat_view(state: State, seat: int) -> dict[str, Any]:
    return {
        **make_tomb_data(state.tombs[seat], state.rules.preset, state.aside[seat]),
        "reserve": state.reserves[seat],
        "aside": state.aside[seat],
        "declared": state.declared.index(seat) + 1 if seat in state.declared else 0,
    }


def _find_fits_of_picker(state: State) -> dict[str, Any]:
    tomb, rules, reserve = state.tombs[state.picker], state.rules, state.reserves[state.picker]
    shapes = {reserve, *(find_stone_for_die(state, die) for die in state.dice)}
    shapes_in_order = [shape for shape in SHAPES if shape in shapes]
    return {shape: find_fits(tomb, rules.preset, shape, strict=rules.strict) for shape in shapes_in_order}


def preview(state: State, seat: int, move: Move) -> tuple[Description, ...]:
    """Return the size and roofs of the tomb after a build, and its points before and after. Empty for other
    moves."""
    if not isinstance(move, Build):
        return ()
    tomb, aside = apply(state, seat, move).tombs[seat], state.aside[seat]
    length, height, roofs = get_length_height_roofs(tomb)
    values = {
        "length": length, "height": height, "roofs": roofs,
        "before": count_tomb_points(state.tombs[seat], aside), "after": count_tomb_points(tomb, aside),
    }  # fmt: skip
    if not aside:
        return (Description("tomb", values),)
    return (Description("tomb_less_aside", {**values, "aside": SET_ASIDE_PENALTY * aside}),)


def plausible_moves(state: State, seat: int) -> Iterable[Move]:
    """Yield moves that a player might try: for each die every placement of a stone, setting the stone
    aside, and the Pharaoh's death."""
    for die in sorted(set(state.dice), key=SHAPES.index):
        if stone := find_stone_for_die(state, die):
            yield from _iter_builds(state, seat, die, stone)
        yield from (SetAside(die), BringDeath(die))


def _iter_builds(state: State, seat: int, die: Shape, stone: Shape) -> Iterator[Build]:
    tomb, turns = state.tombs[seat], get_turned_stones(state.rules.preset)
    stones: dict[Literal["new", "reserve"], Shape] = {"new": stone, "reserve": state.reserves[seat]}
    for stone_name, shape in stones.items():
        for number, turn in enumerate(turns[shape]):
            for column in range(tomb.left - len(turn) - 1, tomb.right + 2):
                yield Build(die, stone_name, number, column)


def move_targets(state: State, seat: int, move: Move) -> ElementIds:
    """Return the HTML ids of the columns that the stone of a build would cover. Empty for other moves."""
    if not isinstance(move, Build):
        return ()
    stone = find_stone_for_die(state, move.die) if move.stone == "new" else state.reserves[seat]
    held = get_turned_stones(state.rules.preset)[stone or "square"]
    wide = len(held[move.turn]) if move.turn < len(held) else 1
    return make_column_ids(*range(move.column, move.column + wide))


def setup_steps(setup: Setup) -> tuple[SetupStep, ...]:
    """Return the setup steps for dice, squares, chambers, reserves and supply (rulebook, preparation)."""
    seats = setup.seats
    middle = dict(zip(SHAPES, make_first_supply(seats), strict=True))
    dice_count, life = get_die_count_per_round(seats), middle.pop("square")
    return (
        SetupStep("silhouettes", asks=("geometry", "geometry_checked"), rule="building"),
        SetupStep("dice", {"count": dice_count}, _put_in_middle("die", dice_count, PARTS["dice"]["count"])),
        SetupStep("life", {"count": life}, _put_in_middle("square", life, PARTS["stones"]["square"])),
        SetupStep(
            "chambers", pieces=(Pieces("rectangle", 1, "seat"), Pieces(FIRST_RESERVE_SHAPE, 1, "seat"))
        ),
        SetupStep(
            "supply", pieces=tuple(Pieces(shape, count, "middle") for shape, count in middle.items())
        ),
        SetupStep("first", {"seat": Seat(setup.first)}),
    )


def _put_in_middle(kind: str, count: int, in_box: int) -> tuple[Pieces, ...]:
    return (Pieces(kind, count, "middle"), Pieces(kind, in_box - count, "box"))
