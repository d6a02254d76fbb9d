"""Moves a phone to a better address of the server: to its https address, or from a number to its name.

Cookies and browser storage belong to one address. So a script puts a token and the queued entries into the
fragment of the URL. Offline mode needs https, for which a phone installs the certificate of the local CA.
"""

import plistlib
from pathlib import Path
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, g, make_response, render_template, request
from itsdangerous import BadData, URLSafeSerializer

from companion.lan.addresses import is_loopback, split_host
from companion.lan.host import get_lan_hosting
from companion.lan.mdns_name import wait_for_published_name
from companion.language.i18n import gettext
from companion.limits import parse_address
from companion.services import tables
from companion.tables.errors import NotFound
from companion.tables.links import Member, normalize_code
from companion.tables.seating import renew_link
from companion.tables.table_store import utc_now
from companion.web.common import http
from companion.web.common.security import CONTENT_SECURITY_POLICY

bp = Blueprint("address_change", __name__)


@bp.app_context_processor
def _template_variables() -> dict[str, object]:
    has_ca = get_lan_hosting().local_ca is not None
    return {
        "make_transfer_token": make_transfer_token,
        "mdns_address": mdns_address,
        "offers_certificate": has_ca,
        "is_secure_context": is_secure_context,
    }


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
    table, member = http.table_and_member(code)
    if member is not None:
        return http.see_other(f"/t/{table.code}")
    try:
        token_code, link_id, day = _token_serializer().loads(token)
    except BadData as error:
        raise NotFound("table.no_such_link") from error
    if token_code != code or utc_now().toordinal() - day > 1:
        raise NotFound("table.no_such_link")
    secret = renew_link(tables(), table.id, int(link_id), http.device_kind())
    page = make_response(render_template("arrive.html", code=table.code))
    return http.set_secret_cookie(page, table.code, secret)


PLATFORM_BY_DEVICE = {
    "iPhone": "apple", "iPad": "apple", "Android": "android", "Chromebook": "android",
    "Windows": "windows", "Mac": "mac", "Linux": "linux",
}  # fmt: skip
"""The steps that are unfolded at first, by device name; people can unfold all of them."""


def is_secure_context() -> bool:
    """Return whether browsers treat the address of this request as secure."""
    return request.is_secure or is_loopback(split_host(request.host)[0])


@bp.get("/trust")
def show_steps() -> Response:
    """Show how a phone learns to trust the local CA. A script of the page then opens the https address."""
    local_ca = get_lan_hosting().local_ca or abort(404)
    secured = f"https://{request.host}"
    page = render_template(
        "trust.html", secured=secured, house=local_ca.common_name,
        then=http.local_path(request.args.get("next", "/")),
        at_its_name=f"https://{local_ca.name}{split_host(request.host)[1]}",
        platform=PLATFORM_BY_DEVICE.get(http.device_kind()),
    )  # fmt: skip
    policy = f"{CONTENT_SECURITY_POLICY}; connect-src 'self' {secured}"
    # the https page accepts queued entries only from the http page at the same address
    return Response(page, headers={"Content-Security-Policy": policy, "Referrer-Policy": "origin"})


@bp.get("/trust/house.crt")
def root_certificate() -> Response:
    """Send the root certificate in DER, the format for Android, Windows and Linux."""
    local_ca = get_lan_hosting().local_ca or abort(404)
    return http.attachment(local_ca.root_der, "application/x-x509-ca-cert", "house.crt")


@bp.get("/trust/house.mobileconfig")
def apple_profile() -> Response:
    """Send the root certificate as a configuration profile, the format for Apple's devices."""
    local_ca = get_lan_hosting().local_ca or abort(404)
    about = {"PayloadVersion": 1, "PayloadDisplayName": local_ca.common_name}
    root = {
        **about,
        "PayloadType": "com.apple.security.root",
        "PayloadIdentifier": f"{local_ca.name}.root",
        "PayloadUUID": local_ca.payload_uuid("root"),
        "PayloadCertificateFileName": "house.crt",
        "PayloadContent": local_ca.root_der,
    }
    content = {
        **about,
        "PayloadType": "Configuration",
        "PayloadIdentifier": local_ca.name,
        "PayloadUUID": local_ca.payload_uuid("profile"),
        "PayloadDescription": gettext("Lets a phone check that it has really reached this house."),
        "PayloadContent": [root],
    }
    return Response(plistlib.dumps(content), mimetype="application/x-apple-aspen-config")
