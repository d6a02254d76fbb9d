"""The table's page, the form that enters moves, and small pages of its menu."""

from collections.abc import Iterator
from dataclasses import replace

from flask import Response, abort, g, render_template, request, stream_with_context
from marshmallow import EXCLUDE

from companion.engine.guide import get_lessons
from companion.exports.table_file import HIDDEN_VALUES_ERROR_CODE
from companion.games.examples import judge_section_examples
from companion.limits.rate_limits import rate_limited
from companion.sentences.phrases import localized_names, table_phrases
from companion.services import tables
from companion.tables import queries
from companion.tables.errors import Forbidden, NeedsConfirmation
from companion.tables.links import REVOKED_LINK_ERROR_CODES, Member, require_player
from companion.tables.lobby import change_lobby_settings
from companion.tables.opening import delete_table
from companion.tables.schemas import parse_form, parse_value
from companion.tables.seating import leave_table
from companion.tables.state import TableState
from companion.tables.writing import Draft, EntryResult, dry_run_move, parse_entered_move, write_entry
from companion.web.common import http
from companion.web.common.assets import large_screen_styles
from companion.web.common.jinja_environment import render_table_page
from companion.web.device.acting_for import OWN_SEAT_ONLY, ActingFor, load_acting_for, save_acting_for
from companion.web.table.guide import find_early_end_warning
from companion.web.table.joining import previous_table_code, visited_rematch_code
from companion.web.table.log import table_before_entry
from companion.web.table.phone_page import get_phone_page, page_tag, page_with_tag

bp = http.TableBlueprint("table", __name__, url_prefix="/t/<code>")


@bp.get("")
def show_table(code: str) -> Response:
    """Show the table's page. For htmx, return only the part of the page that entries change."""
    table, member = http.table_and_member(code)
    if member is None and g.was:
        raise Forbidden(REVOKED_LINK_ERROR_CODES[g.was])
    if member is None:
        return http.see_other(f"/j/{table.code}")
    if http.is_htmx():
        return _table_fragment(table, member)
    stored, in_lobby = load_acting_for(table), table.vacant is not None
    acting_for = stored.current(table)
    join_qr = http.qr_svg(http.full_url(f"/j/{table.code}")) if member.role == "viewer" or in_lobby else ""
    page = get_phone_page(table, member, acting_for)
    response_html = render_template(
        "table.html", table=table, meta=table.replay.origin.meta, member=member, is_table_page=True,
        turn="lobby" if in_lobby else "", ended=queries.ending(table) is not None, tag=page.tag,
        table_html=page.html(qr=join_qr), qr=join_qr, previous_code=previous_table_code(code),
        screen_styles=large_screen_styles(table.slug) if member.role == "viewer" else (),
    )  # fmt: skip
    return _forget_ended_acting_for(Response(response_html), stored, acting_for)


def _table_fragment(table: TableState, member: Member) -> Response:
    """Return the fragment ``table``, or 304 if the request's ETag says that the phone shows it already."""
    acting_for = load_acting_for(table).current(table)
    tag = page_tag(table, member, acting_for)
    if request.if_none_match.contains_weak(tag):
        return Response(status=304)
    response = Response(get_phone_page(table, member, acting_for).html())
    response.headers["X-Version"] = str(table.version)
    if queries.ending(table) and table.rematch_code != visited_rematch_code(table):
        response.headers["HX-Trigger"] = "rematch:opened"
    response.set_etag(tag)
    return response


@bp.get("/for")
def show_acting_for(table: TableState, member: Member) -> str:
    """Show a choice of the other seats for which this phone can enter moves."""
    require_player(member)
    acting_for = load_acting_for(table)
    return render_table_page(
        "acting_for.html", table, acting_for=acting_for, me=member.seat,
        open_to=queries.seats_that_can_enter(table),
        acting=acting_for.acting_seat(member, queries.awaiting(table)),
    )  # fmt: skip


@bp.post("/for")
def set_acting_for(table: TableState, member: Member) -> Response:
    """Set for which seat this phone enters moves: a seat's number, ``all``, or empty for its own seat."""
    require_player(member)
    choice, acting_for = request.form.get("seat", ""), OWN_SEAT_ONLY
    if choice:
        acting_for, seat = load_acting_for(table), http.parse_seat(choice, table.seats)
        acting_for = replace(acting_for, seat=seat, everybody=choice == "all" or acting_for.everybody)
    response = http.no_content_or_redirect(f"/t/{table.code}", "stream:renew", "drawer:done")
    return save_acting_for(response, table.code, acting_for)


def _forget_ended_acting_for(response: Response, stored: ActingFor, current: ActingFor) -> Response:
    return response if current == stored else save_acting_for(response, g.table.code, current)


@bp.post("/enter")
@rate_limited("600 per minute")
def enter(table: TableState, member: Member) -> Response:
    """Enter a move, or with ``kind`` another entry: undo, redo, amend, ruling, setting, note, count."""
    if table.vacant is not None and request.form.get("kind") == "setting":
        abort(412)  # an old page sets a lobby option here; as an entry it would start the game
    stored, draft = load_acting_for(table), draft_from_form(table)
    acting_for = stored.current(table)  # another phone may have ended the turn of the chosen seat
    g.acting_seats = acting_for.seats(member, table.seats)
    doubt = find_early_end_warning(table, member, draft) if "sure" not in request.form else None
    if doubt is not None:
        raise NeedsConfirmation(doubt.code, **doubt.values)
    result = write_entry(tables(), member, draft)
    g.table, acting_for = result.table, acting_for.current(result.table)
    return _forget_ended_acting_for(_entry_response(result, member, acting_for), stored, acting_for)


@bp.post("/lobby/enter")
@rate_limited("600 per minute")
def set_lobby_option(table: TableState, member: Member) -> Response:
    """Set an option of a table in the lobby. If the game has started meanwhile, add an entry to the log."""
    if table.vacant is None:
        return enter(table, member)
    draft = draft_from_form(table)
    change_lobby_settings(tables(), member, {draft.option: draft.value})
    return Response("") if http.is_htmx() else http.see_other(f"/t/{table.code}")


def draft_from_form(table: TableState) -> Draft:
    """Return the submitted form as a draft of an entry. Raise Malformed if the form cannot be read."""
    fields = parse_form(request.form)
    seen, _, mark = request.form.get("seen", "").partition(".")
    draft = {**fields, "data": fields, "unknown": EXCLUDE, "mark": mark, "seen": seen or None}
    is_setting = request.form.get("kind") == "setting"
    draft["value"] = http.option_value_from_form(table.replay.origin.meta) if is_setting else None
    parsed: Draft = parse_value(Draft, draft, EXCLUDE)
    return parsed


def _entry_response(result: EntryResult, member: Member, acting_for: ActingFor) -> Response:
    """Return the response to an entry: empty, because the page gets the change from its event stream.

    A page without a stream sends the tag that it shows (``X-Shown``) and gets the changes in this response.
    """
    if not http.is_htmx():
        return http.see_other(f"/t/{result.table.code}")
    shown_tag = request.headers.get("X-Shown")
    response = Response("")
    if shown_tag:
        response = Response(
            stream_with_context(_partials_since(shown_tag, result.table, member, acting_for))
        )
    response.headers["X-Entry"] = str(result.seq)
    return response


def _partials_since(
    shown_tag: str, table: TableState, member: Member, acting_for: ActingFor
) -> Iterator[str]:
    """Yield the htmx partials that update the page with the tag ``shown_tag``.

    The response starts before they are rendered, so that an offline app can save its log at the same time.
    """
    if page_tag(table, member, acting_for) != shown_tag:
        before = page_with_tag(table, shown_tag, member)
        yield get_phone_page(table, member, acting_for).partials(before)


@bp.post("/ask")
@rate_limited("600 per minute")
def check_move(table: TableState, member: Member) -> str:
    """Show whether the rules allow the move in the form. Nothing is entered.

    The change of an entry is checked against the table before that entry. Raise Forbidden if something in
    that state is still hidden today, because the answer would reveal it.
    """
    require_player(member)
    draft = draft_from_form(table)
    if draft.kind == "amend":
        past = table_before_entry(table, draft.of)
        if not queries.is_still_visible(past, table, member.seat):
            raise Forbidden(HIDDEN_VALUES_ERROR_CODE)
        table = past
    seat = draft.seat if 0 <= draft.seat < table.seats else (member.seat or 0)
    move = parse_entered_move(table, draft.move, draft.data, draft.unknown)
    refusal, warnings, previews = dry_run_move(table, seat, move)
    return render_table_page(
        "check_result.html" if http.is_htmx() else "check_result_page.html", table, refusal=refusal,
        warnings=warnings, preview=" ".join(map(table_phrases(table).preview, previews)),
    )  # fmt: skip


@bp.get("/rules")
def show_rules(table: TableState) -> str:
    """Show the rules of the game in our own words."""
    sections = table.replay.game.words.rule_sections()
    with_examples = {section for section in sections if judge_section_examples(table.slug, section)}
    pieces = {lesson.rule: lesson.piece for lesson in reversed(get_lessons(table.replay))}
    return render_table_page("rules.html", table, with_examples=with_examples, pieces=pieces)


@bp.get("/aim")
def show_goal(table: TableState, member: Member) -> str:
    """Show the goal of the game in four pictures."""
    return render_table_page("table_goal.html", table, member=member)


@bp.get("/leave")
def leave_form(code: str) -> str:
    """Ask whether this device should leave the table."""
    table, member = http.table_and_member(code)
    other_seats = [seat for seat in table.taken if member and member.seat != seat]
    is_host = member is not None and member.role == "host"
    next_host = localized_names(table)[other_seats[0]] if other_seats and is_host else ""
    return render_template(
        "leave.html", table=table, next_host=next_host, sits=bool(member and member.may_enter),
        hosts=is_host,
    )  # fmt: skip


@bp.post("/leave")
def leave(code: str) -> Response:
    """Make this device leave the table, which frees its seat. A viewer link is not revoked."""
    table, member = http.table_and_member(code)
    if member and member.may_enter:
        leave_table(tables(), member)
    return http.delete_table_cookies(http.see_other("/"), table.code)


@bp.post("/delete")
def delete(table: TableState, member: Member) -> Response:
    """Delete the table for everybody. Only the host may do this."""
    delete_table(tables(), member)
    return http.delete_table_cookies(http.see_other("/"), table.code)
