"""The score sheets of a count, and the points known so far."""

from typing import Any

from companion.engine.log import EffectiveMove, TallyStart
from companion.engine.tally import Tally
from companion.tables.queries import total
from companion.tables.state import TableState
from companion.web.table.count_fragments import Count, Sheet
from companion.web.table.games import GameFragments
from companion.web.table.viewer import SheetInCount


def make_count(table: TableState, game: GameFragments) -> Count:
    """Return the sheets of a table's count."""
    sheets = table.replay.state.sheets
    filled = tuple([sheet for sheet in sheets if sheet])
    missing = tuple([seat for seat, sheet in enumerate(sheets) if sheet is None])
    seat_sheets = tuple(
        [_make_sheet(table, game, seat, sheet, filled) for seat, sheet in enumerate(sheets)]
    )
    next_seats = tuple([_next_seat_without_sheet(seat, missing) for seat in range(len(sheets))])
    return Count(seat_sheets, missing, next_seats, table.replay.origin.scoring.sheet_type.__name__)


def make_count_to_change(
    table: TableState, game: GameFragments, step: EffectiveMove | TallyStart | None
) -> Count:
    """Return a count with only the sheet that this entry filled in, without sheets if it entered none.

    A sheet that the rules refuse is shown empty.
    """
    scoring, setup = table.replay.origin.scoring, table.replay.setup
    none = Count((), (), (None,) * table.seats, scoring.sheet_type.__name__)
    if not isinstance(step, EffectiveMove) or not isinstance(step.move, scoring.sheet_type):
        return none
    refusal = scoring.check_sheet(setup, step.seat, step.move)
    sheet = step.move if refusal is None or refusal.overridable else None
    return none._replace(sheets=(_make_sheet(table, game, step.seat, sheet, ()),))


def _make_sheet(
    table: TableState, game: GameFragments, seat: int, sheet: Any, filled: tuple[Any, ...]
) -> Sheet:
    setup = table.replay.setup
    choices = table.replay.origin.scoring.sheet_form_data(setup, sheet)
    return Sheet(seat, sheet, game.sheet_inputs(SheetInCount(sheet, choices, setup.options, filled)))


def _next_seat_without_sheet(seat: int, missing: tuple[int, ...]) -> int | None:
    """Return the next seat clockwise that has no sheet, other than this one.

    Return None if all others have one.
    """
    other_seats = [other for other in missing if other != seat]
    return min(other_seats, key=lambda other: (other < seat, other), default=None)


def points_so_far(table: TableState) -> list[dict[str, Any]]:
    """Return a dict for each seat with its points before all sheets are filled in.

    If a seat's points depend on other sheets, only ``at_least`` is known. Return [] if the table is not
    being counted, or if all sheets are filled in.
    """
    replay = table.replay
    if not isinstance(replay.state, Tally) or None not in replay.state.sheets:
        return []
    scoring = replay.origin.scoring
    lines_alone = scoring.partial_lines or (lambda setup, sheet: scoring.lines(setup, (sheet,))[0])
    of_seats = []
    for sheet in replay.state.sheets:
        lines = None if sheet is None else lines_alone(replay.setup, sheet)
        points = total(lines)
        depends_on_others = lines is not None and points is None and scoring.partial_lines is not None
        points_counted = sum(line.points or 0 for line in lines or ())
        secret, at_least = lines is None or depends_on_others, points_counted if depends_on_others else None
        of_seats.append({"points": points, "secret": secret, "at_least": at_least})
    return of_seats
