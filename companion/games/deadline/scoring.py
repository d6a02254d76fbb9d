"""What counts at the end: length times height less roofs, less stones set aside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any

from companion.engine.game import Criterion, Refusal, ScoreLine, Setup, most_binding, total_of
from companion.engine.json_data import Between, MaxLength
from companion.engine.tally import filled_in, sheet_fields
from companion.engine.unknowns import Amount, Unknown
from companion.engine.words import Seat, Term
from companion.games.deadline.drawing import draw_tomb, find_fits
from companion.games.deadline.moves import AtColumn, Turned
from companion.games.deadline.parts import (
    BOX,
    PENALTY,
    SHAPES,
    Shape,
    assumed_shapes,
    shape_turns,
    stones_in_play,
)
from companion.games.deadline.state import State
from companion.games.deadline.tomb import (
    CHAMBER,
    FLAT_ROOF,
    HIGH_WALL,
    NO_SUCH_TURN,
    Fault,
    Tomb,
    find_fault,
    height,
    is_finished,
    lay_stone,
    length,
    roofs,
    symmetry,
    unfinished_columns,
)

Size = Annotated[int, Between(0, 60)]


@dataclass(frozen=True, slots=True)
class Stone:
    """A stone of a drawn tomb, in the order of building."""

    shape: Shape
    turn: Turned
    column: AtColumn


@dataclass(frozen=True, slots=True)
class Sheet:
    """One seat at the end: its tomb stone by stone, or its length, height and roofs."""

    tomb: Annotated[tuple[Stone, ...], MaxLength(60)] = ()
    numbers: Annotated[tuple[Size, ...], MaxLength(3)] = ()
    aside: Size = 0
    declared: Annotated[int, Between(0, 6)] = 0
    """First, second … to announce; 0: never."""
    killer: bool = False
    symmetry: Annotated[int, Between(0, 6)] = 0
    """By the table's own eye: 1 is the most symmetric tomb; 0: as measured."""


def score_sheets(state: State) -> tuple[Sheet, ...]:
    """The tombs as they stand, with who announced when."""
    return tuple(
        Sheet(
            _stones(tomb),
            aside=state.aside[seat],
            declared=state.declared.index(seat) + 1 if seat in state.declared else 0,
            killer=seat == state.killer,
        )
        for seat, tomb in enumerate(state.tombs)
    )


@lru_cache(maxsize=512)
def _stones(tomb: Tomb) -> tuple[Stone, ...]:
    return tuple([Stone(laid.shape, laid.turn, laid.column) for laid in tomb.stones])


def get_preset(setup: Setup) -> str:
    """The silhouettes the table plays with."""
    return str(setup.options["geometry"])


def build_tomb(setup: Setup, stones: tuple[Stone, ...]) -> tuple[Tomb, int, Fault | None]:
    """The tomb as far as its stones may lie, how many do, and why the next one may not."""
    return _raised(get_preset(setup), bool(setup.options["strict_rule1"]), stones)


@lru_cache(maxsize=1024)
def _raised(preset: str, strict: bool, stones: tuple[Stone, ...]) -> tuple[Tomb, int, Fault | None]:
    tomb = CHAMBER
    for count, stone in enumerate(stones):
        held = shape_turns(preset)[stone.shape]
        if stone.turn >= len(held):
            return tomb, count, Fault(NO_SUCH_TURN)
        wrong = find_fault(tomb, held[stone.turn], stone.column, strict=strict)
        if wrong is not None:
            return tomb, count, wrong
        tomb = lay_stone(tomb, preset, stone.shape, stone.turn, stone.column)
    return tomb, len(stones), None


def check_sheet(setup: Setup, seat: int, sheet: Sheet) -> Refusal | None:
    """A tomb that can stand, announced only when finished; or three numbers that a tomb can have."""
    if sheet.numbers and (sheet.tomb or len(sheet.numbers) != 3 or min(sheet.numbers[:2]) < 1):
        return Refusal("deadline.sheet_shape", "count")
    if sheet.declared > setup.seats:
        return Refusal("deadline.sheet_order", "declare", {"count": setup.seats})
    if sheet.killer and sheet.declared:
        return Refusal("deadline.sheet_killer", "death")
    if sheet.numbers:
        return _check_numbers(sheet)
    lacking = _too_many((sheet,), BOX)
    if lacking is not None:
        return replace(lacking, at=sheet_fields("tomb", [seat]))
    tomb, count, wrong = build_tomb(setup, sheet.tomb)
    if wrong is not None:
        values = {
            "stone": Term(sheet.tomb[count].shape),
            "columns": len(wrong.columns),
            "number": count + 1,
        }
        return wrong.why(values, (f"board-{seat}",))
    if sheet.declared and not is_finished(tomb):
        flat, walls = unfinished_columns(tomb)
        values = {"columns": len(flat), "walls": len(walls)}
        why = FLAT_ROOF if flat else HIGH_WALL
        return why(values, (f"board-{seat}",))
    return None


def _check_numbers(sheet: Sheet) -> Refusal | None:
    """A tomb is as long as its chamber at least, with a roof for each column at most; a finished one
    covers the chamber and, its roofs sloping and its walls one high, is never higher than long. The
    table may have measured otherwise."""
    long, high, tops = sheet.numbers
    finished = 1 < high <= long
    if long >= CHAMBER.right and 1 <= tops <= long and (finished or not sheet.declared):
        return None
    values = {"length": long, "height": high, "roofs": tops}
    return Refusal("deadline.sheet_numbers", "count", values, overridable=True)


def _too_many(all_sheets: tuple[Sheet, ...], stones_in: tuple[int, ...]) -> Refusal | None:
    """A shape that drawn tombs have more of than there are."""
    laid = Counter(stone.shape for sheet in all_sheets for stone in sheet.tomb)
    for shape, count in zip(SHAPES, stones_in, strict=True):
        if laid[shape] > count:
            values = {"stone": Term(shape), "laid": laid[shape], "count": count}
            return Refusal("deadline.sheets_too_many", "setup", values, filled_in("tomb", all_sheets))
    return None


def check_together(setup: Setup, all_sheets: tuple[Sheet, ...]) -> Refusal | None:
    """Each announcement has its place, one seat at most brought the death, the box holds all stones,
    and the game is over; what the table cannot overrule first."""
    return most_binding(_against(setup, all_sheets))


def _against(setup: Setup, all_sheets: tuple[Sheet, ...]) -> Iterator[Refusal | None]:
    orders = sorted(sheet.declared for sheet in all_sheets if sheet.declared)
    if len(set(orders)) != len(orders):
        twice = [n for n, sheet in enumerate(all_sheets) if orders.count(sheet.declared) > 1]
        yield Refusal("deadline.sheets_order", "declare", at=sheet_fields("declared", twice))
    if sum(sheet.killer for sheet in all_sheets) > 1:
        yield Refusal("deadline.sheets_killer", "death", at=filled_in("killer", all_sheets))
    yield _too_many(all_sheets, stones_in_play(setup.seats))
    yield _too_many_in_all(setup, all_sheets)
    if _ruled_in_part(setup, all_sheets):
        yield Refusal("deadline.sheets_symmetry", "victory", at=filled_in("symmetry", all_sheets))
    if len(orders) < len(all_sheets) and not any(sheet.killer for sheet in all_sheets):
        building = tuple(Seat(n) for n, sheet in enumerate(all_sheets) if not sheet.declared)
        at = sheet_fields("declared", building)
        yield Refusal("deadline.not_over", "end", {"seats": building}, at, overridable=True)


def _too_many_in_all(setup: Setup, all_sheets: tuple[Sheet, ...]) -> Refusal | None:
    """Everybody keeps one stone in reserve; the others lie in tombs, aside or in the middle."""
    out = sum(len(sheet.tomb) + sheet.aside + 1 for sheet in all_sheets)
    count = sum(stones_in_play(setup.seats))
    if out <= count:
        return None
    at = filled_in("aside", all_sheets) + filled_in("tomb", all_sheets)
    return Refusal("deadline.sheets_too_many_in_all", "setup", {"laid": out, "count": count}, at)


def _ruled_in_part(setup: Setup, all_sheets: tuple[Sheet, ...]) -> bool:
    """Whether of tombs with equal points some have the table's place of symmetry and some have none."""
    ruled: dict[int | Amount, set[bool]] = {}
    for sheet, seat_lines in zip(all_sheets, lines(setup, all_sheets), strict=True):
        if sheet.declared:
            ruled.setdefault(total_of(seat_lines), set()).add(bool(sheet.symmetry))
    return any(len(found) > 1 for found in ruled.values())


def measure_skyline(setup: Setup, sheet: Sheet) -> tuple[int, int, int]:
    """Length, height and roofs."""
    if sheet.numbers:
        return sheet.numbers[0], sheet.numbers[1], sheet.numbers[2]
    tomb, _, _ = build_tomb(setup, sheet.tomb)
    return length(tomb), height(tomb), roofs(tomb)


def lines(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[tuple[ScoreLine, ...], ...]:
    """Size, roofs and stones set aside; a tomb never announced counts nothing."""
    return tuple(_lines(setup, sheet) for sheet in all_sheets)


def _lines(setup: Setup, sheet: Sheet) -> tuple[ScoreLine, ...]:
    if not sheet.declared:
        return tuple(
            ScoreLine(name, 0, "declare", (("undeclared", {}, 0),)) for name in ("size", "roofs", "aside")
        )
    long, high, tops = measure_skyline(setup, sheet)
    guessed = _assumed(setup, sheet)
    return (
        ScoreLine(
            "size", long * high, "count",
            (("size", {"length": long, "height": high}, long * high),), guessed,
        ),
        ScoreLine("roofs", -tops, "count", (("roofs", {"roofs": tops}, -tops),), guessed),
        ScoreLine(
            "aside", -PENALTY * sheet.aside, "aside",
            (("aside", {"stones": sheet.aside, "each": PENALTY}, -PENALTY * sheet.aside),),
        ),
    )  # fmt: skip


def _assumed(setup: Setup, sheet: Sheet) -> bool:
    """Whether a drawn tomb has stones whose silhouettes nobody compared with the box."""
    shapes = {stone.shape for stone in sheet.tomb}
    return not setup.options["geometry_checked"] and bool(shapes & assumed_shapes(get_preset(setup)))


def criteria(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[Criterion, ...]:
    """Who brought the death is last; announced tombs first; score, symmetry, earlier announcement."""
    announced = tuple(int(bool(sheet.declared)) for sheet in all_sheets)
    alive = tuple(int(not sheet.killer) for sheet in all_sheets)
    symmetries = tuple(_symmetry(setup, seat, sheet) for seat, sheet in enumerate(all_sheets))
    orders = tuple(sheet.declared for sheet in all_sheets)
    points = [sum(line.points or 0 for line in seat) for seat in lines(setup, all_sheets)]
    by_eye = tuple(sheet.symmetry if sheet.declared else 0 for sheet in all_sheets)
    ruled = (Criterion("ruled", "victory", by_eye, most_wins=False, tie_break=True),)
    return (
        Criterion("alive", "death", alive, flag=True),
        Criterion("announced", "declare", announced, required_to_win=True, flag=True),
        Criterion("points", "count", tuple(points)),
        *(ruled if any(by_eye) else ()),
        Criterion("symmetry", "victory", symmetries, tie_break=True),
        Criterion("earlier", "victory", orders, most_wins=False, tie_break=True),
    )


def _symmetry(setup: Setup, seat: int, sheet: Sheet) -> Fraction | Amount:
    """The share of the outline that its mirror image covers; unknown where only numbers were given.

    Where the table judged by eye, tombs it put level stay level.
    """
    if not sheet.declared or sheet.symmetry:
        return Fraction(0)
    if sheet.numbers:
        undrawn = Unknown("drawing", seat=seat, low=0, high=1, whole=False)
        return Amount(0, ((undrawn, 1),))
    return symmetry(build_tomb(setup, sheet.tomb)[0])


def provisional_sheets(state: State) -> tuple[Sheet, ...]:
    """Each tomb as if it were announced as it is."""
    return tuple(replace(sheet, declared=sheet.declared or 1) for sheet in score_sheets(state))


def sheet_form_data(setup: Setup, sheet: Sheet | None) -> dict[str, Any]:
    """The tomb of a sheet for the drawing board: what stands, where each stone would fit next."""
    tomb, count, _ = build_tomb(setup, sheet.tomb if sheet else ())
    strict = setup.options["strict_rule1"]
    return {
        **draw_tomb(tomb, get_preset(setup), sheet.aside if sheet else 0),
        "fits": {shape: find_fits(tomb, get_preset(setup), shape, strict=strict) for shape in SHAPES},
        "stands": count,
        "each_aside": -PENALTY,
    }
