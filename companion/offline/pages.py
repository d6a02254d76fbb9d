"""What only a pocket is asked: to keep a copy of a server's table and to drop it, to send a table home and
remember how much of it is there, and to go from the phone with all that it holds.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import NamedTuple

from flask import Blueprint, Response, make_response, render_template, request

from companion.exports.offline_copy import store_offline_copy
from companion.exports.table_file import dump_table_file
from companion.offline.bridge import PREFIX
from companion.services import tables
from companion.tables.links import derive_secret, normalize_code
from companion.tables.queries import ending
from companion.tables.state import TableState
from companion.web.common.request import (
    attachment,
    cookie_name,
    delete_table_cookies,
    parse_int,
    require_member,
    see_other,
    set_device_cookie,
    set_secret_cookie,
)
from companion.web.device.acting_for import ActingFor, save_acting_for
from companion.web.device.device_tables import load_cookie_tables

bp = Blueprint("offline_pages", __name__)


@bp.post("/t/<code>/copy")
def replace_copy(code: str) -> Response:
    """The table as the server has it, in place of what was here."""
    secret = request.cookies.get(cookie_name(code)) or secrets.token_urlsafe(24)
    copy = request.get_json()
    store_offline_copy(tables().store, copy, secret)
    tables().clear()
    response = set_secret_cookie(make_response("", 204), code, secret)
    return save_acting_for(response, code, ActingFor(**copy["entering_for"]))


@bp.delete("/t/<code>/copy")
def delete_copy(code: str) -> Response:
    """This phone has no right to it any more, or does not want it."""
    return _forget_table(make_response("", 204), code)


def _forget_table(response: Response, code: str) -> Response:
    """Drop a table, and the cookies that are named after it."""
    record = tables().store.find_record(code=code)
    if record is not None:
        tables().delete(record.id)
    return delete_table_cookies(response, code)


@bp.after_app_request
def _delete_left_table(response: Response) -> Response:
    """Nobody else sits at a table of this phone's own."""
    if request.endpoint == "table.leave" and response.status_code < 400:
        _forget_table(response, normalize_code((request.view_args or {})["code"]))
        response.headers["Location"] = f"{PREFIX}/"
    return response


class ServerCopy(NamedTuple):
    """What of a pocket's table is on the server."""

    code: str
    """The table's there."""
    version: int
    """The newest entry that was sent."""


def server_copy_of(code: str) -> ServerCopy | None:
    """What of the offline app's table with this code was sent; None where nothing ever was."""
    there, _, version = request.cookies.get(f"sent-{code}", "").partition(" ")
    return ServerCopy(there, parse_int(version, 0)) if there else None


@bp.get("/t/<code>/home.json")
def export_for_server(code: str) -> Response:
    """The table's file, hidden things and all: they lie on this phone in any case.

    ``X-Claim`` identifies this phone to the server if the file is sent twice.
    """
    table, _ = require_member(code)
    response = attachment(dump_table_file(tables().store, table), "application/json", f"{table.code}.json")
    response.headers["X-Entry"] = str(table.version)
    response.headers["X-Claim"] = derive_secret(request.cookies[cookie_name(table.code)], "import")
    return response


@bp.post("/t/<code>/home")
def record_upload(code: str) -> Response:
    """It is there, up to the entry that was sent. What is over is there for good, and goes here."""
    table, _ = require_member(code)
    there = normalize_code(request.form.get("there", ""))
    version = parse_int(request.form.get("version"), 0)
    before = server_copy_of(table.code)
    response = make_response("", 204)
    if before and before.code != there:  # two logs: people choose
        response = make_response(render_template("forked_table.html", before=before.code, there=there))
    if ending(table) and version == table.version:
        _forget_table(response, table.code)
    return set_device_cookie(response, f"sent-{table.code}", f"{there} {version}")


@bp.before_app_request
def _redirect_to_server_copy() -> Response | None:
    """Who comes back to a table that went to the server for good is led on."""
    code = normalize_code((request.view_args or {}).get("code", ""))
    sent = server_copy_of(code)
    if sent is None or tables().store.find_record(code=code) is not None:
        return None
    return see_other(f"/t/{sent.code}")


@bp.get("/remove")
def confirm_removal() -> str:
    """Say what would be lost, and let it be sent first; a script then clears what the browser keeps."""
    return render_template("remove_offline_bundle.html", only_here=[*_tables_only_here()])


def _tables_only_here() -> Iterator[TableState]:
    """The tables with entries that no server has."""
    begins = cookie_name(tables().store.code_prefix)
    for _, table, member in load_cookie_tables(name for name in request.cookies if name.startswith(begins)):
        sent = server_copy_of(table.code) if table else None
        if table and member and not table.practice_start and table.version > (sent.version if sent else 0):
            yield table
