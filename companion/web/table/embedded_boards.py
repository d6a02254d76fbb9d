"""Boards on pages other than the table's own: before an entry, of a recorded play, of a rule example."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from companion.engine.log import EffectiveMove, TallyStart
from companion.engine.replay import Replay, iterate_steps_with_states, probe_state
from companion.tables import queries
from companion.tables.concurrency import yielding_control
from companion.tables.errors import NotFound
from companion.tables.links import Member
from companion.tables.state import TableState
from companion.web.common.page_fragments import HtmlByName, render_fragment
from companion.web.device.acting_for import OWN_SEAT_ONLY, ActingFor
from companion.web.table.play_fragments import make_one_count_sheet
from companion.web.table.public_table import (
    SharedPage,
    legal_moves_by_class_name,
    make_shared_page,
    make_viewer,
    whose_turn,
)
from companion.web.table.viewer import PublicTable


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
    shared, seat = make_shared_page(past, None), getattr(step, "seat", None)
    public, viewer = shared.table, make_viewer(shared, past, member, OWN_SEAT_ONLY)
    me, awaited, counting = viewer.seat, shared.awaited, public.counting
    view = queries.past_view(past, table, me)
    turn = whose_turn(me, seat, public.waits_for, is_over=public.ended)
    game = shared.game
    board = make_one_count_sheet(table, game, step) if counting else game.make_board_data(view)
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
    return Markup(render_fragment(shared.page_for(viewer, public)))


def board_html(table: TableState, member: Member, acting_for: ActingFor) -> Markup:
    """Return the HTML inside the board's element, as this member sees the table."""
    shared = make_shared_page(table, None)
    return _inner_board_html(shared.page_for(make_viewer(shared, table, member, acting_for)))


def recorded_position_html(shared: SharedPage, public: PublicTable, acting: int | None) -> dict[str, str]:
    """Return HTML of a position: ``board``, ``seats_in_head``, ``result``. ``acting`` is shown first."""
    viewer = make_viewer(shared, shared.state, None, OWN_SEAT_ONLY)
    page = shared.page_for(viewer if acting is None else viewer._replace(acting=acting), public)
    result = Markup(render_fragment(page, "result")) if "result" in page else ""
    return {
        "board": _inner_board_html(page),
        "seats_in_head": Markup(render_fragment(page, "seats")),
        "result": result,
    }


def _inner_board_html(page: HtmlByName) -> Markup:
    board = render_fragment(page, "board")
    return Markup(board[board.index(">") + 1 : board.rindex("</")])
