"""The way of a pocket's table to a server, which its worker goes."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.exports.table_file import whole_file
from companion.web.request import require_member

bp = Blueprint("home_again", __name__)


@bp.get("/t/<code>/home.json")
def send_home(code: str) -> Response:
    """The table's file, hidden things and all: they lie on this phone in any case."""
    table, _ = require_member(code)
    return Response(whole_file(table), mimetype="application/json")
