"""Join a table: by its code, by an invitation, or as a viewer."""

from itertools import chain

from flask import Blueprint, Response, make_response, render_template, request

from companion.limits.rate_limits import count_viewer, rate_limited
from companion.sentences.phrases import Phrasebook, localized_names
from companion.services import tables
from companion.tables import seating
from companion.tables.errors import Forbidden, Malformed, NotFound
from companion.tables.links import find_table_path, normalize_code
from companion.tables.lobby import add_seat
from companion.tables.names import name_key
from companion.tables.queries import require_not_over
from companion.tables.seat_requests import find_request
from companion.tables.state import TableState
from companion.web.common.request import (
    access_from_cookie,
    device_name,
    parse_seat,
    secret_of,
    see_other,
    set_secret_cookie,
    table_and_member,
)
from companion.web.common.template_globals import render_table_page
from companion.web.device.name_suggestions import own_name, remember_own_name

bp = Blueprint("joining", __name__)


@bp.get("/join")
def join_by_code() -> Response | str:
    """Redirect from a code, or a text with a link, to its table. Show the form again if it is unknown."""
    text = request.args.get("code", "")
    code = normalize_code(text)
    if not code:
        return render_template("join_by_code.html", code="", wrong="")
    path = find_table_path(text) or f"/j/{code}"
    try:
        _require_target(path)
    except NotFound as unknown:
        wrong = Phrasebook(None).message(unknown.code)
        shown = text if find_table_path(text) else code
        return make_response(render_template("join_by_code.html", code=shown, wrong=wrong), unknown.status)
    return see_other(path)


def _require_target(path: str) -> None:
    """Raise NotFound if the path of a link leads to no table."""
    _, kind, secret = path.split("/")
    if kind == "i":
        seating.find_invitation(tables(), secret)
    elif kind == "w":
        seating.get_table_of_viewer(tables(), secret)
    else:
        access_from_cookie(secret)


@bp.get("/j/<code>")
def show_join_page(code: str) -> Response | str:
    """Show the seats to choose from. A device that has a seat is redirected to its table."""
    table, member = table_and_member(code)
    if member and member.may_enter:
        return see_other(f"/t/{table.code}")
    if member is None and find_request(table.requests, secret_of(table.code)):
        return see_other(f"/j/{table.code}/asking")
    if member is None:
        require_not_over(table)
    old_seat = parse_seat(request.args.get("old"), table.seats)
    old_seat = old_seat if old_seat in table.taken else None
    return render_table_page(
        "join_table.html", table, more=_extra_seat(table), name=own_name(), watches=member is not None,
        shown=_shown_names(table), again="again" in request.args, old_seat=old_seat,
        chosen=_likely_seat(table, own_name()) if old_seat is None else None,
    )  # fmt: skip


def _shown_names(table: TableState) -> list[str]:
    """Return the names on the join page. A free seat of a lobby has an empty name."""
    return [
        "" if seat in (table.vacant or ()) else name for seat, name in enumerate(localized_names(table))
    ]


def _likely_seat(table: TableState, name: str) -> int | None:
    """Return the free seat with this name, else the first free seat without a name, else None."""
    shown = _shown_names(table)
    free = [seat for seat in range(table.seats) if seat not in table.taken]
    named = (seat for seat in free if name and name_key(shown[seat]) == name_key(name))
    unnamed = (seat for seat in free if not shown[seat])
    return next(chain(named, unnamed), _extra_seat(table))


def _extra_seat(table: TableState) -> int | None:
    """Return the number of the seat that can be added to a full lobby, or None."""
    seats = table.seats
    full = len(table.taken) == seats and seats < table.replay.origin.meta.seats[1]
    return seats if full and table.vacant is not None else None


@bp.post("/j/<code>")
@rate_limited("120 per minute")
def sit_down(code: str) -> Response:
    """Take a free seat, or watch. A device that has a seat is redirected to its table.

    If the seats are no longer as the join page showed them, the page is shown again.
    """
    table, member = table_and_member(code)
    watches = request.form.get("seat") == "watch"
    more = _extra_seat(table)
    seat = parse_seat(request.form.get("seat"), table.seats + (more is not None))
    if seat is None and not watches:
        raise Malformed({"seat": ["Choose a seat."]})
    if member and (member.may_enter or watches):
        return see_other(f"/t/{table.code}")
    if member is None:
        require_not_over(table)
    name = request.form.get("name", "")
    remember_own_name(name)
    try:
        if seat is None:
            count_viewer(table.id)
            secret = seating.join_as_viewer(tables(), table.id, device_name())
        else:
            if seat == more:
                add_seat(tables(), table.id)
            secret = seating.take_seat(
                tables(), table.id, seat, name, device_name(), _shown_name(table, seat)
            )
    except Forbidden as refused:
        if refused.code not in ("table.seats_moved", "table.seat_taken"):
            raise
        return see_other(f"/j/{table.code}?again=1")
    return set_secret_cookie(see_other(f"/t/{table.code}"), table.code, secret)


def _shown_name(table: TableState, seat: int) -> str:
    """Return the name that the submitted join page showed at a seat."""
    shown = request.form.getlist("shown") or _shown_names(table)
    return shown[seat] if seat < len(shown) else ""


@bp.get("/i/<secret>")
def show_invitation(secret: str) -> Response | str:
    """Show an invitation with a button that accepts it, so that a link preview cannot use it up."""
    table, seat = seating.find_invitation(tables(), secret)
    _, member = table_and_member(table.code)
    if member and member.seat == seat:
        return see_other(f"/t/{table.code}")
    return render_template("accept_invitation.html", table=table, seat=seat, secret=secret, member=member)


@bp.post("/i/<secret>")
def accept_invitation(secret: str) -> Response:
    """Take over the seat. Older links of the seat stop working.

    A device with another seat must agree to give that up. A host cannot give up hosting here.
    """
    table, seat = seating.find_invitation(tables(), secret)
    _, member = table_and_member(table.code)
    giving_up = member if member and member.role == "seat" and request.form.get("give_up") == "1" else None
    if member and (member.seat == seat or (member.may_enter and giving_up is None)):
        return see_other(f"/t/{table.code}")
    table, new_secret = seating.take_over_seat(tables(), secret, device_name(), giving_up)
    return set_secret_cookie(see_other(f"/t/{table.code}"), table.code, new_secret)


@bp.get("/w/<secret>")
def open_viewer_link(secret: str) -> Response:
    """Open the table as a viewer. A device that is already at the table is redirected to it."""
    table = seating.get_table_of_viewer(tables(), secret)
    _, member = table_and_member(table.code)
    if member:
        return see_other(f"/t/{table.code}")
    return set_secret_cookie(see_other(f"/t/{table.code}"), table.code, secret)
