"""The way of a pocket's table to a server, which its worker goes, and what the phone remembers of it."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, Response, make_response, request

from companion.exports.table_file import whole_file
from companion.tables.links import normalize_code
from companion.web.request import parse_int, require_member, set_kept_cookie

bp = Blueprint("home_again", __name__)


class SentHome(NamedTuple):
    """What of a pocket's table is on the server."""

    code: str
    """The table's there."""
    version: int
    """The newest entry that was sent."""


def sent_home(code: str) -> SentHome | None:
    """What of the pocket's table with this code was sent; None where nothing ever was."""
    there, _, version = request.cookies.get(_cookie_name(code), "").partition(" ")
    return SentHome(there, parse_int(version, 0)) if there else None


def _cookie_name(code: str) -> str:
    return f"sent-{code}"


@bp.get("/t/<code>/home.json")
def send_home(code: str) -> Response:
    """The table's file, hidden things and all: they lie on this phone in any case."""
    table, _ = require_member(code)
    response = Response(whole_file(table), mimetype="application/json")
    response.headers["X-Entry"] = str(table.version)
    return response


@bp.post("/t/<code>/home")
def note_sent(code: str) -> Response:
    """It is there, up to the entry that was sent."""
    table, _ = require_member(code)
    there = normalize_code(request.form.get("there", ""))
    version = parse_int(request.form.get("version"), 0)
    return set_kept_cookie(make_response("", 204), _cookie_name(table.code), f"{there} {version}")
