"""What counts at the end of Three Quarries, move by move or counted by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.engine.data import Between
from companion.engine.game import Criterion, Refusal, ScoreLine, Setup, total_of
from companion.engine.refusal import Why
from companion.engine.words import Seat
from tests.example.parts import COLOURS, HAND, LEVELS, POINTS, STONES
from tests.example.rules import HAND_FULL
from tests.example.state import State

SHEETS_TOO_MANY = Why("example.sheets_too_many", "setup")
NOT_OVER = Why("example.not_over", "end", overridable=True)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One seat at the end: its highest level, and the stones left in its hand."""

    levels: Annotated[int, Between(0, LEVELS)] = 0
    stones: Annotated[int, Between(0, STONES * len(COLOURS))] = 0


def sheets(state: State) -> tuple[Sheet, ...]:
    """The pyramids as they stand."""
    hands = (sum(hand) for hand in state.hands)
    return tuple(Sheet(built, stones) for built, stones in zip(state.levels, hands, strict=True))


def check_sheet(setup: Setup, seat: int, sheet: Sheet) -> Refusal | None:
    """No more stones than a hand holds, unless the table allowed one more."""
    if sheet.stones <= HAND:
        return None
    return HAND_FULL({"seat": Seat(seat), "most": HAND})


def check_together(setup: Setup, all_sheets: tuple[Sheet, ...]) -> Refusal | None:
    """All stones come out of one box, and somebody's pyramid is complete."""
    held, box = sum(sheet.stones for sheet in all_sheets), STONES * len(COLOURS)
    if held > box:
        return SHEETS_TOO_MANY({"held": held, "box": box})
    if max(sheet.levels for sheet in all_sheets) < LEVELS:
        return NOT_OVER({"level": LEVELS})
    return None


def lines(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[tuple[ScoreLine, ...], ...]:
    """The levels of each seat; with the switch, its stones too."""
    return tuple(_lines(setup, sheet) for sheet in all_sheets)


def _lines(setup: Setup, sheet: Sheet) -> tuple[ScoreLine, ...]:
    built = POINTS[: sheet.levels]
    parts = tuple(("level", {"level": n}, points) for n, points in enumerate(built, 1))
    levels = ScoreLine("levels", sum(built), "count", parts)
    if not setup.options["stones_count"]:
        return (levels,)
    return levels, ScoreLine("stones", sheet.stones, "count", (("stones", {}, sheet.stones),))


def criteria(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[Criterion, ...]:
    """Most points; level seats compare the stones they have left, then share the win."""
    totals = tuple(total_of(seat_lines) for seat_lines in lines(setup, all_sheets))
    stones = tuple(sheet.stones for sheet in all_sheets)
    return (
        Criterion("points", "victory", totals),
        Criterion("stones", "victory", stones, tie_break=True),
    )
