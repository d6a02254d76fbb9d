"""The table's page and what can be entered on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, g, render_template, request, stream_with_context
from marshmallow import EXCLUDE

from companion.engine.game import Option
from companion.engine.guide import lessons_of
from companion.exports.table_file import STILL_SECRET
from companion.games.examples import judge_section_examples
from companion.limits.rate_limits import rate_limited
from companion.sentences.consequences import format_signed
from companion.sentences.news import make_pictured_news
from companion.sentences.phrases import localized_names, table_phrases
from companion.sentences.presenters import log_sentence
from companion.services import tables
from companion.tables import log_lines, queries
from companion.tables.errors import Forbidden, NeedsConfirmation
from companion.tables.links import ENDED_LINK_CODES, Member, require_player
from companion.tables.lobby import change_settings
from companion.tables.opening import delete_table
from companion.tables.safe_call import call_or_none
from companion.tables.schemas import parse_form, parse_value
from companion.tables.seating import leave_table
from companion.tables.state import TableState
from companion.tables.writing import Draft, EntryResult, dry_run_move, parse_entered_move, write_entry
from companion.web.common.assets import screen_styles
from companion.web.common.form_fields import move_to_form, option_value_from_form
from companion.web.common.qr import full_url, qr_svg
from companion.web.common.request import (
    delete_table_cookies,
    is_htmx,
    no_content_or_redirect,
    parse_int,
    parse_seat,
    require_member,
    see_other,
    table_and_member,
)
from companion.web.device.acting_for import OWN_SEAT_ONLY, ActingFor, load_acting_for, save_acting_for
from companion.web.table.embedded_boards import earlier_table, html_before_entry
from companion.web.table.guide import find_warning
from companion.web.table.phone_page import lobby_page, page_of, page_tag, page_with_tag
from companion.web.table.public_table import shared_page, viewer_of, visible_seats
from companion.web.table.rematch import previous_table_code, visited_rematch_code

bp = Blueprint("table", __name__, url_prefix="/t/<code>")
PAGE_SIZE = 100
"""Entries on a page of the log."""
MAX_CHANGES = 30
"""Of each number's history, the newest so many are shown; the log has them all."""


@bp.get("")
def show_table(code: str) -> Response:
    """The whole page, or for htmx its changing part as of now."""
    table, member = table_and_member(code)
    if member is None and g.was:
        raise Forbidden(ENDED_LINK_CODES[g.was])
    if member is None:
        return see_other(f"/j/{table.code}")
    if is_htmx():
        return _table_fragment(table, member)
    asked, in_lobby = load_acting_for(table), table.vacant is not None
    join = qr_svg(full_url(f"/j/{table.code}")) if member.role == "viewer" or in_lobby else ""
    page = page_of(table, member, asked)
    drawn = lobby_page(table, member, asked).html(qr=join) if in_lobby else page.html()
    html = render_template(
        "table.html", table=table, meta=table.replay.origin.meta, member=member, is_table_page=True,
        turn="lobby" if in_lobby else "", ended=queries.ending(table) is not None, tag=page.tag,
        drawn=drawn, qr=join, before=previous_table_code(code),
        wide=screen_styles(table.slug) if member.role == "viewer" else (),
    )  # fmt: skip
    return _forget_ended_acting_for(Response(html), table, asked)


def _table_fragment(table: TableState, member: Member) -> Response:
    """What htmx asks for; 304 where the phone shows it already."""
    asked = load_acting_for(table)
    tag = page_tag(table, member, asked)
    if request.if_none_match.contains_weak(tag):
        return Response(status=304)
    response = Response(page_of(table, member, asked).html())
    response.headers["X-Version"] = str(table.version)
    if queries.ending(table) and table.rematch_code != visited_rematch_code(table):
        response.headers["HX-Trigger"] = "rematch:opened"
    response.set_etag(tag)
    return response


@bp.get("/for")
def show_acting_for(code: str) -> str:
    """For whom else this phone could enter now."""
    table, member = require_member(code)
    require_player(member)
    asked, open_to, awaited = (
        load_acting_for(table),
        queries.seats_that_can_enter(table),
        queries.awaiting(table),
    )
    return render_template(
        "acting_for.html", table=table, meta=table.replay.origin.meta,
        names=localized_names(table), asked=asked,
        me=member.seat, open_to=open_to,
        acting=asked.acting_seat(member, awaited.seats if awaited else (), open_to),
    )  # fmt: skip


@bp.post("/for")
def set_acting_for(code: str) -> Response:
    """For whom this phone enters: ``seat`` is another one's number, ``all``, or empty for its own alone.

    The page follows by its stream, which it is told to open anew.
    """
    table, member = require_member(code)
    require_player(member)
    wanted, asked = request.form.get("seat", ""), OWN_SEAT_ONLY
    if wanted:
        asked, seat = load_acting_for(table), parse_seat(wanted, table.seats)
        asked = replace(asked, seat=seat, everybody=wanted == "all" or asked.everybody)
    response = no_content_or_redirect(f"/t/{table.code}", "stream:renew", "drawer:done")
    return save_acting_for(response, table.code, asked)


def _forget_ended_acting_for(response: Response, table: TableState, asked: ActingFor) -> Response:
    """The phone forgets whom it entered for, once that turn has ended."""
    left = asked.current(table)
    return response if left == asked else save_acting_for(response, table.code, left)


@bp.post("/enter")
@rate_limited("600 per minute")
def enter(code: str) -> Response:
    """Enter a move, or with ``kind`` another entry: undo, redo, amend, ruling, setting, note, count."""
    table, member = require_member(code)
    if table.vacant is not None and request.form.get("kind") == "setting":
        abort(412)  # a page of before told the lobby's box here; as an entry it would begin the game
    asked, draft = load_acting_for(table), draft_from_form(table)
    g.enters_for = asked.current(table).seats(member, table.seats)
    doubt = find_warning(table, member, draft) if "sure" not in request.form else None
    if doubt is not None:
        raise NeedsConfirmation(doubt.code, **doubt.values)
    result = write_entry(tables(), member, draft)
    g.table = result.table
    return _forget_ended_acting_for(_entry_response(result, member), result.table, asked)


@bp.post("/lobby/enter")
@rate_limited("600 per minute")
def set_lobby_option(code: str) -> Response:
    """A setting that is told in the lobby is no entry yet; once the game has begun it is one."""
    table, member = require_member(code)
    if table.vacant is None:
        return enter(code)
    draft = draft_from_form(table)
    change_settings(tables(), member, {draft.option: draft.value})
    return Response("") if is_htmx() else see_other(f"/t/{code}")


def draft_from_form(table: TableState) -> Draft:
    """What a form asks for; Malformed where it does not read."""
    fields = parse_form(request.form)
    seen, _, mark = request.form.get("seen", "").partition(".")
    draft = {**fields, "data": fields, "unknown": EXCLUDE, "mark": mark, "seen": seen or None}
    is_setting = request.form.get("kind") == "setting"
    draft["value"] = option_value_from_form(table.replay.origin.meta) if is_setting else None
    read: Draft = parse_value(Draft, draft, EXCLUDE)
    return read


def _entry_response(result: EntryResult, member: Member) -> Response:
    """Nothing, as a page hears by its stream what was changed; or that, since what a page shows that has
    no stream (``X-Shown``)."""
    if not is_htmx():
        return see_other(f"/t/{result.table.code}")
    shown = request.headers.get("X-Shown")
    response = Response("")
    if shown:
        response = Response(stream_with_context(_changes_since(shown, result.table, member)))
    response.headers["X-Entry"] = str(result.seq)
    return response


def _changes_since(shown: str, table: TableState, member: Member) -> Iterator[str]:
    """What turns a page that shows the drawing of this tag into one that shows the table as it is now. The
    answer begins before it is drawn: a phone that keeps the log itself writes it meanwhile."""
    asked = load_acting_for(table).current(table)
    if page_tag(table, member, asked) != shown:
        before = page_with_tag(table, shown, member)
        yield page_of(table, member, asked).partials(before)


@bp.post("/ask")
@rate_limited("600 per minute")
def check(code: str) -> str:
    """Is this allowed? The same form as for entering, and nothing is entered.

    A change of an entry is judged against the table as it stood before that entry. Forbidden where
    something of it is hidden today: the answer would tell what.
    """
    table, member = require_member(code)
    require_player(member)
    draft = draft_from_form(table)
    if draft.kind == "amend":
        past = earlier_table(table, draft.of)
        if not queries.is_still_visible(past, table, queries.viewing_seat(member)):
            raise Forbidden(STILL_SECRET)
        table = past
    seat = draft.seat if 0 <= draft.seat < table.seats else (member.seat or 0)
    move = parse_entered_move(table, draft.move, draft.data, draft.unknown)
    refusal, warned, foretold = dry_run_move(table, seat, move)
    phrases = table_phrases(table)
    return render_template(
        "check_result.html" if is_htmx() else "check_result_page.html", table=table, phrases=phrases,
        refusal=refusal, warned=warned,
        foretold=" ".join(phrases.preview(description) for description in foretold),
    )  # fmt: skip


def log_page_entries(version: int, before: int = 0) -> range:
    """The entries on the page of the log that ends before an entry: a hundred; without one, on the newest
    page: the last hundred and what is over the hundreds.
    """
    if 1 < before <= version:
        return range(max(1, before - PAGE_SIZE), before)
    return range(max(0, (version - 1) // PAGE_SIZE - 1) * PAGE_SIZE + 1, version + 1)


def log_page_query(version: int, seq: int) -> str:
    """What follows the log's address where an entry is shown."""
    if seq in log_page_entries(version):
        return f"#entry-{seq}"
    return f"?before={max(0, seq - 1) // PAGE_SIZE * PAGE_SIZE + PAGE_SIZE + 1}#entry-{seq}"


@bp.get("/log")
def show_log(code: str) -> str:
    """Who entered what, when, from which device; each entry can be changed or taken out.

    With ``before``, a page of what was entered before an entry.
    """
    table, member = require_member(code)
    phrases = table_phrases(table)
    only = parse_seat(request.args.get("seat"), table.seats)
    shown = log_page_entries(table.version, parse_int(request.args.get("before"), 0))
    viewer = queries.viewing_seat(member)
    lines = [
        (line, log_sentence(phrases, line), make_pictured_news(phrases, line))
        for line in reversed(log_lines.read_log(tables().store, table, viewer, shown))
        if only is None or line.seat == only
    ]
    seat = {} if only is None else {"seat": only}
    older = f"?{urlencode({**seat, 'before': shown.start})}" if shown.start > 1 else None
    newer = None
    if shown.stop <= table.version:
        after = shown.stop + PAGE_SIZE
        last = after > log_page_entries(table.version).start
        newer = f"?{urlencode(seat if last else {**seat, 'before': after})}"
    changes = call_or_none(table.id, table.version, queries.point_changes, table, viewer) or {}
    return render_template(
        "log.html", table=table, meta=table.replay.origin.meta, member=member, phrases=phrases,
        names=phrases.names, options=table.replay.setup.options, lines=lines, point_changes=changes,
        signed=format_signed, only=only, older=older, newer=newer,
    )  # fmt: skip


@bp.get("/change/<int:seq>")
def show_change(code: str, seq: int) -> str:
    """The board as it stood before an entry, to enter it rightly; later entries are kept."""
    table, member = require_member(code)
    require_player(member)
    step = next((s for s in table.replay.log.effective_moves() if s.seq == seq), None)
    past = earlier_table(table, seq)
    line = _line_in_force(table, queries.viewing_seat(member), seq)
    was = move_to_form(line.move, line.seat, line.data)
    return render_template(
        "change.html", table=table, meta=table.replay.origin.meta, amending=seq,
        said=log_sentence(table_phrases(table), line),
        drawn=html_before_entry(table, past, member, seq, step, was),
    )  # fmt: skip


def _line_in_force(table: TableState, viewer: int | None, seq: int) -> log_lines.LogLine:
    """The line of the log by which an entry stands now: its own, or that of its last change."""
    changes = {entry.seq for entry in table.replay.log.effective if entry.of == seq}
    lines = log_lines.read_log(tables().store, table, viewer, changes | {seq})
    amended = [line for line in lines if line.seq == seq or (line.kind == "amend" and line.of == seq)]
    return [line for line in amended if line.in_force][-1]


@bp.get("/scores")
def show_scores(code: str) -> str | Response:
    """Every number opens to what makes it up; those of the ``seat`` that is asked for come first.

    In the lobby there is none yet.
    """
    table, member = require_member(code)
    if table.vacant is not None:
        return see_other(f"/t/{table.code}")
    return scores_page(table, member, parse_seat(request.args.get("seat"), table.seats))


def scores_page(table: TableState, member: Member, first: int | None = None) -> str:
    """The scores, those of the ``first`` seat before all others."""
    shared = shared_page(table, None)
    public, phrases, viewer = shared.table, shared.phrases, viewer_of(shared, table, member, OWN_SEAT_ONLY)
    seats = sorted(visible_seats(public, viewer), key=lambda seat: seat.number != first)
    history = queries.score_history(table, standing=True).changes
    hidden = {seat.number for seat in seats if seat.secret}
    changes = {key: made[-MAX_CHANGES:] for key, made in history.items() if key[0] not in hidden}
    entries = frozenset(change.seq for made in changes.values() for change in made)
    lines = log_lines.read_log(tables().store, table, viewer.seat, entries - {0})
    return render_template(
        "scores.html", table=table, meta=table.replay.origin.meta, member=member, phrases=phrases,
        seats=seats, scores=queries.scores(table, viewer.seat, standing=True), counting=public.counting,
        ended=public.ended, agreement=viewer.agreement, late=_late_options(table),
        sentences={line.seq: log_sentence(phrases, line) for line in lines}, changes=changes,
        pages={seq: log_page_query(table.version, seq) for seq in entries},
    )  # fmt: skip


def _late_options(table: TableState) -> list[Option]:
    """The settings that may be told once the game has begun."""
    return [one for one in table.replay.origin.meta.options if one.late and table.mode in one.modes]


@bp.get("/rules")
def show_rules(code: str) -> str:
    """The rules at hand, in our own words."""
    table, _ = require_member(code)
    sections = table.replay.game.words.sections()
    with_examples = {section for section in sections if judge_section_examples(table.slug, section)}
    pieces = {lesson.rule: lesson.piece for lesson in reversed(lessons_of(table.replay))}
    phrases = table_phrases(table)
    return render_template(
        "rules.html", table=table, meta=table.replay.origin.meta, phrases=phrases, term=phrases.term,
        options=table.replay.setup.options, with_examples=with_examples, pieces=pieces,
    )  # fmt: skip


@bp.get("/aim")
def show_goal(code: str) -> str:
    """What the game is about, in four pictures."""
    table, member = require_member(code)
    return render_template("table_goal.html", table=table, meta=table.replay.origin.meta, member=member)


@bp.get("/box")
def show_box(code: str) -> str:
    """What is printed in the box and asked of the table when it is needed."""
    return box_page(*require_member(code))


def box_page(table: TableState, member: Member) -> str:
    """The page of a table's box."""
    phrases = table_phrases(table)
    return render_template(
        "box.html", table=table, meta=table.replay.origin.meta, member=member, phrases=phrases,
        term=phrases.term, options=table.replay.setup.options, late=_late_options(table),
    )  # fmt: skip


@bp.get("/leave")
def leave_form(code: str) -> str:
    """Ask before this device lets go of its seat."""
    table, member = table_and_member(code)
    others = [seat for seat in table.taken if member and member.seat != seat]
    heir = localized_names(table)[others[0]] if others and member and member.role == "host" else ""
    return render_template(
        "leave.html", table=table, heir=heir, sits=bool(member and member.may_enter),
        hosts=bool(member and member.role == "host"),
    )  # fmt: skip


@bp.post("/leave")
def leave(code: str) -> Response:
    """This device forgets the table, and its seat is free for another. A watching link may serve others."""
    table, member = table_and_member(code)
    if member and member.may_enter:
        leave_table(tables(), member)
    return delete_table_cookies(see_other("/"), table.code)


@bp.post("/delete")
def delete(code: str) -> Response:
    """The host deletes the table for everybody."""
    table, member = require_member(code)
    delete_table(tables(), member)
    return delete_table_cookies(see_other("/"), table.code)
