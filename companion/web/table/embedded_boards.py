"""Boards on pages other than the table's own: before an entry, of a recorded play, of a rule example."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from markupsafe import Markup

from companion.engine.log import EffectiveMove, TallyStart
from companion.engine.replay import Replay, probe_state, states_before
from companion.engine.tally import Tally
from companion.engine.words import Term
from companion.games.examples import Example, Verdict, judge_example, load_examples
from companion.sentences.phrases import Phrasebook
from companion.tables import queries
from companion.tables.errors import NotFound
from companion.tables.links import Member
from companion.tables.names import name_key
from companion.tables.state import TableState
from companion.tables.write_locks import yielding_control
from companion.web.common.page_fragments import Page, render_fragment
from companion.web.common.static_board import make_static_board
from companion.web.device.acting_for import OWN_SEAT_ONLY, ActingFor
from companion.web.table.count_fragments import make_count_to_change
from companion.web.table.public_table import (
    SharedPage,
    legal_moves_by_name,
    make_shared_page,
    make_viewer,
    turn_of,
)
from companion.web.table.viewer import PublicTable


def earlier_table(table: TableState, seq: int) -> TableState:
    """Return the table as it was before the entry ``seq``. Raise NotFound if no such entry is in force."""
    replay = table.replay
    steps = replay.log.effective_moves()
    if not any(step.seq == seq and not isinstance(step, TallyStart) for step in steps):
        raise NotFound("table.no_such_entry", entry=seq)
    states = yielding_control(states_before(replay))
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
    """Return the page before an entry, with its form filled in. It shows only what may be seen today."""
    shared, seat = make_shared_page(past, None), getattr(step, "seat", None)
    public, viewer = shared.table, make_viewer(shared, past, member, OWN_SEAT_ONLY)
    me, awaited, counting = viewer.seat, shared.awaited, public.counting
    view = queries.past_view(past, table, me)
    turn = turn_of(me, seat, public.waits_for, is_over=public.ended)
    count = make_count_to_change(table, shared.game, step) if counting else None
    uses_legal_moves = seat is not None and shared.game.USES_LEGAL_MOVES and not counting
    shows_legal = uses_legal_moves and queries.is_still_visible(past, table, me)
    public = public._replace(
        invalid_entries=(), practice_table=None, ended=False, count=count,
        view={} if counting else shared.game.prepare(view),
    )  # fmt: skip
    viewer = viewer._replace(
        acting=seat, own_seats=() if seat is None else (seat,), turn=turn, can_play=seat is not None,
        agreement=None, end=None, own={} if me is None else view, amending=seq,
        legal=legal_moves_by_name(past, seat) if shows_legal else {},
        prompt=shared.phrases.prompt(awaited, seat, own=turn == "mine") if awaited else "",
        entered=json.dumps(form_values, separators=(",", ":")) if form_values else "",
    )  # fmt: skip
    return Markup(render_fragment(shared.page_for(viewer, public)))


def board_html(table: TableState, member: Member, acting_for: ActingFor) -> Markup:
    """Return the board of a table without its root element."""
    shared = make_shared_page(table, None)
    return _move_form_and_board(shared.page_for(make_viewer(shared, table, member, acting_for)))


def recording_html(shared: SharedPage, public: PublicTable, acting: int | None) -> dict[str, str]:
    """Return the HTML of a recorded position: the board, the seats and the result (empty before the end).

    If not all boards are visible at once, that of the ``acting`` seat comes first.
    """
    viewer = make_viewer(shared, shared.state, None, OWN_SEAT_ONLY)
    page = shared.page_for(viewer if acting is None else viewer._replace(acting=acting), public)
    return {
        "board": _move_form_and_board(page),
        "seats_in_head": Markup(render_fragment(page, "seats")),
        "result": Markup(render_fragment(page, "result")) if "result" in page else "",
    }


def _move_form_and_board(page: Page) -> Markup:
    board = render_fragment(page, "board")
    return Markup(board[board.index(">") + 1 : board.rindex("</")])


SPARE_NAMES = ["Kim", "Lou", "Mia", "Noa", "Sam", "Tom", "Uli", "Vera", "Will", "Yara", "Zoe", "Jan", "Ida"]
"""Names for the people in an example who have the same name as a reader."""


def example_context(slug: str, name: str, people: Sequence[str], *, draw: bool = False) -> dict[str, Any]:
    """Return an example, with its board if ``draw``. Nobody in it has the name of one of ``people``."""
    example, verdict = load_examples(slug)[name], judge_example(slug, name)
    example = replace(example, names=_other_names(example.names, people))
    replay, refusal = verdict.replay, verdict.refusal
    phrases = Phrasebook(replay.game, example.names)
    is_count = isinstance(replay.state, Tally)
    description = replay.game.describe(None if refusal else replay.state, example.seat, example.move)
    return {
        "name": name,
        "entered": phrases.log_line(description, example.seat),
        "refused": phrases.message(refusal.code, refusal.values) if refusal else "",
        "warnings": [phrases.message(w.code, w.values) for w in verdict.warnings],
        "switches": [
            (phrases.option(option.name)[0], option, example.changed[option.name])
            for option in replay.game.meta.options
            if option.name in example.changed and option.kind != "record"
        ],
        "drawing": _draw_board(slug, example, verdict) if draw and not is_count else "",
        "sheets": list(_filled_sheets(example, verdict, phrases)) if draw and is_count else [],
    }


def _other_names(names: Sequence[str], people: Sequence[str]) -> tuple[str, ...]:
    """Return the names of an example, with a spare name for each that one of ``people`` has."""
    taken_keys = {name_key(name) for name in people}
    spare_names = (name for name in SPARE_NAMES if name_key(name) not in taken_keys)
    return tuple(next(spare_names) if name_key(name) in taken_keys else name for name in names)


def _draw_board(slug: str, example: Example, verdict: Verdict) -> Markup:
    """Return the board as the mover sees it: with the refused targets, or after the move."""
    replay, refusal = verdict.replay, verdict.refusal
    if refusal is None:
        replay = replace(replay, state=replay.game.apply(replay.state, example.seat, example.move))
    table = TableState(0, "", slug, example.mode, example.names, 1, replay)
    targets = refusal.at if refusal else ()
    page = board_html(table, Member(0, "viewer", example.seat, 0), ActingFor(example.seat))
    if not all(f' id="{target}"' in page for target in targets):  # only players see this target
        page = board_html(table, Member(0, "seat", example.seat, 0), ActingFor(example.seat))
    return make_static_board(page, targets, last=refusal is None)


def _filled_sheets(
    example: Example, verdict: Verdict, phrases: Phrasebook
) -> Iterator[tuple[int, str, list[tuple[str, str]]]]:
    """Yield (seat, name, filled-in fields) for each sheet of a count."""
    tally: Tally = verdict.replay.state
    sheets = list(tally.sheets)
    if isinstance(example.move, verdict.replay.origin.scoring.sheet_type):
        sheets[example.seat] = example.move
    for seat, sheet in enumerate(sheets):
        if sheet is not None:
            filled = [part for part in fields(sheet) if getattr(sheet, part.name) != part.default]
            words = [
                (phrases.field(p.name), _value_in_words(getattr(sheet, p.name), phrases)) for p in filled
            ]
            yield seat, phrases.name(seat), words


def _value_in_words(value: Any, phrases: Phrasebook) -> str:
    if isinstance(value, tuple | list):
        return " · ".join(_value_in_words(item, phrases) for item in value)
    if is_dataclass(value):
        parts = (getattr(value, part.name) for part in fields(value))
        return " ".join(_value_in_words(item, phrases) for item in parts if item is not None)
    return phrases.value(Term(value) if isinstance(value, str) else value)
