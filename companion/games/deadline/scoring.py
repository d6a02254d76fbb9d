"""What counts at the end: length times height less roofs, less stones set aside."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from companion.engine.data import AtMost, Between
from companion.engine.game import Criterion, Refusal, ScoreLine, Setup
from companion.engine.unknown import Amount, Unknown
from companion.engine.words import Term
from companion.games.deadline.moves import AtColumn, Turned
from companion.games.deadline.parts import PENALTY, SHAPES, Shape, Turn, turns
from companion.games.deadline.state import State
from companion.games.deadline.tomb import (
    CHAMBER,
    Fault,
    Tomb,
    complete,
    fault,
    height,
    lay,
    length,
    outline,
    places,
    roofs,
    symmetry,
    unfinished,
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

    tomb: Annotated[tuple[Stone, ...], AtMost(60)] = ()
    numbers: Annotated[tuple[Size, ...], AtMost(3)] = ()
    aside: Size = 0
    declared: Annotated[int, Between(0, 6)] = 0
    """First, second … to announce; 0: never."""
    killer: bool = False


def sheets(state: State) -> tuple[Sheet, ...]:
    """The tombs as they stand, with who announced when."""
    return tuple(
        Sheet(
            tuple(Stone(laid.shape, laid.turn, laid.column) for laid in tomb.stones),
            aside=state.aside[seat],
            declared=state.declared.index(seat) + 1 if seat in state.declared else 0,
            killer=seat == state.killer,
        )
        for seat, tomb in enumerate(state.tombs)
    )


def preset_of(setting: Setup) -> str:
    """The silhouettes the table plays with."""
    return str(setting.options["geometry"])


def raised(setting: Setup, stones: tuple[Stone, ...]) -> tuple[Tomb, int, Fault | None]:
    """The tomb as far as its stones may lie, how many do, and why the next one may not."""
    preset, strict = preset_of(setting), setting.options["strict_rule1"]
    tomb = CHAMBER
    for count, stone in enumerate(stones):
        held = turns(preset)[stone.shape]
        if stone.turn >= len(held):
            return tomb, count, Fault("deadline.no_such_turn")
        wrong = fault(tomb, held[stone.turn], stone.column, strict=strict)
        if wrong is not None:
            return tomb, count, wrong
        tomb = lay(tomb, preset, stone.shape, stone.turn, stone.column)
    return tomb, len(stones), None


def check_sheet(setting: Setup, seat: int, sheet: Sheet) -> Refusal | None:
    """A tomb that can stand, announced only when finished; or three numbers."""
    if sheet.numbers and (sheet.tomb or len(sheet.numbers) != 3 or min(sheet.numbers[:2]) < 1):
        return Refusal("deadline.sheet_shape", "count")
    if sheet.declared > setting.seats:
        return Refusal("deadline.sheet_order", "declare", {"count": setting.seats})
    if sheet.killer and sheet.declared:
        return Refusal("deadline.sheet_killer", "death")
    tomb, count, wrong = raised(setting, sheet.tomb)
    if wrong is not None:
        at = tuple(f"col-{column}" for column in (sheet.tomb[count].column, *wrong.columns))
        values = {
            "stone": Term(sheet.tomb[count].shape),
            "columns": len(wrong.columns),
            "number": count + 1,
        }
        return Refusal(wrong.code, "building", values, at)
    if sheet.declared and not sheet.numbers and not complete(tomb):
        flat, walls = unfinished(tomb)
        values = {"columns": len(flat), "walls": len(walls)}
        at = tuple(f"col-{column}" for column in (*flat, *walls))
        return Refusal(
            "deadline.flat_roof" if flat else "deadline.high_wall", "declare", values, at
        )
    return None


def check_together(setting: Setup, all_sheets: tuple[Sheet, ...]) -> Refusal | None:
    """Nobody shares an announcement's place; at most one brought the death."""
    orders = sorted(sheet.declared for sheet in all_sheets if sheet.declared)
    if len(set(orders)) != len(orders):
        return Refusal("deadline.sheets_order", "declare")
    if sum(sheet.killer for sheet in all_sheets) > 1:
        return Refusal("deadline.sheets_killer", "death")
    return None


def measures(setting: Setup, sheet: Sheet) -> tuple[int, int, int]:
    """Length, height and roofs."""
    if sheet.numbers:
        return sheet.numbers[0], sheet.numbers[1], sheet.numbers[2]
    tomb, _, _ = raised(setting, sheet.tomb)
    return length(tomb), height(tomb), roofs(tomb)


def lines(setting: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[tuple[ScoreLine, ...], ...]:
    """Size, roofs and stones set aside; a tomb never announced counts nothing."""
    return tuple(_lines(setting, sheet) for sheet in all_sheets)


def _lines(setting: Setup, sheet: Sheet) -> tuple[ScoreLine, ...]:
    if not sheet.declared:
        return tuple(
            ScoreLine(name, 0, "declare", (("undeclared", {}, 0),))
            for name in ("size", "roofs", "aside")
        )
    long, high, tops = measures(setting, sheet)
    return (
        ScoreLine("size", long * high, "count", (("size", {"length": long, "height": high}, long * high),)),
        ScoreLine("roofs", -tops, "count", (("roofs", {"roofs": tops}, -tops),)),
        ScoreLine(
            "aside", -PENALTY * sheet.aside, "aside",
            (("aside", {"stones": sheet.aside, "each": PENALTY}, -PENALTY * sheet.aside),),
        ),
    )  # fmt: skip


def criteria(setting: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[Criterion, ...]:
    """Who brought the death is last; announced tombs first; score, symmetry, earlier announcement."""
    announced = tuple(int(bool(sheet.declared)) for sheet in all_sheets)
    alive = tuple(int(not sheet.killer) for sheet in all_sheets)
    symmetries = tuple(_symmetry(setting, seat, sheet) for seat, sheet in enumerate(all_sheets))
    orders = tuple(sheet.declared for sheet in all_sheets)
    points = [sum(line.points or 0 for line in seat) for seat in lines(setting, all_sheets)]
    return (
        Criterion("alive", "death", alive, flag=True),
        Criterion("announced", "declare", announced, needed=True, flag=True),
        Criterion("points", "count", tuple(points)),
        Criterion("symmetry", "victory", symmetries, tie_break=True),
        Criterion("earlier", "victory", orders, most_wins=False, tie_break=True),
    )


def _symmetry(setting: Setup, seat: int, sheet: Sheet) -> Fraction | Amount:
    """The share of the outline that its mirror image covers; unknown where only numbers were given."""
    if not sheet.declared:
        return Fraction(0)
    if sheet.numbers:
        undrawn = Unknown("drawing", seat=seat, low=0, high=1, whole=False)
        return Amount(0, ((undrawn, 1),))
    return symmetry(raised(setting, sheet.tomb)[0])


def draw(setting: Setup, sheet: Sheet | None) -> dict[str, Any]:
    """The tomb of a sheet for the drawing board: what stands, where each stone would fit next."""
    tomb, count, wrong = raised(setting, sheet.tomb if sheet else ())
    found = drawing(tomb, preset_of(setting))
    strict = setting.options["strict_rule1"]
    found["fits"] = {
        shape: fitting(tomb, preset_of(setting), shape, strict=strict) for shape in SHAPES
    }
    found["stands"] = count
    found["wrong"] = wrong.code if wrong else ""
    return found


def drawing(tomb: Tomb, preset: str) -> dict[str, Any]:
    """A tomb as plain data: outlines, measures, what is still missing."""
    flat, walls = unfinished(tomb)
    return {
        "left": tomb.left,
        "right": tomb.right,
        "stones": [
            {
                "shape": laid.shape, "turn": laid.turn, "column": laid.column,
                "outline": _drawn(turns(preset)[laid.shape][laid.turn], laid.column, laid.height),
            }
            for laid in tomb.stones
        ],
        "length": length(tomb),
        "height": height(tomb),
        "roofs": roofs(tomb),
        "points": length(tomb) * height(tomb) - roofs(tomb),
        "complete": not flat and not walls,
        "flat": list(flat),
        "walls": list(walls),
        "mirrored": str(symmetry(tomb)),
    }  # fmt: skip


def _drawn(held: Turn, column: int, height: int) -> list[list[int]]:
    """A stone's outline as plain data."""
    return [list(point) for point in outline(held, column, height)]


def fitting(tomb: Tomb, preset: str, shape: Shape, *, strict: bool) -> list[dict[str, Any]]:
    """For each way to hold a stone, where it fits and what the tomb would measure then."""
    found: list[dict[str, Any]] = [
        {"turn": number, "outline": _drawn(held, 0, 0), "places": []}
        for number, held in enumerate(turns(preset)[shape])
    ]
    for number, column in places(tomb, preset, shape, strict=strict):
        after = lay(tomb, preset, shape, number, column)
        laid = after.stones[-1]
        found[number]["places"].append(
            {
                "column": column, "length": length(after), "height": height(after),
                "roofs": roofs(after), "complete": complete(after),
                "outline": _drawn(turns(preset)[shape][number], column, laid.height),
            }
        )  # fmt: skip
    return found
