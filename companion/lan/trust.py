"""The pages on which a phone installs the certificate of the local CA, as offline mode needs https."""

import plistlib

from flask import Blueprint, Response, abort, render_template, request

from companion.lan.addresses import is_loopback, split_host
from companion.lan.host import get_lan_hosting
from companion.language.i18n import gettext
from companion.web.common.request import attachment, device_kind, local_path
from companion.web.common.security import CONTENT_SECURITY_POLICY

bp = Blueprint("trust", __name__, url_prefix="/trust")
PLATFORM_BY_DEVICE = {
    "iPhone": "apple", "iPad": "apple", "Android": "android", "Chromebook": "android",
    "Windows": "windows", "Mac": "mac", "Linux": "linux",
}  # fmt: skip
"""The steps that are unfolded at first, by device name; people can unfold all of them."""


@bp.app_context_processor
def _template_variables() -> dict[str, object]:
    has_ca = get_lan_hosting().local_ca is not None
    return {"offers_certificate": has_ca, "is_secure_context": is_secure_context}


def is_secure_context() -> bool:
    """Return whether browsers treat the address of this request as secure."""
    return request.is_secure or is_loopback(split_host(request.host)[0])


@bp.get("")
def show_steps() -> Response:
    """Show how a phone learns to trust the local CA. A script of the page then opens the https address."""
    local_ca = get_lan_hosting().local_ca or abort(404)
    secured = f"https://{request.host}"
    page = render_template(
        "trust.html", secured=secured, house=local_ca.common_name,
        then=local_path(request.args.get("next", "/")),
        at_its_name=f"https://{local_ca.name}{split_host(request.host)[1]}",
        platform=PLATFORM_BY_DEVICE.get(device_kind()),
    )  # fmt: skip
    policy = f"{CONTENT_SECURITY_POLICY}; connect-src 'self' {secured}"
    # the https page accepts queued entries only from the http page at the same address
    return Response(page, headers={"Content-Security-Policy": policy, "Referrer-Policy": "origin"})


@bp.get("/house.crt")
def root_certificate() -> Response:
    """Send the root certificate in DER, the format for Android, Windows and Linux."""
    local_ca = get_lan_hosting().local_ca or abort(404)
    return attachment(local_ca.root_der, "application/x-x509-ca-cert", "house.crt")


@bp.get("/house.mobileconfig")
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
