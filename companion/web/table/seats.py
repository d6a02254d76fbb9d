"""The page that lists the seats, with links and QR codes for other phones."""

from flask import Blueprint, Response, make_response, render_template

from companion.engine.game import MAX_SEATS
from companion.services import tables
from companion.tables import queries, seating
from companion.tables.errors import Malformed
from companion.tables.links import hash_secret
from companion.tables.state import TableState
from companion.web.common.jinja_environment import render_table_page
from companion.web.common.request import full_url, qr_svg, require_member, see_other

bp = Blueprint("seats", __name__, url_prefix="/t/<code>/seats")


@bp.get("")
def show_seats(code: str) -> str:
    """Show the code with which people join, its QR code, and the seats."""
    table, member = require_member(code)
    join = full_url(f"/j/{table.code}")
    is_over = queries.ending(table) is not None
    return render_table_page("seats.html", table, member=member, ended=is_over, join=join, qr=qr_svg(join))


@bp.get("/connecting")
def show_connection_help(code: str) -> str:
    """Show why a phone may be unable to open the address of a server in the local network."""
    table, _ = require_member(code)
    return render_table_page("connection_help.html", table)


@bp.post(f"/<int(max={MAX_SEATS - 1}):seat>/invite")
def add_invitation_link(code: str, seat: int) -> str:
    """Create an invitation, with which another phone can take over the seat once. Show its QR code."""
    table, member = require_member(code)
    secret = seating.create_invitation(tables(), member, seat)
    return _link_qr_page(table, f"/i/{secret}", seat, hash_secret(secret))


def _link_qr_page(table: TableState, path: str, seat: int | None = None, mark: str = "") -> str:
    link = full_url(path)
    is_over = queries.ending(table) is not None
    return render_table_page(
        "link_qr.html", table, ended=is_over, link=link, qr=qr_svg(link), seat=seat, mark=mark
    )


@bp.get(f"/<int(max={MAX_SEATS - 1}):seat>/invitations/<mark>")
def invitation_status(code: str, seat: int, mark: str) -> str | Response:
    """Return 204 while an invitation is open, then a notice. ``mark`` is the hash of its secret."""
    table, _ = require_member(code)
    if seating.is_invitation_open(tables(), table.id, mark) or seat >= table.seats:
        return make_response("", 204)
    return render_template("invitation_used.html", table=table, seat=seat)


@bp.post(f"/<int(max={MAX_SEATS - 1}):seat>/free")
def free_seat(code: str, seat: int) -> Response:
    """Free a seat, so that somebody else can take it. Only the host may do this."""
    table, member = require_member(code)
    if seat >= table.seats:
        raise Malformed({"seat": ["No such seat."]})
    seating.revoke_seat(tables(), member, seat)
    return see_other(f"/t/{table.code}/seats")


@bp.post(f"/<int(max={MAX_SEATS - 1}):seat>/host")
def make_seat_host(code: str, seat: int) -> Response:
    """Give the role of host to another seat. Only the host may do this."""
    table, member = require_member(code)
    seating.make_host(tables(), member, seat)
    return see_other(f"/t/{table.code}/seats")


@bp.post("/viewer")
def add_viewer_link(code: str) -> str:
    """Create a link with which another device watches the table, and show its QR code."""
    table, member = require_member(code)
    return _link_qr_page(table, f"/w/{seating.create_viewer_link(tables(), member)}")


@bp.post("/viewers/end")
def revoke_viewer_links(code: str) -> Response:
    """Revoke all viewer links of the table. Only the host may do this."""
    table, member = require_member(code)
    seating.revoke_viewers(tables(), member)
    return see_other(f"/t/{table.code}/seats")
