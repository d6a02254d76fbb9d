"""Where a redirect leads when htmx swaps a part of a page: on in it where that fits, else to a new page."""

from __future__ import annotations

import re

from flask import Blueprint, Response, request

from companion.web.plumbing.request import is_htmx

bp = Blueprint("swaps", __name__)
PAGES_IN = {
    "div#page": re.compile(r"/(?!t/)"),
    "div#drawer-page": re.compile(r"/t/[^/]+/."),
}
"""By what is swapped (``HX-Target``): the addresses of the pages that fit. A table is loaded whole."""


@bp.after_app_request
def _load_what_does_not_fit(response: Response) -> Response:
    address = response.location
    if address is None or not is_htmx():
        return response
    fitting = PAGES_IN.get(request.headers.get("HX-Target", ""))
    if not (fitting and fitting.match(address)):
        del response.headers["Location"]
        response.headers["HX-Redirect"] = address
        response.status_code, response.data = 204, b""
    return response
