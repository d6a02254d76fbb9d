"""What protects the pages: foreign origins are turned away, and every answer carries its headers."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, request

from companion.tables.errors import Forbidden
from companion.web.common.request import wants_full_page

bp = Blueprint("security", __name__)

APP_HEADER = "X-Companion"
"""On every answer: phones believe no other, as anything may answer on a network that asks for a login."""


MAX_HOST_LENGTH = 253 + len(":65535")
"""Characters of the longest name that DNS knows, with a port."""


@bp.before_app_request
def _refuse_unreadable_address() -> None:
    """Refuse a zero byte, which PostgreSQL takes in no text, and a host that is too long for a QR code."""
    if "\0" in request.path:
        abort(404)
    if len(request.host) > MAX_HOST_LENGTH:
        abort(400)


@bp.before_app_request
def _refuse_cross_site() -> None:
    """Refuse cross-site requests (CSRF), by ``Origin`` or, where it names no host, by ``Sec-Fetch-Site``.

    The origin ``null`` is a sandboxed page's: it is ours only if the browser says so.
    """
    if request.method in ("GET", "HEAD", "OPTIONS") or request.path.startswith("/api/"):
        return
    origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
    if origin == "null":
        is_ours = site == "same-origin"
    elif origin:
        host = _host_of(origin)
        is_ours = bool(host) and host in (request.host, _host_of(current_app.config["PUBLIC_ADDRESS"]))
    else:
        is_ours = site in ("same-origin", "none", None)
    if not is_ours:
        raise Forbidden("table.other_site")


def _host_of(origin: str) -> str | None:
    """The host that a header names, with its port; None where it is no address."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


@bp.after_app_request
def _add_headers(response: Response) -> Response:
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers[APP_HEADER] = "1"
    if wants_full_page():
        for name, value in _PAGE_HEADERS:
            response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")  # whose it is, no cache in between knows
    if response.mimetype == "text/html":
        response.headers["Vary"] = "Cookie, Accept-Language, HX-Request"
    return response


CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_PAGE_HEADERS = (
    ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
)
"""What a browser asks of a page; a part of one lives under the page's own.

No other site hears an address of ours; ours do, as the offline app's worker knows its own forms by it.
"""
