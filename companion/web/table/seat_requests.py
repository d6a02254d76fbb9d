"""Requests: to host a table, or to take one's seat on a new phone."""

from flask import Blueprint, Response, g, make_response, render_template, request

from companion.limits.rate_limits import count_seat_request, rate_limited
from companion.services import tables
from companion.tables import seat_requests
from companion.tables.errors import Forbidden, Malformed
from companion.tables.queries import require_not_over
from companion.web.common.request import (
    device_name,
    is_htmx,
    no_content_or_redirect,
    parse_seat,
    require_member,
    secret_of,
    see_other,
    set_secret_cookie,
    table_and_member,
)

bp = Blueprint("seat_requests", __name__)


@bp.post("/j/<code>/ask")
@rate_limited("120 per minute")
def ask_for_seat(code: str) -> Response:
    """Ask for a seat that another phone has."""
    table, member = table_and_member(code)
    if member and member.may_enter:
        return see_other(f"/t/{table.code}")
    require_not_over(table)
    seat = parse_seat(request.form.get("seat"), table.seats)
    if seat is None:
        raise Malformed({"seat": ["Choose a seat."]})
    count_seat_request(table.id)
    seconds = seat_requests.unix_time()
    try:
        secret = seat_requests.ask_for_seat(tables(), table.id, seat, device_name(), seconds)
    except Forbidden as refused:
        if refused.code != "table.seats_moved":
            raise
        return see_other(f"/j/{table.code}?again=1")
    return set_secret_cookie(see_other(f"/j/{table.code}/asking"), table.code, secret)


@bp.get("/j/<code>/asking")
def show_request(code: str) -> Response | str:
    """Show the page of a phone that asked for a seat: waiting or refused."""
    table, member = table_and_member(code)
    if member:
        return see_other(f"/t/{table.code}")
    own_request = seat_requests.find_request(table.requests, secret_of(table.code))
    if own_request is None:
        require_not_over(table)
        if g.was or not secret_of(table.code):
            return see_other(f"/j/{table.code}")
    alone = own_request is not None and seat_requests.has_no_other_players(table, own_request)
    return render_template("seat_request.html", table=table, own=own_request, alone=alone)


@bp.post("/j/<code>/asking")
def poll_request(code: str) -> Response:
    """Redirect if the request was answered, else return 204. ``withdraw`` deletes it."""
    table, member = table_and_member(code)
    own_request = seat_requests.find_request(table.requests, secret_of(table.code))
    if member is None and own_request is None:
        require_not_over(table)
    if own_request is None:
        return see_other(f"/j/{table.code}/asking")
    if "withdraw" in request.form:
        seat_requests.withdraw_request(tables(), table.id, own_request)
        return see_other(f"/j/{table.code}")
    seat_requests.settle_request(tables(), table.id, own_request, seat_requests.unix_time())
    table, member = table_and_member(code)
    if is_htmx() and member is None and own_request in table.requests:
        return make_response("", 204)
    return see_other(f"/j/{table.code}/asking")


@bp.post("/t/<code>/requests/host")
def ask_to_host(code: str) -> Response:
    """Ask to become the host."""
    table, member = require_member(code)
    seat_requests.ask_to_host(tables(), member, seat_requests.unix_time())
    return no_content_or_redirect(f"/t/{table.code}", "drawer:done")


@bp.post("/t/<code>/requests/<name>")
def answer_request(code: str, name: str) -> Response:
    """Accept a request (``answer=yes``) or refuse it."""
    table, member = require_member(code)
    agrees, seconds = request.form.get("answer") == "yes", seat_requests.unix_time()
    seat_requests.answer_request(tables(), member, name, seconds, agrees=agrees)
    return no_content_or_redirect(f"/t/{table.code}")


@bp.post("/t/<code>/requests/<name>/shown")
def mark_shown(code: str, name: str) -> Response:
    """Save that a phone shows the request, or grant a request to host that nobody answered in time."""
    table, member = require_member(code)
    seat_requests.show_request(tables(), member, name, seat_requests.unix_time())
    return no_content_or_redirect(f"/t/{table.code}")
