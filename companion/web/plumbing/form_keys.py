"""Each form its key, by which an entry is known that is sent twice; the script makes its own."""

from __future__ import annotations

import secrets

from flask import (
    Blueprint,
    Response,
)

from companion.web.plumbing.request import is_htmx

bp = Blueprint("form_keys", __name__)

KEY = "\ue000"
"""Stands in a drawn form for its key; each form gets its own on the way out, so drawings can be kept."""


@bp.after_app_request
def _fill_form_keys(response: Response) -> Response:
    """Give each form its key, by which an entry is known that is sent twice; the script makes its own."""
    if response.mimetype == "text/html" and not response.is_streamed and not is_htmx():
        first, *rest = response.get_data().split(KEY.encode())
        if rest:
            key = secrets.token_urlsafe(9).encode()
            numbered = (b"%s.%d%s" % (key, n, text) for n, text in enumerate(rest))
            response.set_data(first + b"".join(numbered))
    return response
