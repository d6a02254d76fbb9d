"""Moves a phone from one address of the server to another, with its seat and its queued entries.

Cookies and browser storage belong to one address. So a script puts a token and the entries into the
fragment of the URL.
"""

from pathlib import Path
from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, g, make_response, render_template, request
from itsdangerous import BadData, URLSafeSerializer

from companion.lan.mdns_name import wait_for_published_name
from companion.limits import parse_address
from companion.services import tables
from companion.tables.errors import NotFound
from companion.tables.links import Member, normalize_code
from companion.tables.seating import renew_link
from companion.tables.table_store import utc_now
from companion.web.common.request import device_kind, see_other, set_secret_cookie, table_and_member
from companion.web.common.security import CONTENT_SECURITY_POLICY

bp = Blueprint("address_change", __name__)


@bp.app_context_processor
def _template_variables() -> dict[str, object]:
    return {"make_transfer_token": make_transfer_token, "mdns_address": mdns_address}


def mdns_address() -> str:
    """Return the server's mDNS host name with its port; "" if no name is published.

    Also "" if the address of this request is a name, not a number. The content security policy of the
    response will allow requests to the host, so that a script can test whether the phone resolves it.
    """
    url = urlsplit(f"//{request.host}")
    is_number = parse_address(url.hostname or "") is not None
    name = wait_for_published_name(Path(current_app.instance_path)) if is_number else ""
    g.mdns_address = f"{name}:{url.port}" if name and url.port else name
    return str(g.mdns_address)


@bp.after_app_request
def _allow_mdns_address(response: Response) -> Response:
    if host := g.get("mdns_address"):
        policy = f"{CONTENT_SECURITY_POLICY}; connect-src 'self' {request.scheme}://{host}"
        response.headers["Content-Security-Policy"] = policy
    return response


def make_transfer_token(code: str, member: Member) -> str:
    """Return a token with which a script moves the member's link to another address of the server.

    Scripts cannot read the link's secret, which is in a cookie. The token is valid once, until the end of
    tomorrow (UTC).
    """
    return _token_serializer().dumps((code, member.link_id, utc_now().toordinal()))


def _token_serializer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], "move")


@bp.get("/arrive")
def show_arrival_page() -> str:
    """Show a page at the app's new address. Its script posts the token from the URL's part after "#"."""
    return render_template("arrive.html", code="")


@bp.post("/arrive")
def accept_transfer() -> Response:
    """Move the link of the posted token (from ``make_transfer_token``) to this device, with a new secret.

    The old secret stops working. If the device already has a link to the table, nothing changes.
    """
    code, token = normalize_code(request.form.get("code", "")), request.form.get("ticket", "")
    table, member = table_and_member(code)
    if member is not None:
        return see_other(f"/t/{table.code}")
    try:
        token_code, link_id, day = _token_serializer().loads(token)
    except BadData as error:
        raise NotFound("table.no_such_link") from error
    if token_code != code or utc_now().toordinal() - day > 1:
        raise NotFound("table.no_such_link")
    secret = renew_link(tables(), table.id, int(link_id), device_kind())
    page = make_response(render_template("arrive.html", code=table.code))
    return set_secret_cookie(page, table.code, secret)
