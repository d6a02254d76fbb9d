"""The page that lists the seats, with links and QR codes for other phones."""

from flask import Response, make_response, render_template

from companion.engine.game import MAX_SEATS
from companion.services import tables
from companion.tables import queries, seating
from companion.tables.errors import Malformed
from companion.tables.links import Member, hash_secret
from companion.tables.state import TableState
from companion.web.common.http import TableBlueprint, full_url, qr_svg, see_other
from companion.web.common.jinja_environment import render_table_page

bp = TableBlueprint("seats", __name__, url_prefix="/t/<code>/seats")


@bp.get("")
def show_seats(table: TableState, member: Member) -> str:
    """Show the code with which people join, its QR code, and the seats."""
    join = full_url(f"/j/{table.code}")
    is_over = queries.ending(table) is not None
    return render_table_page("seats.html", table, member=member, ended=is_over, join=join, qr=qr_svg(join))


@bp.get("/connecting")
def show_connection_help(table: TableState) -> str:
    """Show why a phone may be unable to open the address of a server in the local network."""
    return render_table_page("connection_help.html", table)


@bp.post(f"/<int(max={MAX_SEATS - 1}):seat>/invite")
def add_invitation_link(table: TableState, member: Member, seat: int) -> str:
    """Create an invitation, with which another phone can take over the seat once. Show its QR code."""
    secret = seating.create_invitation(tables(), member, seat)
    return _link_qr_page(table, f"/i/{secret}", seat, hash_secret(secret))


def _link_qr_page(table: TableState, path: str, seat: int | None = None, mark: str = "") -> str:
    link = full_url(path)
    is_over = queries.ending(table) is not None
    return render_table_page(
        "link_qr.html", table, ended=is_over, link=link, qr=qr_svg(link), seat=seat, mark=mark
    )


@bp.get(f"/<int(max={MAX_SEATS - 1}):seat>/invitations/<mark>")
def invitation_status(table: TableState, seat: int, mark: str) -> str | Response:
    """Return 204 while an invitation is open, then a notice. ``mark`` is the hash of its secret."""
    if seating.is_invitation_open(tables(), table.id, mark) or seat >= table.seats:
        return make_response("", 204)
    return render_template("invitation_used.html", table=table, seat=seat)


@bp.post(f"/<int(max={MAX_SEATS - 1}):seat>/free")
def free_seat(table: TableState, member: Member, seat: int) -> Response:
    """Free a seat, so that somebody else can take it. Only the host may do this."""
    if seat >= table.seats:
        raise Malformed({"seat": ["No such seat."]})
    seating.revoke_seat(tables(), member, seat)
    return see_other(f"/t/{table.code}/seats")


@bp.post(f"/<int(max={MAX_SEATS - 1}):seat>/host")
def make_seat_host(table: TableState, member: Member, seat: int) -> Response:
    """Give the role of host to another seat. Only the host may do this."""
    seating.make_host(tables(), member, seat)
    return see_other(f"/t/{table.code}/seats")


@bp.post("/viewer")
def add_viewer_link(table: TableState, member: Member) -> str:
    """Create a link with which another device watches the table, and show its QR code."""
    return _link_qr_page(table, f"/w/{seating.create_viewer_link(tables(), member)}")


@bp.post("/viewers/end")
def revoke_viewer_links(table: TableState, member: Member) -> Response:
    """Revoke all viewer links of the table. Only the host may do this."""
    seating.revoke_viewers(tables(), member)
    return see_other(f"/t/{table.code}/seats")
