"""The pages of what was entered: the log, the change of an entry, the points, and numbers from the box."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from flask import Response, request
from markupsafe import Markup

from companion.engine.game import Option
from companion.engine.log import EffectiveMove, TallyStart
from companion.engine.replay import Replay, iterate_steps_with_states, probe_state
from companion.sentences.news import format_signed, make_pictured_news
from companion.sentences.phrases import table_phrases
from companion.sentences.presenters import log_sentence
from companion.services import tables
from companion.tables import log_lines, queries
from companion.tables.concurrency import yielding_control
from companion.tables.errors import NotFound, call_or_none
from companion.tables.links import Member, require_player
from companion.tables.state import TableState
from companion.web.common.http import TableBlueprint, move_to_form, parse_int, parse_seat, see_other
from companion.web.common.jinja_environment import render_table_page
from companion.web.common.page_fragments import render_fragment
from companion.web.device.acting_for import OWN_SEAT_ONLY
from companion.web.table.games import get_game_fragments
from companion.web.table.play_fragments import make_one_count_sheet, page_fragments
from companion.web.table.public_table import (
    legal_moves_by_class_name,
    make_shared_page,
    make_viewer,
    whose_turn,
)

bp = TableBlueprint("log", __name__, url_prefix="/t/<code>")
LOG_PAGE_SIZE = 100
MAX_SCORE_CHANGES = 30
"""How many of the newest changes of a score are listed. The log contains them all."""


def log_page_entry_numbers(version: int, before: int = 0) -> range:
    """Return the numbers of the entries on the log's newest page, or on the page before ``before``.

    The newest page has up to 200 entries, so that it never has only a few.

    >>> log_page_entry_numbers(250), log_page_entry_numbers(250, 101)
    (range(101, 251), range(1, 101))
    """
    if 1 < before <= version:
        return range(max(1, before - LOG_PAGE_SIZE), before)
    return range(max(0, (version - 1) // LOG_PAGE_SIZE - 1) * LOG_PAGE_SIZE + 1, version + 1)


def log_url_suffix(version: int, seq: int) -> str:
    """Return the query and fragment with which the log shows entry ``seq``; the newest is ``version``."""
    if seq in log_page_entry_numbers(version):
        return f"#entry-{seq}"
    return f"?before={max(0, seq - 1) // LOG_PAGE_SIZE * LOG_PAGE_SIZE + LOG_PAGE_SIZE + 1}#entry-{seq}"


@bp.get("/log")
def show_log(table: TableState, member: Member) -> str:
    """Show a page of the log: only entries before the number ``before`` and of ``seat``, if given."""
    phrases = table_phrases(table)
    only_seat = parse_seat(request.args.get("seat"), table.seats)
    entries = log_page_entry_numbers(table.version, parse_int(request.args.get("before"), 0))
    viewer = member.seat
    lines = [
        (line, log_sentence(phrases, line), make_pictured_news(phrases, line))
        for line in reversed(log_lines.read_log(tables().store, table, viewer, entries))
        if only_seat is None or line.seat == only_seat
    ]
    seat_query = {} if only_seat is None else {"seat": only_seat}
    older = f"?{urlencode({**seat_query, 'before': entries.start})}" if entries.start > 1 else None
    newer = None
    if entries.stop <= table.version:
        after = entries.stop + LOG_PAGE_SIZE
        last = after > log_page_entry_numbers(table.version).start
        newer = f"?{urlencode(seat_query if last else {**seat_query, 'before': after})}"
    changes = call_or_none(table.id, table.version, queries.point_changes, table, viewer) or {}
    return render_table_page(
        "log.html", table, member=member, lines=lines, point_changes=changes, signed=format_signed,
        only=only_seat, older=older, newer=newer,
    )  # fmt: skip


@bp.get("/change/<int:seq>")
def show_amend_form(table: TableState, member: Member, seq: int) -> str:
    """Show the board before an entry, with a form that changes this entry."""
    require_player(member)
    step = next((s for s in table.replay.log.effective_moves() if s.seq == seq), None)
    past = table_before_entry(table, seq)
    line = _line_in_force(table, member.seat, seq)
    form_values = move_to_form(line.move, line.seat, line.data)
    table_html = html_before_entry(table, past, member, seq, step, form_values)
    sentence = log_sentence(table_phrases(table), line)
    return render_table_page("change.html", table, amending=seq, sentence=sentence, table_html=table_html)


def _line_in_force(table: TableState, viewer: int | None, seq: int) -> log_lines.LogLine:
    changes = {entry.seq for entry in table.replay.log.effective if entry.of == seq}
    lines = log_lines.read_log(tables().store, table, viewer, changes | {seq})
    amended = [line for line in lines if line.seq == seq or (line.kind == "amend" and line.of == seq)]
    return [line for line in amended if line.in_force][-1]


def table_before_entry(table: TableState, seq: int) -> TableState:
    """Return the table before the entry ``seq``. Raise NotFound if the entry is missing or was undone."""
    replay = table.replay
    steps = replay.log.effective_moves()
    if not any(step.seq == seq and not isinstance(step, TallyStart) for step in steps):
        raise NotFound("table.no_such_entry", entry=seq)
    states = yielding_control(iterate_steps_with_states(replay))
    reached = ((game, state) for step, game, state in states if step.seq == seq)
    game, state = next(reached, (replay.game, replay.state))
    try:
        probe_state(game, replay.setup, state)
    except Exception as fault:  # the current state of the table may still be shown
        raise NotFound("table.cannot_be_shown") from fault
    past = Replay(replay.origin, replay.initial_setup, game, replay.setup, replay.log, state)
    return replace(table, replay=past, newest=None)


def html_before_entry(
    table: TableState, past: TableState, member: Member, seq: int, step: EffectiveMove | TallyStart | None,
    form_values: Mapping[str, Any],
) -> Markup:  # fmt: skip
    """Return the HTML of a table before the entry ``seq``, with a form that contains ``form_values``.

    ``past`` is the table at that time, and ``step`` the entry's move. The member sees only what ``table``
    does not hide today.
    """
    shared = make_shared_page(past, None)
    seat = step.seat if isinstance(step, EffectiveMove) and step.seat >= 0 else None
    public, viewer = shared.table, make_viewer(shared, past, member, OWN_SEAT_ONLY)
    me, awaited, counting = viewer.seat, shared.awaited, public.counting
    view = queries.past_view(past, table, me)
    turn = whose_turn(me, seat, public.waits_for, is_over=public.ended)
    game = get_game_fragments(table.slug)
    board = make_one_count_sheet(table, step) if counting else game.make_board_data(view)
    uses_legal_moves = seat is not None and game.USES_LEGAL_MOVES and not counting
    shows_legal = uses_legal_moves and queries.is_still_visible(past, table, me)
    public = public._replace(invalid_entries=(), practice_table=None, ended=False, view=view, board=board)
    viewer = viewer._replace(
        acting=seat, own_seats=() if seat is None else (seat,), turn=turn, can_play=seat is not None,
        agreement=None, end=None, own={} if me is None else view, amending=seq,
        legal=legal_moves_by_class_name(past, seat) if shows_legal else {},
        prompt=shared.phrases.prompt(awaited, seat, own=turn == "mine") if awaited else "",
        entered=json.dumps(form_values, separators=(",", ":")) if form_values else "",
    )  # fmt: skip
    return Markup(render_fragment(page_fragments(public, viewer)))


@bp.get("/scores")
def show_scores(table: TableState, member: Member) -> str | Response:
    """Show the points of all seats and how they add up. The query's ``seat`` comes first."""
    if table.vacant is not None:
        return see_other(f"/t/{table.code}")
    return scores_page(table, member, parse_seat(request.args.get("seat"), table.seats))


def scores_page(table: TableState, member: Member, first: int | None = None) -> str:
    """Return the page of all points as HTML. The seat ``first`` comes before all others."""
    shared = make_shared_page(table, None)
    public, viewer = shared.table, make_viewer(shared, table, member, OWN_SEAT_ONLY)
    seats = sorted(viewer.visible_rows(public), key=lambda seat: seat.number != first)
    history = queries.score_history(table, provisional=True).changes
    hidden = {seat.number for seat in seats if seat.secret}
    changes = {key: all_[-MAX_SCORE_CHANGES:] for key, all_ in history.items() if key[0] not in hidden}
    entries = frozenset(change.seq for newest in changes.values() for change in newest)
    lines = log_lines.read_log(tables().store, table, viewer.seat, entries - {0})
    return render_table_page(
        "scores.html", table, member=member, seats=seats, counting=public.counting, ended=public.ended,
        scores=queries.scores(table, viewer.seat, provisional=True), agreement=viewer.agreement,
        late=_options_settable_after_start(table), changes=changes,
        sentences={line.seq: log_sentence(shared.phrases, line) for line in lines},
        pages={seq: log_url_suffix(table.version, seq) for seq in entries},
    )  # fmt: skip


@bp.get("/box")
def show_printed_options(table: TableState, member: Member) -> str:
    """Show the options that are printed in the game's box, with forms to fill them in."""
    return render_table_page("box.html", table, member=member, late=_options_settable_after_start(table))


def _options_settable_after_start(table: TableState) -> list[Option]:
    return [o for o in table.replay.origin.meta.options if o.late and table.mode in o.modes]
