"""A phone whose server has another address now takes its seat, and what waits to be sent, along to it."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, g, make_response, render_template, request
from itsdangerous import BadData, URLSafeSerializer

from companion.lan.mdns_name import published_name
from companion.limits import parse_address
from companion.services import tables
from companion.tables.errors import NotFound
from companion.tables.links import Member, normalize_code
from companion.tables.seating import renew_link
from companion.tables.table_store import utc_now
from companion.web.common.request import device_name, see_other, set_secret_cookie, table_and_member
from companion.web.common.security import CONTENT_SECURITY_POLICY

bp = Blueprint("address_change", __name__)


@bp.app_context_processor
def _shared_names() -> dict[str, object]:
    return {"move_token": move_token, "mdns_address": mdns_address}


def mdns_address() -> str:
    """The house's name with its port, for a page that came by a number; else empty.

    The page may then look whether its phone finds the name, and nothing else of another origin.
    """
    asked = urlsplit(f"//{request.host}")
    is_number = parse_address(asked.hostname or "") is not None
    name = published_name(Path(current_app.instance_path)) if is_number else ""
    g.beside = f"{name}:{asked.port}" if name and asked.port else name
    return str(g.beside)


@bp.after_app_request
def _may_look(response: Response) -> Response:
    if beside := g.get("beside"):
        policy = f"{CONTENT_SECURITY_POLICY}; connect-src 'self' {request.scheme}://{beside}"
        response.headers["Content-Security-Policy"] = policy
    return response


def move_token(code: str, member: Member) -> str:
    """What lets a page's own script take this link to another address: once, today or tomorrow.

    The cookie with the secret cannot go there, as it belongs to the address.
    """
    return _tickets().dumps((code, member.link_id, utc_now().toordinal()))


def _tickets() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], "move")


@bp.get("/arrive")
def show_arrival() -> str:
    """The page at the new address; what was brought is in the part of the address that no server sees."""
    return render_template("arrive.html", code="")


@bp.post("/arrive")
def arrive() -> Response:
    """Give the seat of a ticket to this device, and end the link that the ticket was made for.

    A device that is somebody at the table already stays who it is.
    """
    code, ticket = normalize_code(request.form.get("code", "")), request.form.get("ticket", "")
    table, member = table_and_member(code)
    if member is not None:
        return see_other(f"/t/{table.code}")
    secret = renew_link(tables(), table.id, _link_of(code, ticket), device_name())
    page = make_response(render_template("arrive.html", code=table.code))
    return set_secret_cookie(page, table.code, secret)


def _link_of(code: str, ticket: str) -> int:
    """The link that a ticket is for; NotFound where it is none, or too old."""
    try:
        of, link_id, day = _tickets().loads(ticket)
    except BadData as error:
        raise NotFound("table.no_such_link") from error
    if of != code or utc_now().toordinal() - day > 1:
        raise NotFound("table.no_such_link")
    return int(link_id)
