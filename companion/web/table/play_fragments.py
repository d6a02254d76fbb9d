"""The fragments of a table's page during a game or a count by hand, with their arguments."""

from typing import Any, NamedTuple

from companion.engine.log import EffectiveMove
from companion.engine.replay import Step
from companion.engine.tally import Tally
from companion.games import GAMES_BY_SLUG
from companion.tables.queries import total_points
from companion.tables.state import TableState
from companion.web.common.page_fragments import HtmlByName, Macros, load_macros
from companion.web.table.end_fragments import end_fragments
from companion.web.table.games import get_game_fragments
from companion.web.table.viewer import PublicTable, Viewer

TEMPLATE = "fragments/table.html"


def page_fragments(table: PublicTable, viewer: Viewer) -> dict[str, str]:
    """Return the fragments of a table's page for one viewer, during a game or a count by hand."""
    draw, game, guide = load_macros(TEMPLATE, table.slug), get_game_fragments(table.slug), viewer.guide
    game_template = f"games/{table.slug}/{'count' if table.counting else 'fragments'}.html"
    draw_game = load_macros(game_template, table.slug)
    draw_end = game.end_fragments if viewer.end and viewer.may_enter else None
    page = {
        **_head_fragments(draw, table, viewer),
        "play": draw.play_layout(guide is not None, table.counting, viewer.amending is not None),
        **end_fragments(table, viewer, draw_end(table, viewer) if draw_end else {}),
    }
    if guide is not None:
        page["guide"] = draw.guide(table.code, guide, table.choices)
    if table.counting:
        return {**page, **count_fragments(draw, draw_game, table, viewer)}
    return {
        **page,
        "entry": draw.entry(viewer.entered),
        "prompt": _prompt_fragment(draw, table, viewer),
        "below": draw.below(viewer.is_table_page),
        **game.fragments(draw_game, table, viewer),
    }


def _head_fragments(draw: Macros, table: PublicTable, viewer: Viewer) -> HtmlByName:
    code, last, is_over, may_enter = table.code, table.last, viewer.turn == "over", viewer.may_enter
    news = None if viewer.news and table.ended and viewer.news.kind == "move" else viewer.news
    is_asked_for = bool(table.invalid_entries or table.asks or viewer.agreement)
    page = {
        "table": draw.table(code, viewer.is_table_page),
        "now": draw.version_data(
            table.version, table.entry_hash, table.phones, table.tag,
            None if table.tag is None else last.seq if last else 0,
        ),
        "turn": draw.turn_data(viewer.tag, viewer.turn, viewer.seat in table.waits_for),
        "seats": draw.seats(len(table.seats)),
        "news": draw.news(
            code, may_enter and is_asked_for, table.ended, news, table.choices, table.invalid_entries,
            table.practice_table, table.asks, viewer.agreement, last if viewer.agreement else None,
        ),
    }  # fmt: skip
    for row in viewer.visible_rows(table):
        n = row.number
        page[f"seat-of-{n}"] = draw.seat_of(n, row.name, row.turn, row.last)
        page[f"points-of-{n}"] = draw.points_of(
            n, n == viewer.seat, row.points, row.secret, row.at_least, row.as_it_stands
        )
    if not viewer.is_table_page:
        return page
    is_own_last = last is not None and last.seat in viewer.own_seats
    is_asked = may_enter and last is not None and not (is_own_last and viewer.is_awaited)
    just_entered = last is not None and is_own_last and last.seq == table.version
    shows_just_entered = just_entered and viewer.turn == "others"
    redo_seq = table.redo_seq if may_enter else None
    enters_for = viewer.seat if viewer.acting is None else viewer.acting
    guided_for = enters_for if may_enter and table.has_guide and not viewer.guide else None
    page |= {
        "head": draw.head(False),
        "question": draw.question(
            viewer.question, *((table.names, table.host) if viewer.question else ((), None)), code
        ),
        "undo": draw.undo_button(code, may_enter, is_asked, last is not None),
        "just-entered": draw.just_entered(last.seq if last and shows_just_entered else None),
        "menu": draw.menu(code, may_enter, is_over, last is None),
        "guide-me": draw.guide_me(code, guided_for),
        "redo": draw.redo_button(code, redo_seq, viewer.redo if may_enter else "", viewer.is_awaited),
        "own-seat-only": draw.own_seat_only(code, viewer.for_others),
        "together": draw.intro_page_link(code, viewer.together),
    }
    if is_asked and last:
        page["said-last"] = draw.last_sentence(last.sentence)
    return page


def _prompt_fragment(draw: Macros, table: PublicTable, viewer: Viewer) -> str:
    acting, waits_for = viewer.acting, table.waits_for
    is_past = viewer.is_table_page and viewer.turn == "others"
    last_turn = table.names[waits_for[0]] if is_past and len(waits_for) == 1 else None
    for_another = viewer.is_table_page and acting is not None and acting != viewer.seat
    shows_name = for_another and (viewer.for_one or not viewer.for_everybody)
    return draw.prompt(
        table.code, viewer.is_table_page, viewer.prompt, viewer.turn, table.version if is_past else None,
        last_turn, viewer.can_play, acting,
        table.names[acting] if shows_name and acting is not None else None, viewer.for_one,
    )  # fmt: skip


class SeatSheet(NamedTuple):
    """One seat's score sheet in a count by hand, with further data for the macro of its form."""

    seat: int
    sheet: Any
    """None if nobody has filled it in yet."""
    data: Any


class SheetForm(NamedTuple):
    """The data for the form of one score sheet, apart from the values on the sheet."""

    code: str
    number: int
    name: str
    move: str
    """The class name of the move that enters the sheet."""
    is_filled: bool
    is_first: bool
    """Whether this form is visible when the page opens."""
    next: int | None
    """The seat whose form comes next; None if all other sheets are filled in."""
    next_name: str
    amending: int | None
    """The number of the entry that the form changes, or None."""
    asks: bool
    """Whether the result depends on a value that nobody has entered yet."""
    seats: int


def count_fragments(draw: Macros, draw_game: Macros, table: PublicTable, viewer: Viewer) -> HtmlByName:
    """Return the fragments of a count by hand: a form for each sheet, or its points if it is read-only."""
    seat_sheets: tuple[SeatSheet, ...] = table.board
    move = GAMES_BY_SLUG[table.slug].scoring.sheet_type.__name__
    can_fill_in, is_amending = viewer.may_enter and not table.ended, viewer.amending is not None
    can_close = can_fill_in and not is_amending
    page = {"board": draw.count(tuple([sheet.seat for sheet in seat_sheets]), can_fill_in, can_close)}
    if can_close:
        page["close-count"] = draw.close_count(table.code, viewer.acting or 0)
    missing = () if is_amending else tuple([n for n, sheet, _ in seat_sheets if sheet is None])
    first = missing[0] if missing and viewer.seat not in missing else viewer.seat or 0
    for n, sheet, data in seat_sheets:
        name, is_first = table.names[n], is_amending or n == first
        next_seat = _next_seat_without_sheet(n, missing)
        if can_fill_in:
            form = SheetForm(
                table.code, n, name, move, sheet is not None, is_first, next_seat,
                "" if next_seat is None else table.names[next_seat], viewer.amending, bool(table.asks),
                len(table.names),
            )  # fmt: skip
            page[f"board-{n}"] = draw_game.sheet(form, sheet, data)
        else:
            page[f"board-{n}"] = draw.counted_points(n, name, table.seats[n].points, is_first)
    return page


def make_count_sheets(table: TableState) -> tuple[SeatSheet, ...]:
    """Return the score sheets of all seats in the count at a table."""
    sheets = table.replay.state.sheets
    filled = tuple([sheet for sheet in sheets if sheet])
    return tuple([_make_seat_sheet(table, n, sheet, filled) for n, sheet in enumerate(sheets)])


def make_one_count_sheet(table: TableState, step: Step | None) -> tuple[SeatSheet, ...]:
    """Return only the score sheet that the move ``step`` filled in, to be changed. Empty if there is none.

    A sheet that the rules refuse is shown empty.
    """
    scoring, setup = table.replay.origin.scoring, table.replay.setup
    if not isinstance(step, EffectiveMove) or not isinstance(step.move, scoring.sheet_type):
        return ()
    refusal = scoring.check_sheet(setup, step.seat, step.move)
    sheet = step.move if refusal is None or refusal.overridable else None
    return (_make_seat_sheet(table, step.seat, sheet, ()),)


def _make_seat_sheet(table: TableState, seat: int, sheet: Any, filled: tuple[Any, ...]) -> SeatSheet:
    data = table.replay.origin.scoring.sheet_form_data(table.replay.setup, sheet, filled)
    return SeatSheet(seat, sheet, get_game_fragments(table.slug).freeze_sheet_data(data))


def _next_seat_without_sheet(seat: int, missing: tuple[int, ...]) -> int | None:
    other_seats = [other for other in missing if other != seat]
    return min(other_seats, key=lambda other: (other < seat, other), default=None)


def points_so_far(table: TableState) -> list[dict[str, Any]]:
    """Return the known points of each seat in an unfinished count, or an empty list without such a count.

    Each dict has the fields ``points``, ``secret`` and ``at_least`` of ``SeatRow``. If a seat's points
    depend on the sheets of other seats, only ``at_least`` is known.
    """
    replay = table.replay
    if not isinstance(replay.state, Tally) or None not in replay.state.sheets:
        return []
    scoring = replay.origin.scoring
    lines_alone = scoring.partial_lines or (lambda setup, sheet: scoring.lines(setup, (sheet,))[0])
    of_seats = []
    for sheet in replay.state.sheets:
        lines = None if sheet is None else lines_alone(replay.setup, sheet)
        points = total_points(lines)
        depends_on_others = lines is not None and points is None and scoring.partial_lines is not None
        points_counted = sum(line.points or 0 for line in lines or ())
        secret, at_least = lines is None or depends_on_others, points_counted if depends_on_others else None
        of_seats.append({"points": points, "secret": secret, "at_least": at_least})
    return of_seats
