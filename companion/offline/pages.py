"""The pages that only the offline app has.

They store and delete copies of a server's tables, send tables to the server, and remove offline mode.
"""

import secrets
from collections.abc import Iterator
from typing import NamedTuple

from flask import Response, make_response, render_template, request

from companion.exports.offline_copy import store_offline_copy
from companion.exports.table_file import dump_table_file
from companion.services import tables
from companion.tables.links import derive_secret, normalize_code
from companion.tables.queries import ending
from companion.tables.state import TableState
from companion.web.common import http
from companion.web.device.acting_for import ActingFor, save_acting_for
from companion.web.device.device_tables import load_cookie_tables

bp = http.TableBlueprint("offline_pages", __name__)
URL_PREFIX = "/pocket"
"""URL prefix of the offline app's pages, except those of tables."""


@bp.post("/t/<code>/copy")
def replace_copy(code: str) -> Response:
    """Store the submitted copy of a server's table, in place of an earlier copy on this phone."""
    secret = http.secret_from_cookie(code) or secrets.token_urlsafe(24)
    copy = request.get_json()
    store_offline_copy(tables().store, copy, secret)
    tables().clear_cache()
    response = http.set_secret_cookie(make_response("", 204), code, secret)
    return save_acting_for(response, code, ActingFor(**copy["entering_for"]))


@bp.delete("/t/<code>/copy")
def delete_copy(code: str) -> Response:
    """Delete this phone's copy of a server's table."""
    return _delete_table(make_response("", 204), code)


def _delete_table(response: Response, code: str) -> Response:
    record = tables().store.find_record(code=code)
    if record is not None:
        tables().delete(record.id)
    return http.delete_table_cookies(response, code)


@bp.after_app_request
def _delete_table_after_leaving(response: Response) -> Response:
    """After a request to leave an offline table, delete the table: nobody else can be there."""
    if request.endpoint == "table.leave" and response.status_code < 400:
        _delete_table(response, normalize_code((request.view_args or {})["code"]))
        response.headers["Location"] = f"{URL_PREFIX}/"
    return response


class UploadedTable(NamedTuple):
    """The server's copy of an offline table that this phone has uploaded."""

    code: str
    """The code of the table on the server."""
    version: int
    """The number of the newest entry that was sent."""


def find_uploaded_table(code: str) -> UploadedTable | None:
    """Return the server's copy of the offline table with this code, or None if it was never uploaded."""
    server_code, _, version = request.cookies.get(f"sent-{code}", "").partition(" ")
    return UploadedTable(server_code, http.parse_int(version, 0)) if server_code else None


@bp.get("/t/<code>/home.json")
def export_for_server(table: TableState) -> Response:
    """Return an offline table as a file for the server, including what the game still hides.

    The header ``X-Claim`` identifies this phone to the server if the file is sent twice.
    """
    response = http.attachment(
        dump_table_file(tables().store, table), "application/json", f"{table.code}.json"
    )
    response.headers["X-Entry"] = str(table.version)
    response.headers["X-Claim"] = derive_secret(request.cookies[http.cookie_name(table.code)], "import")
    return response


@bp.post("/t/<code>/home")
def record_upload(table: TableState) -> Response:
    """Store the number of the newest entry that was uploaded. Delete a finished table from this phone."""
    server_code = normalize_code(request.form.get("there", ""))
    version = http.parse_int(request.form.get("version"), 0)
    before = find_uploaded_table(table.code)
    response = make_response("", 204)
    if before and before.code != server_code:  # two tables with different logs: people choose one
        response = make_response(
            render_template("forked_table.html", before=before.code, there=server_code)
        )
    if ending(table) and version == table.version:
        _delete_table(response, table.code)
    return http.set_device_cookie(response, f"sent-{table.code}", f"{server_code} {version}")


@bp.before_app_request
def _redirect_to_uploaded_table() -> Response | None:
    """Redirect requests for a table that was uploaded and deleted here to the server's copy."""
    code = normalize_code((request.view_args or {}).get("code", ""))
    copy = find_uploaded_table(code)
    if copy is None or tables().store.find_record(code=code) is not None:
        return None
    return http.see_other(f"/t/{copy.code}")


@bp.get("/remove")
def show_removal_page() -> str:
    """Show a page that removes offline mode, with the tables that would be lost."""
    return render_template("remove_offline_bundle.html", only_here=[*_tables_not_on_server()])


def _tables_not_on_server() -> Iterator[TableState]:
    prefix = http.cookie_name(tables().store.code_prefix)
    for _, table, member in load_cookie_tables(name for name in request.cookies if name.startswith(prefix)):
        copy = find_uploaded_table(table.code) if table else None
        if table and member and not table.practice_start and table.version > (copy.version if copy else 0):
            yield table
