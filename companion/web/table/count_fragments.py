"""The score sheets of a count, in which the points are counted by hand, and their fragments."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.engine.log import EffectiveMove, TallyStart
from companion.engine.tally import Tally
from companion.tables.queries import total
from companion.tables.state import TableState
from companion.web.common.page_fragments import Fragments, FrozenDict, Page
from companion.web.table.games import GameFragments
from companion.web.table.viewer import PublicTable, Viewer


class Sheet(NamedTuple):
    """A seat's score sheet, and further data for its form."""

    seat: int
    sheet: Any
    """None if nobody has filled it in yet."""
    data: Mapping[str, Any]


class Count(NamedTuple):
    """The data of a count that its fragments show."""

    sheets: tuple[Sheet, ...]
    """The sheets of all seats, or only the sheet that is changed."""
    move: str
    """The class name of the move that enters a sheet."""


def make_count(table: TableState, game: GameFragments) -> Count:
    """Return the sheets of a table's count."""
    sheets = table.replay.state.sheets
    filled = tuple([sheet for sheet in sheets if sheet])
    of_seats = [_make_sheet(table, game, seat, sheet, filled) for seat, sheet in enumerate(sheets)]
    return Count(tuple(of_seats), table.replay.origin.scoring.sheet_type.__name__)


def make_count_to_change(
    table: TableState, game: GameFragments, step: EffectiveMove | TallyStart | None
) -> Count:
    """Return a count with only the sheet that this entry filled in; one that is refused is empty."""
    scoring = table.replay.origin.scoring
    none = Count((), scoring.sheet_type.__name__)
    if not isinstance(step, EffectiveMove) or not isinstance(step.move, scoring.sheet_type):
        return none
    refusal = scoring.check_sheet(table.replay.setup, step.seat, step.move)
    sheet = step.move if refusal is None or refusal.overridable else None
    return none._replace(sheets=(_make_sheet(table, game, step.seat, sheet, ()),))


def _make_sheet(
    table: TableState, game: GameFragments, seat: int, sheet: Any, filled: tuple[Any, ...]
) -> Sheet:
    setup = table.replay.setup
    choices = table.replay.origin.scoring.sheet_form_data(setup, sheet)
    data = game.sheet_data(choices, sheet=sheet, sheets=filled, options=setup.options)
    return Sheet(seat, sheet, data)


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


def count_fragments(draw: Fragments, draw_game: Fragments, table: PublicTable, viewer: Viewer) -> Page:
    """Return the fragments of a count. Each seat has a form."""
    count: Count = table.count
    can_fill_in, is_amending = viewer.may_enter and not table.ended, viewer.amending is not None
    can_close = can_fill_in and not is_amending
    page = {"board": draw.count(tuple([sheet.seat for sheet in count.sheets]), can_fill_in, can_close)}
    if can_close:
        page["close-count"] = draw.close_count(table.code, viewer.acting or 0)
    missing = [seat for seat, sheet, _ in count.sheets if sheet is None and not is_amending]
    first = missing[0] if missing and viewer.seat not in missing else viewer.seat or 0
    for n, sheet, data in count.sheets:
        name, is_first = table.names[n], is_amending or n == first
        if not can_fill_in:
            page[f"board-{n}"] = draw.counted_points(n, name, table.seats[n].points, is_first)
            continue
        # The next form is that of the next seat clockwise that has no sheet.
        others = [seat for seat in missing if seat != n]
        next_seat = min(others, key=lambda seat: (seat < n, seat), default=None)
        form = {
            "code": table.code, "number": n, "name": name, "move": count.move, "seats": len(table.names),
            "is_filled": sheet is not None, "is_first": is_first, "next": next_seat,
            "next_name": "" if next_seat is None else table.names[next_seat],
            "amending": viewer.amending, "asks": bool(table.asks),
        }  # fmt: skip
        page[f"board-{n}"] = draw_game.sheet(FrozenDict(form), sheet, data)
    return page
