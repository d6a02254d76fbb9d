"""The copies of a server's tables in a phone: made, made anew and dropped as its worker says."""

from __future__ import annotations

import secrets

from flask import Blueprint, Response, make_response, request

from companion.exports.along import store_copy
from companion.pocket.forgetting import forget_table
from companion.services import tables
from companion.web.device.entering_for import EntersFor, keep_entering_for
from companion.web.plumbing.request import cookie_name, set_secret_cookie

bp = Blueprint("along", __name__, url_prefix="/t/<code>")


@bp.post("/copy")
def keep_copy(code: str) -> Response:
    """The table as the server has it, in place of what was here."""
    secret = request.cookies.get(cookie_name(code)) or secrets.token_urlsafe(24)
    copy = request.get_json()
    store_copy(tables().store, copy, secret)
    tables().clear()
    response = set_secret_cookie(make_response("", 204), code, secret)
    return keep_entering_for(response, code, EntersFor(**copy["entering_for"]))


@bp.delete("/copy")
def drop_copy(code: str) -> Response:
    """This phone has no right to it any more, or does not want it."""
    return forget_table(make_response("", 204), code)
