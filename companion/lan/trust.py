"""Making a phone ready for places without a signal: what to trust, whether it worked, how to undo it."""

from __future__ import annotations

import plistlib

from flask import Blueprint, Response, abort, render_template, request

from companion.lan.addresses import is_loopback, split_host
from companion.lan.host import current_lan_host
from companion.language.i18n import gettext
from companion.web.common.request import attachment, device_name, local_path
from companion.web.common.security import CONTENT_SECURITY_POLICY

bp = Blueprint("trust", __name__, url_prefix="/trust")
PLATFORMS = {
    "iPhone": "apple", "iPad": "apple", "Android": "android", "Chromebook": "android",
    "Windows": "windows", "Mac": "mac", "Linux": "linux",
}  # fmt: skip
"""Whose steps are laid open, by what the browser says of its device; all of them can be."""


@bp.app_context_processor
def _offered() -> dict[str, object]:
    return {"offers_certificate": current_lan_host().local_ca is not None, "is_trusted": is_trusted}


def is_trusted() -> bool:
    """Whether browsers trust the address of the request as it is."""
    return request.is_secure or is_loopback(split_host(request.host)[0])


@bp.get("")
def show_steps() -> Response:
    """Lead through trusting this house, and on to the same address by https once the phone does."""
    authority = current_lan_host().local_ca or abort(404)
    secured = f"https://{request.host}"
    page = render_template(
        "trust.html", secured=secured, house=authority.common_name,
        then=local_path(request.args.get("next", "/")),
        at_its_name=f"https://{authority.name}{split_host(request.host)[1]}",
        platform=PLATFORMS.get(device_name()),
    )  # fmt: skip
    policy = f"{CONTENT_SECURITY_POLICY}; connect-src 'self' {secured}"
    # the page by https takes over what waits from its own address by http alone
    return Response(page, headers={"Content-Security-Policy": policy, "Referrer-Policy": "origin"})


@bp.get("/house.crt")
def certificate() -> Response:
    """What a phone is asked to trust, as Android, Windows and Linux take it."""
    authority = current_lan_host().local_ca or abort(404)
    return attachment(authority.root_der, "application/x-x509-ca-cert", "house.crt")


@bp.get("/house.mobileconfig")
def profile() -> Response:
    """The same as Apple's devices take it."""
    authority = current_lan_host().local_ca or abort(404)
    about = {"PayloadVersion": 1, "PayloadDisplayName": authority.common_name}
    root = {
        **about,
        "PayloadType": "com.apple.security.root",
        "PayloadIdentifier": f"{authority.name}.root",
        "PayloadUUID": authority.payload_uuid("root"),
        "PayloadCertificateFileName": "house.crt",
        "PayloadContent": authority.root_der,
    }
    content = {
        **about,
        "PayloadType": "Configuration",
        "PayloadIdentifier": authority.name,
        "PayloadUUID": authority.payload_uuid("profile"),
        "PayloadDescription": gettext("Lets a phone check that it has really reached this house."),
        "PayloadContent": [root],
    }
    return Response(plistlib.dumps(content), mimetype="application/x-apple-aspen-config")
