"""The count at the end: length times height, minus the roofs and the stones set aside."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any

from companion.engine.game import Criterion, Refusal, ScoreLine, Setup, choose_most_binding, sum_score_lines
from companion.engine.json_data import Between, MaxLength
from companion.engine.tally import make_filled_field_ids, make_sheet_field_ids
from companion.engine.unknowns import Amount, Unknown
from companion.engine.words import Seat, Term
from companion.games.deadline.drawing import find_fits, make_tomb_data
from companion.games.deadline.moves import LeftmostColumn, StoneTurnNumber
from companion.games.deadline.parts import (
    MAX_STONES_BY_SHAPE,
    SET_ASIDE_PENALTY,
    SHAPES,
    Shape,
    count_stones_in_play,
    get_assumed_shapes,
    get_turned_stones,
)
from companion.games.deadline.state import State
from companion.games.deadline.tomb import (
    EMPTY_TOMB,
    FLAT_ROOF_REFUSAL,
    HIGH_WALL_REFUSAL,
    NO_SUCH_STONE_TURN_REFUSAL,
    LayingFault,
    Tomb,
    find_fault,
    find_unfinished_columns,
    get_length_height_roofs,
    is_tomb_finished,
    lay_stone,
    measure_symmetry,
)

TombSize = Annotated[int, Between(0, 60)]


@dataclass(frozen=True, slots=True)
class SheetStone:
    """One stone of a tomb that a player draws on a sheet at the end."""

    shape: Shape
    turn: StoneTurnNumber
    column: LeftmostColumn


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one seat has at the end: its tomb stone by stone in the order of building, or only length,
    height and roofs."""

    tomb: Annotated[tuple[SheetStone, ...], MaxLength(60)] = ()
    numbers: Annotated[tuple[TombSize, ...], MaxLength(3)] = ()
    aside: TombSize = 0
    declared: Annotated[int, Between(0, 6)] = 0
    """1 for the first seat that announced its tomb, 2 for the second, and so on. 0 for a seat that never
    announced."""
    killer: bool = False
    symmetry: Annotated[int, Between(0, 6)] = 0
    """The place of the tomb by symmetry, as the players judge it: 1 is the most symmetric. 0 if the app
    computes it."""


def score_sheets(state: State) -> tuple[Sheet, ...]:
    """Return the sheet of each seat: its tomb, and its place in the order of the announcements."""
    return tuple(
        Sheet(
            _list_sheet_stones(tomb),
            aside=state.aside[seat],
            declared=state.declared.index(seat) + 1 if seat in state.declared else 0,
            killer=seat == state.killer,
        )
        for seat, tomb in enumerate(state.tombs)
    )


@lru_cache(maxsize=512)
def _list_sheet_stones(tomb: Tomb) -> tuple[SheetStone, ...]:
    return tuple([SheetStone(laid.shape, laid.turn, laid.column) for laid in tomb.stones])


def build_tomb(setup: Setup, stones: tuple[SheetStone, ...]) -> tuple[Tomb, int, LayingFault | None]:
    """Return (tomb, number of its stones, fault), built from the stones in this order.

    If a stone does not fit, the tomb has only the stones before it, and the fault is the reason. Otherwise
    the fault is None.
    """
    return _build_tomb(setup.options["geometry"], setup.options["strict_rule1"], stones)


@lru_cache(maxsize=1024)
def _build_tomb(
    preset: str, strict: bool, stones: tuple[SheetStone, ...]
) -> tuple[Tomb, int, LayingFault | None]:
    tomb = EMPTY_TOMB
    for count, stone in enumerate(stones):
        turns = get_turned_stones(preset)[stone.shape]
        if stone.turn >= len(turns):
            return tomb, count, LayingFault(NO_SUCH_STONE_TURN_REFUSAL)
        fault = find_fault(tomb, turns[stone.turn], stone.column, strict=strict)
        if fault is not None:
            return tomb, count, fault
        tomb = lay_stone(tomb, preset, stone.shape, stone.turn, stone.column)
    return tomb, len(stones), None


def check_sheet(setup: Setup, seat: int, sheet: Sheet) -> Refusal | None:
    """Return a refusal if the tomb on a sheet cannot be built, or was announced but is not finished.
    Otherwise None."""
    if sheet.numbers and (sheet.tomb or len(sheet.numbers) != 3 or min(sheet.numbers[:2]) < 1):
        return Refusal("deadline.sheet_shape", "count")
    if sheet.declared > setup.seats:
        return Refusal("deadline.sheet_order", "declare", {"count": setup.seats})
    if sheet.killer and sheet.declared:
        return Refusal("deadline.sheet_killer", "death")
    if sheet.numbers:
        return _check_numbers(sheet)
    refusal = _check_supply((sheet,), MAX_STONES_BY_SHAPE)
    if refusal is not None:
        return replace(refusal, at=make_sheet_field_ids("tomb", [seat]))
    tomb, count, fault = build_tomb(setup, sheet.tomb)
    if fault is not None:
        shape = Term(sheet.tomb[count].shape)
        values = {"stone": shape, "columns": len(fault.columns), "number": count + 1}
        return fault.why(values, (f"board-{seat}",))
    if sheet.declared and not is_tomb_finished(tomb):
        flat, walls = find_unfinished_columns(tomb)
        reason = FLAT_ROOF_REFUSAL if flat else HIGH_WALL_REFUSAL
        return reason({"columns": len(flat), "walls": len(walls)}, (f"board-{seat}",))
    return None


def _check_numbers(sheet: Sheet) -> Refusal | None:
    """Return an overridable refusal if no tomb can have these numbers. Otherwise None.

    A tomb is at least as long as its chamber, and has at most one roof for each column. A finished tomb is
    never higher than long, because its walls are one high and its roofs slope.
    """
    long, high, tops = sheet.numbers
    finished = 1 < high <= long
    if long >= EMPTY_TOMB.right and 1 <= tops <= long and (finished or not sheet.declared):
        return None
    values = {"length": long, "height": high, "roofs": tops}
    return Refusal("deadline.sheet_numbers", "count", values, overridable=True)


def _check_supply(all_sheets: tuple[Sheet, ...], limits: tuple[int, ...]) -> Refusal | None:
    """Return a refusal if the drawn tombs have too many stones of a shape. Otherwise None. ``limits`` has
    the largest number for each shape."""
    laid = Counter(stone.shape for sheet in all_sheets for stone in sheet.tomb)
    for shape, count in zip(SHAPES, limits, strict=True):
        if laid[shape] > count:
            values = {"stone": Term(shape), "laid": laid[shape], "count": count}
            at = make_filled_field_ids("tomb", all_sheets)
            return Refusal("deadline.sheets_too_many", "setup", values, at)
    return None


def check_together(setup: Setup, all_sheets: tuple[Sheet, ...]) -> Refusal | None:
    """Return the refusal of all sheets together, or None. Of several refusals, return one that no ruling
    can override, if there is one."""
    return choose_most_binding(_iter_refusals_of_all_sheets(setup, all_sheets))


def _iter_refusals_of_all_sheets(setup: Setup, all_sheets: tuple[Sheet, ...]) -> Iterator[Refusal | None]:
    orders = sorted(sheet.declared for sheet in all_sheets if sheet.declared)
    if len(set(orders)) != len(orders):
        duplicates = [n for n, sheet in enumerate(all_sheets) if orders.count(sheet.declared) > 1]
        yield Refusal("deadline.sheets_order", "declare", at=make_sheet_field_ids("declared", duplicates))
    if sum(sheet.killer for sheet in all_sheets) > 1:
        yield Refusal("deadline.sheets_killer", "death", at=make_filled_field_ids("killer", all_sheets))
    yield _check_supply(all_sheets, count_stones_in_play(setup.seats))
    count_used = sum(len(sheet.tomb) + sheet.aside + 1 for sheet in all_sheets)  # 1 in reserve
    if count_used > (count := sum(count_stones_in_play(setup.seats))):
        at = make_filled_field_ids("aside", all_sheets) + make_filled_field_ids("tomb", all_sheets)
        values = {"laid": count_used, "count": count}
        yield Refusal("deadline.sheets_too_many_in_all", "setup", values, at)
    if _is_partly_judged(setup, all_sheets):
        at = make_filled_field_ids("symmetry", all_sheets)
        yield Refusal("deadline.sheets_symmetry", "victory", at=at)
    if len(orders) < len(all_sheets) and not any(sheet.killer for sheet in all_sheets):
        building = tuple(Seat(n) for n, sheet in enumerate(all_sheets) if not sheet.declared)
        at = make_sheet_field_ids("declared", building)
        yield Refusal("deadline.not_over", "end", {"seats": building}, at, overridable=True)


def _is_partly_judged(setup: Setup, all_sheets: tuple[Sheet, ...]) -> bool:
    """Return whether the players judged the symmetry of only some of the tombs with equal points."""
    judged: dict[int | Amount, set[bool]] = {}
    for sheet, seat_lines in zip(all_sheets, lines(setup, all_sheets), strict=True):
        if sheet.declared:
            judged.setdefault(sum_score_lines(seat_lines), set()).add(bool(sheet.symmetry))
    return any(len(values) > 1 for values in judged.values())


def lines(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return for each seat the score lines of size, roofs and stones set aside. A tomb that was not
    announced has no points."""
    return tuple(_sheet_lines(setup, sheet) for sheet in all_sheets)


def _sheet_lines(setup: Setup, sheet: Sheet) -> tuple[ScoreLine, ...]:
    if not sheet.declared:
        return tuple(
            ScoreLine(name, 0, "declare", (("undeclared", {}, 0),)) for name in ("size", "roofs", "aside")
        )
    long, high, tops = sheet.numbers or get_length_height_roofs(build_tomb(setup, sheet.tomb)[0])
    shapes = {stone.shape for stone in sheet.tomb}
    is_checked = setup.options["geometry_checked"]
    assumed = not is_checked and bool(shapes & get_assumed_shapes(setup.options["geometry"]))
    size, penalty = long * high, SET_ASIDE_PENALTY * sheet.aside
    aside = {"stones": sheet.aside, "each": SET_ASIDE_PENALTY}
    return (
        ScoreLine("size", size, "count", (("size", {"length": long, "height": high}, size),), assumed),
        ScoreLine("roofs", -tops, "count", (("roofs", {"roofs": tops}, -tops),), assumed),
        ScoreLine("aside", -penalty, "aside", (("aside", aside, -penalty),)),
    )


def criteria(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[Criterion, ...]:
    """Return the ranking criteria, the most important one first.

    The seat that caused the death is last. Announced tombs come before the others. Then points, symmetry
    and the earlier announcement decide.
    """
    announced = tuple(int(bool(sheet.declared)) for sheet in all_sheets)
    alive = tuple(int(not sheet.killer) for sheet in all_sheets)
    symmetries = tuple(_get_symmetry(setup, seat, sheet) for seat, sheet in enumerate(all_sheets))
    orders = tuple(sheet.declared for sheet in all_sheets)
    points = [sum(line.points or 0 for line in seat) for seat in lines(setup, all_sheets)]
    by_eye = tuple(sheet.symmetry if sheet.declared else 0 for sheet in all_sheets)
    judged = (Criterion("ruled", "victory", by_eye, most_wins=False, tie_break=True),)
    return (
        Criterion("alive", "death", alive, flag=True),
        Criterion("announced", "declare", announced, required_to_win=True, flag=True),
        Criterion("points", "count", tuple(points)),
        *(judged if any(by_eye) else ()),
        Criterion("symmetry", "victory", symmetries, tie_break=True),
        Criterion("earlier", "victory", orders, most_wins=False, tie_break=True),
    )


def _get_symmetry(setup: Setup, seat: int, sheet: Sheet) -> Fraction | Amount:
    """Return the symmetry of the tomb on a sheet, from 0 to 1, or an unknown amount if no tomb was drawn.

    It is 0 if the tomb was not announced, or if the players judged it, as then their judgement decides.
    """
    if not sheet.declared or sheet.symmetry:
        return Fraction(0)
    if sheet.numbers:
        undrawn = Unknown("drawing", seat=seat, low=0, high=1, whole=False)
        return Amount(0, ((undrawn, 1),))
    return measure_symmetry(build_tomb(setup, sheet.tomb)[0])


def provisional_sheets(state: State) -> tuple[Sheet, ...]:
    """Return the sheets as they would be if every seat announced its tomb now."""
    return tuple(replace(sheet, declared=sheet.declared or 1) for sheet in score_sheets(state))


def sheet_form_data(setup: Setup, sheet: Sheet | None, all_sheets: tuple[Sheet, ...]) -> dict[str, Any]:
    """Return the data for the form of a sheet: its tomb so far, and the places where each stone fits
    next."""
    tomb, count, _ = build_tomb(setup, sheet.tomb if sheet else ())
    preset, strict = setup.options["geometry"], setup.options["strict_rule1"]
    return {
        **make_tomb_data(tomb, preset, sheet.aside if sheet else 0),
        "preset": preset,
        "fits": {shape: find_fits(tomb, preset, shape, strict=strict) for shape in SHAPES},
        "stands": count,
        "each_aside": -SET_ASIDE_PENALTY,
    }
