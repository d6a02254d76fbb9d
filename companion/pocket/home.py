"""The way of a pocket's table to a server, which its worker goes, and what the phone remembers of it."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, Response, make_response, render_template, request

from companion.exports.table_file import whole_file
from companion.pocket.forgetting import forget_table
from companion.services import tables
from companion.tables.links import normalize_code
from companion.tables.queries import ending
from companion.web.plumbing.request import parse_int, require_member, see_other, set_kept_cookie

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
    response = Response(whole_file(tables().store, table), mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{table.code}.json"'
    response.headers["X-Entry"] = str(table.version)
    return response


@bp.post("/t/<code>/home")
def note_sent(code: str) -> Response:
    """It is there, up to the entry that was sent. What is over is there for good, and goes here."""
    table, _ = require_member(code)
    there = normalize_code(request.form.get("there", ""))
    version = parse_int(request.form.get("version"), 0)
    before = sent_home(table.code)
    response = make_response("", 204)
    if before and before.code != there:  # two logs: people choose
        response = make_response(render_template("parted.html", before=before.code, there=there))
    name = _cookie_name(table.code)
    if ending(table) and version == table.version:
        forget_table(response, table.code)
    return set_kept_cookie(response, name, f"{there} {version}")


@bp.before_app_request
def _lead_there() -> Response | None:
    """Who comes back to a table that went to the server for good is led on."""
    code = normalize_code((request.view_args or {}).get("code", ""))
    sent = sent_home(code)
    if sent is None or tables().store.find_record(code=code) is not None:
        return None
    return see_other(f"/t/{sent.code}")
