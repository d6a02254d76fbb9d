"""Refuse requests of other sites, and add security headers to every response."""

from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, request

from companion.tables.errors import Forbidden
from companion.web.common.http import wants_full_page

bp = Blueprint("security", __name__)

APP_HEADER = "X-Companion"
"""Every response has this header. Phones ignore others, such as those of a Wi-Fi login page."""


MAX_HOST_LENGTH = 253 + len(":65535")
"""Length of the longest DNS name, with a port."""


@bp.before_app_request
def _refuse_unreadable_address() -> None:
    """Refuse a path with a zero byte, which PostgreSQL cannot store, and a host longer than DNS allows."""
    if "\0" in request.path:
        abort(404)
    if len(request.host) > MAX_HOST_LENGTH:
        abort(400)


@bp.before_app_request
def _refuse_cross_site() -> None:
    """Refuse forms of other sites (CSRF) by the header ``Origin``, or without it by ``Sec-Fetch-Site``.

    A sandboxed page has the origin ``null``: it is ours only if ``Sec-Fetch-Site`` is ``same-origin``.
    """
    if request.method in ("GET", "HEAD", "OPTIONS") or request.path.startswith("/api/"):
        return
    origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
    if origin == "null":
        is_ours = site == "same-origin"
    elif origin:
        host = _parse_host(origin)
        is_ours = bool(host) and host in (request.host, _parse_host(current_app.config["PUBLIC_ADDRESS"]))
    else:
        is_ours = site in ("same-origin", "none", None)
    if not is_ours:
        raise Forbidden("table.other_site")


def _parse_host(origin: str) -> str | None:
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
    response.headers.setdefault("Cache-Control", "no-store")  # shared caches ignore the cookie
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
"""Headers of whole pages only: a partial is subject to the headers of its page.

The referrer policy hides our URLs from other sites. The service worker of offline mode needs the referrer
to recognise forms of its own pages.
"""
