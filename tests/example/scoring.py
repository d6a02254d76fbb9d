"""The score of Three Quarries, from the state of a game or from sheets that are entered by hand."""

from dataclasses import dataclass
from typing import Annotated

from companion.engine.game import Criterion, Refusal, ScoreLine, Setup, sum_score_lines
from companion.engine.json_data import Between
from companion.engine.refusal import RefusalKind
from companion.engine.words import Seat
from tests.example.parts import ALL_COLOURS, CAPSTONE, HAND, LEVELS, STONES, points_of
from tests.example.rules import HAND_FULL_REFUSAL
from tests.example.state import State, count_favoured_stones

SHEETS_TOO_MANY_REFUSAL = RefusalKind("example.sheets_too_many", "setup")
FAVOURED_TOO_MANY_REFUSAL = RefusalKind("example.favoured_too_many", "count")
NOT_OVER_REFUSAL = RefusalKind("example.not_over", "end", overridable=True)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one seat has at the end: its highest level, the stones in its hand, and those of its favoured
    colour.
    """

    levels: Annotated[int, Between(0, LEVELS)] = 0
    stones: Annotated[int, Between(0, STONES * len(ALL_COLOURS))] = 0
    favoured: Annotated[int, Between(0, STONES)] = 0


def score_sheets(state: State) -> tuple[Sheet, ...]:
    """Return the sheet of each seat in this state."""
    return tuple(
        Sheet(state.levels[seat], sum(state.hands[seat]), count_favoured_stones(state, seat))
        for seat in range(state.rules.seats)
    )


def check_sheet(setup: Setup, seat: int, sheet: Sheet) -> Refusal | None:
    """Return the refusal of a sheet with too many stones, or with more favoured stones than stones. None
    if it is valid.
    """
    if sheet.favoured > sheet.stones:
        return FAVOURED_TOO_MANY_REFUSAL({"favoured": sheet.favoured, "stones": sheet.stones})
    if sheet.stones <= HAND:
        return None
    return HAND_FULL_REFUSAL({"seat": Seat(seat), "most": HAND})


def check_together(setup: Setup, all_sheets: tuple[Sheet, ...]) -> Refusal | None:
    """Return the refusal of sheets with too many stones in all, or without a complete pyramid. None if
    they are valid.
    """
    held, box = sum(sheet.stones for sheet in all_sheets), STONES * len(ALL_COLOURS)
    if held > box:
        return SHEETS_TOO_MANY_REFUSAL({"held": held, "box": box})
    if max(sheet.levels for sheet in all_sheets) < LEVELS:
        return NOT_OVER_REFUSAL({"level": LEVELS})
    return None


def lines(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return each seat's score lines: levels, favoured stones and, with the option, all stones."""
    return tuple(_lines(setup, sheet) for sheet in all_sheets)


def _lines(setup: Setup, sheet: Sheet) -> tuple[ScoreLine, ...]:
    always = (_levels(setup, sheet), _stones("favoured", sheet.favoured))
    return (*always, _stones("stones", sheet.stones)) if setup.options["stones_count"] else always


def _levels(setup: Setup, sheet: Sheet) -> ScoreLine:
    lid = setup.options["lid"]
    points = {level: points_of(level, lid) for level in range(1, sheet.levels + 1)}
    parts = tuple(("level", {"level": level}, each) for level, each in points.items())
    if None in points.values():
        return ScoreLine("levels", None, "count", parts, unknown=((CAPSTONE, 1),))
    return ScoreLine("levels", sum(each or 0 for each in points.values()), "count", parts)


def _stones(category: str, count: int) -> ScoreLine:
    return ScoreLine(category, count, "count", ((category, {}, count),))


def criteria(setup: Setup, all_sheets: tuple[Sheet, ...]) -> tuple[Criterion, ...]:
    """Return the criteria of the ranking: the points, then the stones left. Equal seats share the win."""
    totals = tuple(sum_score_lines(seat_lines) for seat_lines in lines(setup, all_sheets))
    stones = tuple(sheet.stones for sheet in all_sheets)
    return (Criterion("points", "victory", totals), Criterion("stones", "victory", stones, tie_break=True))
