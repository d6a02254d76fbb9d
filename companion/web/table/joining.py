"""Join a table: by its code, an invitation, as a viewer, by a request for a taken seat, or a rematch."""

from dataclasses import replace
from itertools import chain

from flask import Response, g, make_response, render_template, request

from companion.engine.game import MAX_SEATS
from companion.limits.rate_limits import count_seat_request, count_viewer, rate_limited
from companion.sentences.phrases import Phrasebook, localized_names
from companion.services import tables
from companion.tables import seat_requests, seating
from companion.tables.errors import Forbidden, Malformed, NotFound
from companion.tables.links import (
    Member,
    find_table_path,
    get_table_by_code,
    normalize_code,
    require_player,
)
from companion.tables.lobby import add_seat
from companion.tables.names import make_name_key
from companion.tables.opening import open_rematch, take_seat_at_rematch
from companion.tables.queries import require_not_over
from companion.tables.state import TableState
from companion.web.common import http
from companion.web.common.jinja_environment import render_table_page
from companion.web.device.acting_for import load_acting_for, save_acting_for
from companion.web.device.device_tables import own_name, remember_own_name

bp = http.TableBlueprint("joining", __name__)


@bp.get("/join")
def join_by_code() -> Response | str:
    """Redirect to the table of the submitted code or link. Without a table, show the form for the code."""
    text = request.args.get("code", "")
    code = normalize_code(text)
    if not code:
        return render_template("join_by_code.html", code="", wrong="")
    path = find_table_path(text) or f"/j/{code}"
    try:
        _require_table_at_path(path)
    except NotFound as unknown:
        wrong = Phrasebook(None).message(unknown.code)
        shown = text if find_table_path(text) else code
        return make_response(render_template("join_by_code.html", code=shown, wrong=wrong), unknown.status)
    return http.see_other(path)


def _require_table_at_path(path: str) -> None:
    _, kind, secret = path.split("/")
    if kind == "i":
        seating.find_invitation(tables(), secret)
    elif kind == "w":
        seating.get_table_by_viewer_secret(tables(), secret)
    else:
        http.access_from_cookie(secret)


@bp.get("/j/<code>")
def show_join_page(code: str) -> Response | str:
    """Show the seats to choose from. A device that has a seat is redirected to its table."""
    table, member = http.table_and_member(code)
    if member and member.may_enter:
        return http.see_other(f"/t/{table.code}")
    if member is None and seat_requests.find_request_by_secret(
        table.requests, http.secret_from_cookie(table.code)
    ):
        return http.see_other(f"/j/{table.code}/asking")
    if member is None:
        require_not_over(table)
    old_seat = http.parse_seat(request.args.get("old"), table.seats)
    old_seat = old_seat if old_seat in table.taken else None
    return render_table_page(
        "join_table.html", table, more=_addable_seat(table), name=own_name(), watches=member is not None,
        shown=_shown_names(table), again="again" in request.args, old_seat=old_seat,
        chosen=_suggested_seat(table, own_name()) if old_seat is None else None,
    )  # fmt: skip


def _shown_names(table: TableState) -> list[str]:
    return [
        "" if seat in (table.vacant or ()) else name for seat, name in enumerate(localized_names(table))
    ]


def _suggested_seat(table: TableState, name: str) -> int | None:
    """Return the seat to suggest to a person: the free seat with this name, else one without a name.

    Else return the seat that can be added to a full lobby, or None.
    """
    shown = _shown_names(table)
    free = [seat for seat in range(table.seats) if seat not in table.taken]
    named = (seat for seat in free if name and make_name_key(shown[seat]) == make_name_key(name))
    unnamed = (seat for seat in free if not shown[seat])
    return next(chain(named, unnamed), _addable_seat(table))


def _addable_seat(table: TableState) -> int | None:
    seats = table.seats
    full = len(table.taken) == seats and seats < table.replay.origin.meta.seats[1]
    return seats if full and table.vacant is not None else None


@bp.post("/j/<code>")
@rate_limited("120 per minute")
def sit_down(code: str) -> Response:
    """Take a free seat, or watch. A device that has a seat is redirected to its table.

    If the seats have changed since the join page showed them, the page is shown again.
    """
    table, member = http.table_and_member(code)
    watches = request.form.get("seat") == "watch"
    more = _addable_seat(table)
    seat = http.parse_seat(request.form.get("seat"), table.seats + (more is not None))
    if seat is None and not watches:
        if http.parse_seat(request.form.get("seat"), MAX_SEATS) is None:
            raise Malformed({"seat": ["Choose a seat."]})
        return http.see_other(f"/j/{table.code}?again=1")  # the game has started without this seat
    if member and (member.may_enter or watches):
        return http.see_other(f"/t/{table.code}")
    if member is None:
        require_not_over(table)
    name = request.form.get("name", "")
    remember_own_name(name)
    try:
        if seat is None:
            count_viewer(table.id)
            secret = seating.join_as_viewer(tables(), table.id, http.device_kind())
        else:
            if seat == more:
                add_seat(tables(), table.id)
            shown = dict(enumerate(request.form.getlist("shown") or _shown_names(table)))
            shown_name = shown.get(seat, "")
            secret = seating.take_seat(tables(), table.id, seat, name, http.device_kind(), shown_name)
    except Forbidden as refused:
        if refused.code not in ("table.seats_moved", "table.seat_taken"):
            raise
        return http.see_other(f"/j/{table.code}?again=1")
    return http.set_secret_cookie(http.see_other(f"/t/{table.code}"), table.code, secret)


@bp.get("/i/<secret>")
def show_invitation(secret: str) -> Response | str:
    """Show an invitation with a button that accepts it, so that a link preview cannot use it up."""
    table, seat = seating.find_invitation(tables(), secret)
    _, member = http.table_and_member(table.code)
    if member and member.seat == seat:
        return http.see_other(f"/t/{table.code}")
    return render_template("accept_invitation.html", table=table, seat=seat, secret=secret, member=member)


@bp.post("/i/<secret>")
def accept_invitation(secret: str) -> Response:
    """Take over the seat of an invitation. Older links of the seat stop working.

    A device with another seat must agree to give up that seat. A host cannot give up hosting here.
    """
    table, seat = seating.find_invitation(tables(), secret)
    _, member = http.table_and_member(table.code)
    giving_up = member if member and member.role == "seat" and request.form.get("give_up") == "1" else None
    if member and (member.seat == seat or (member.may_enter and giving_up is None)):
        return http.see_other(f"/t/{table.code}")
    table, new_secret = seating.take_over_seat(tables(), secret, http.device_kind(), giving_up)
    return http.set_secret_cookie(http.see_other(f"/t/{table.code}"), table.code, new_secret)


@bp.get("/w/<secret>")
def open_viewer_link(secret: str) -> Response:
    """Make the device a viewer of a table. A device that is already at the table is redirected to it."""
    table = seating.get_table_by_viewer_secret(tables(), secret)
    _, member = http.table_and_member(table.code)
    if member:
        return http.see_other(f"/t/{table.code}")
    return http.set_secret_cookie(http.see_other(f"/t/{table.code}"), table.code, secret)


@bp.post("/j/<code>/ask")
@rate_limited("120 per minute")
def ask_for_seat(code: str) -> Response:
    """Request a seat that another phone has, and redirect to the page that waits for the answer."""
    table, member = http.table_and_member(code)
    if member and member.may_enter:
        return http.see_other(f"/t/{table.code}")
    require_not_over(table)
    seat = http.parse_seat(request.form.get("seat"), table.seats)
    if seat is None:
        raise Malformed({"seat": ["Choose a seat."]})
    count_seat_request(table.id)
    seconds = seat_requests.unix_time()
    try:
        secret = seat_requests.ask_for_seat(tables(), table.id, seat, http.device_kind(), seconds)
    except Forbidden as refused:
        if refused.code != "table.seats_moved":
            raise
        return http.see_other(f"/j/{table.code}?again=1")
    return http.set_secret_cookie(http.see_other(f"/j/{table.code}/asking"), table.code, secret)


@bp.get("/j/<code>/asking")
def show_seat_request(code: str) -> Response | str:
    """Show whether this phone's request for a seat is waiting or refused. If it was granted, redirect."""
    table, member = http.table_and_member(code)
    if member:
        return http.see_other(f"/t/{table.code}")
    own_request = seat_requests.find_request_by_secret(table.requests, http.secret_from_cookie(table.code))
    if own_request is None:
        require_not_over(table)
        if g.was or not http.secret_from_cookie(table.code):
            return http.see_other(f"/j/{table.code}")
    alone = own_request is not None and seat_requests.has_no_other_players(table, own_request)
    return render_template("seat_request.html", table=table, own=own_request, alone=alone)


@bp.post("/j/<code>/asking")
def poll_seat_request(code: str) -> Response:
    """Return 204 to htmx while a phone's request is open, else redirect. The field ``withdraw`` ends it."""
    table, member = http.table_and_member(code)
    own_request = seat_requests.find_request_by_secret(table.requests, http.secret_from_cookie(table.code))
    if member is None and own_request is None:
        require_not_over(table)
    if own_request is None:
        return http.see_other(f"/j/{table.code}/asking")
    if "withdraw" in request.form:
        seat_requests.withdraw_request(tables(), table.id, own_request)
        return http.see_other(f"/j/{table.code}")
    seat_requests.settle_request(tables(), table.id, own_request, seat_requests.unix_time())
    table, member = http.table_and_member(code)
    if http.is_htmx() and member is None and own_request in table.requests:
        return make_response("", 204)
    return http.see_other(f"/j/{table.code}/asking")


@bp.post("/t/<code>/requests/host")
def ask_to_host(table: TableState, member: Member) -> Response:
    """Send the host a request to take over this role, or take it over at once if there is no host."""
    seat_requests.ask_to_host(tables(), member, seat_requests.unix_time())
    return http.no_content_or_redirect(f"/t/{table.code}", "drawer:done")


@bp.post("/t/<code>/requests/<name>")
def answer_seat_request(table: TableState, member: Member, name: str) -> Response:
    """Accept (``answer=yes`` in the form) or refuse the seat or host request with the id ``name``."""
    agrees, seconds = request.form.get("answer") == "yes", seat_requests.unix_time()
    seat_requests.answer_request(tables(), member, name, seconds, agrees=agrees)
    return http.no_content_or_redirect(f"/t/{table.code}")


@bp.post("/t/<code>/requests/<name>/shown")
def mark_seat_request_shown(table: TableState, member: Member, name: str) -> Response:
    """Store that this phone shows the request with the id ``name``. Grant it if nobody answered in time."""
    seat_requests.mark_request_seen(tables(), member, name, seat_requests.unix_time())
    return http.no_content_or_redirect(f"/t/{table.code}")


@bp.get("/t/<code>/rematch")
def show_rematch_offer(table: TableState) -> str | Response:
    """Show who started the rematch, with the choice to follow to it or to stay at this table."""
    if not table.rematch_code:
        return http.see_other(f"/t/{table.code}")
    rematch = tables().load(get_table_by_code(tables().store, table.rematch_code).id)
    return render_template("rematch_offer.html", table=table, rematch=rematch)


@bp.post("/t/<code>/rematch")
def join_rematch(table: TableState, member: Member) -> Response:
    """Open the rematch of a table, or follow to the rematch that is already open.

    With ``stay``, the phone stays at the old table. With ``lobby``, the rematch begins in the lobby, so
    that people can join and leave. ``first`` is the starting player, if the rules leave the choice. With
    ``follow``, none is opened: the rematch that was offered may have been deleted meanwhile.
    """
    if "follow" in request.form and not table.rematch_code:
        return http.see_other(f"/t/{table.code}")
    if "stay" in request.form and table.rematch_code:
        return http.set_device_cookie(
            http.see_other(f"/t/{table.code}"), _previous_table_cookie_name(table.rematch_code), table.code
        )
    if not table.rematch_code:
        require_player(member)
        first = http.parse_seat(request.form.get("first"), table.seats)
        lobby = "lobby" in request.form
        secret = http.secret_from_cookie(table.code) or ""
        open_rematch(tables(), table, member.seat, http.device_kind(), first, secret, lobby=lobby)
    return _sit_down_at_rematch(table, member)


def _sit_down_at_rematch(table: TableState, member: Member) -> Response:
    rematch = get_table_by_code(tables().store, get_table_by_code(tables().store, table.code).next_code)
    secret = take_seat_at_rematch(
        tables(), table, member, http.secret_from_cookie(table.code) or "", rematch, http.device_kind()
    )
    if secret is None:
        return http.see_other(f"/j/{rematch.code}")
    response = http.see_other(f"/t/{rematch.code}")
    save_acting_for(response, rematch.code, replace(load_acting_for(table), seat=None))
    http.set_device_cookie(response, _previous_table_cookie_name(rematch.code), table.code)
    return http.set_secret_cookie(response, rematch.code, secret)


def visited_rematch_code(table: TableState) -> str:
    """Return the code of a table's rematch if this device was there or chose not to follow; else ""."""
    cookies = {http.cookie_name(table.rematch_code), _previous_table_cookie_name(table.rematch_code)}
    return table.rematch_code if cookies & request.cookies.keys() else ""


def previous_table_code(code: str) -> str:
    """Return the code of the table before the rematch ``code``, if the device came from there; else ""."""
    return normalize_code(request.cookies.get(_previous_table_cookie_name(normalize_code(code)), ""))


def _previous_table_cookie_name(code: str) -> str:
    return f"before-{code}"
