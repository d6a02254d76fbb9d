"""What the page of a count shows: the sheets, who comes next, and what each has so far."""

from __future__ import annotations

from typing import Any

from companion.engine.log import EffectiveMove, TallyStart
from companion.engine.tally import Tally
from companion.tables.queries import total
from companion.tables.state import TableState
from companion.web.table.count_fragments import Count, Sheet
from companion.web.table.games import GameFragments
from companion.web.table.viewer import SheetInCount


def count_for(table: TableState, game: GameFragments) -> Count:
    """A table's count: the sheets so far, and by seat the next one without a sheet."""
    sheets = table.replay.state.sheets
    filled = tuple([sheet for sheet in sheets if sheet])
    missing = tuple([seat for seat, sheet in enumerate(sheets) if sheet is None])
    shown = [_sheet(table, game, seat, sheet, filled) for seat, sheet in enumerate(sheets)]
    after = [_after(seat, missing) for seat in range(len(sheets))]
    return Count(tuple(shown), missing, tuple(after), table.replay.origin.scoring.sheet_type.__name__)


def count_to_change(
    table: TableState, game: GameFragments, step: EffectiveMove | TallyStart | None
) -> Count:
    """In place of everybody's sheets the one that an entry filled in; none where it was no sheet. One that
    the rules refuse is drawn as an empty one."""
    scoring, setup = table.replay.origin.scoring, table.replay.setup
    none = Count((), (), (None,) * table.seats, scoring.sheet_type.__name__)
    if not isinstance(step, EffectiveMove) or not isinstance(step.move, scoring.sheet_type):
        return none
    refusal = scoring.check_sheet(setup, step.seat, step.move)
    sheet = step.move if refusal is None or refusal.overridable else None
    return none._replace(sheets=(_sheet(table, game, step.seat, sheet, ()),))


def _sheet(table: TableState, game: GameFragments, seat: int, sheet: Any, filled: tuple[Any, ...]) -> Sheet:
    setup = table.replay.setup
    choices = table.replay.origin.scoring.sheet_form_data(setup, sheet)
    return Sheet(seat, sheet, game.sheet_inputs(SheetInCount(sheet, choices, setup.options, filled)))


def _after(seat: int, missing: tuple[int, ...]) -> int | None:
    """The next seat clockwise that is missing, but this one."""
    others = [other for other in missing if other != seat]
    return min(others, key=lambda other: (other < seat, other), default=None)


def points_so_far(table: TableState) -> list[dict[str, Any]]:
    """What the head says of each seat before all sheets are in: its ``points``, or, where others bear on
    them, what they are ``at_least``; nothing at all once the scores say it."""
    replay = table.replay
    if not isinstance(replay.state, Tally) or None not in replay.state.sheets:
        return []
    scoring = replay.origin.scoring
    alone = scoring.partial_lines or (lambda setup, sheet: scoring.lines(setup, (sheet,))[0])
    of_seats = []
    for sheet in replay.state.sheets:
        lines = None if sheet is None else alone(replay.setup, sheet)
        points = total(lines)
        waits = lines is not None and points is None and scoring.partial_lines is not None
        counted = sum(line.points or 0 for line in lines or ())
        secret, at_least = lines is None or waits, counted if waits else None
        of_seats.append({"points": points, "secret": secret, "at_least": at_least})
    return of_seats
