"""Seats, links and their QR codes."""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    current_app,
    make_response,
    redirect,
    render_template,
)

from companion.engine.game import MOST_SEATS
from companion.tables.answers import Malformed
from companion.tables.links import digest, table_by_code
from companion.tables.seating import (
    free_seats,
    invite,
    is_open,
    make_viewer_link,
    revoke_seat,
    revoke_viewers,
)
from companion.web.edge import at_table
from companion.web.qr import address, qr_svg
from companion.web.scene import scene

bp = Blueprint("seats", __name__, url_prefix="/t/<code>/seats")


@bp.get("")
def seats(code: str) -> str:
    """The join code and QR, and for the host a QR for each seat."""
    held, who = at_table(code)
    join = address(f"/j/{held.code}")
    return render_template(
        "seats.html", join=join, qr=qr_svg(join), free=free_seats(table_by_code(code)),
        **scene(held, who),
    )  # fmt: skip


@bp.post(f"/<int(max={MOST_SEATS - 1}):seat>/invite")
def invited(code: str, seat: int) -> str:
    """A one-time link and QR by which another phone takes the seat over."""
    held, who = at_table(code)
    secret = invite(who, seat)
    link = address(f"/i/{secret}")
    return render_template(
        "invite.html",
        link=link,
        qr=qr_svg(link),
        seat=seat,
        mark=digest(secret),
        **scene(held, who),
    )


@bp.get("/<int(max=7):seat>/invitations/<mark>")
def invitation_open(code: str, seat: int, mark: str) -> Response:
    """What the page with an invitation's QR shows once it was used; 204 while it can be used."""
    held, _ = at_table(code)
    if is_open(held.id, mark) or seat >= len(held.names):
        return make_response("", 204)
    return make_response(render_template("invitation_used.html", held=held, seat=seat))


@bp.post(f"/<int(max={MOST_SEATS - 1}):seat>/free")
def freed(code: str, seat: int) -> Response:
    """The host frees a seat."""
    held, who = at_table(code)
    if seat >= len(held.names):
        raise Malformed({"seat": ["No such seat."]})
    revoke_seat(who, seat)
    current_app.extensions["announce_people"](held.id)
    return make_response(redirect(f"/t/{held.code}/seats", 303))


@bp.post("/viewer")
def viewer(code: str) -> str:
    """A link for a screen that only watches."""
    held, who = at_table(code)
    link = address(f"/w/{make_viewer_link(who)}")
    return render_template(
        "invite.html", link=link, qr=qr_svg(link), seat=None, mark="", **scene(held, who)
    )


@bp.post("/viewers/end")
def viewers_ended(code: str) -> Response:
    """The host ends all watching screens."""
    held, who = at_table(code)
    revoke_viewers(who)
    current_app.extensions["announce_people"](held.id)
    return make_response(redirect(f"/t/{held.code}/seats", 303))
