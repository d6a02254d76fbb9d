"""Share a result, export a table and import one."""

import secrets
from dataclasses import replace
from datetime import UTC
from pathlib import Path

from flask import Response, current_app, render_template, request
from jinja2 import TemplateNotFound
from markupsafe import Markup

from companion.engine.tally import Tally
from companion.exports import table_file
from companion.exports.result import (
    Result,
    create_play_link,
    format_csv_for_spreadsheet,
    format_summary,
    iterate_result_rows,
    make_play_file,
    make_result,
)
from companion.language.i18n import format_date, to_local_time
from companion.limits.rate_limits import count_import, rate_limited
from companion.services import services, tables
from companion.tables.errors import Malformed
from companion.tables.links import Member
from companion.tables.queries import visible_state
from companion.tables.state import TableState
from companion.web.common import http
from companion.web.common.jinja_environment import SEAT_COLOURS, SEAT_SYMBOLS, render_table_page

bp = http.TableBlueprint("exports", __name__)
_SEAT_STYLES = {"seat_symbols": SEAT_SYMBOLS, "colours": SEAT_COLOURS}


def _load_result(table: TableState, member: Member) -> Result:
    result = make_result(tables().store, table, member.seat)
    played_at, place = services().groups_and_editions.played_at_and_place(table.id)
    began = played_at.replace(tzinfo=UTC) if played_at else result.began
    return replace(result, began=began, location=place)


@bp.get("/t/<code>/share")
def share(table: TableState, member: Member) -> str:
    """Show the result of a table and the ways to share it."""
    result = _load_result(table, member)
    link = create_play_link(result)
    groups = services().groups_and_editions.groups() if result.final and member.role == "host" else ()
    return render_table_page(
        "share.html", table, link=link, groups=groups, qr=http.qr_svg(link) if link else "", result=result,
        summary=format_summary(table, result), picture_height=_picture_height(_final_board(table, result)),
    )  # fmt: skip


@bp.get("/t/<code>/summary.txt")
def result_text(table: TableState, member: Member) -> Response:
    """Return the result of a table as plain text."""
    result = _load_result(table, member)
    return Response(format_summary(table, result), mimetype="text/plain")


@bp.get("/t/<code>/result.svg")
def result_picture(table: TableState, member: Member) -> Response:
    """Return the podium and the final board as an SVG. A script of the page converts it to a PNG."""
    result = _load_result(table, member)
    board = _final_board(table, result)
    picture = render_template(
        "result.svg", result=result, day=format_date(result.began),
        board=board, picture_height=_picture_height(board), **_SEAT_STYLES,
    )  # fmt: skip
    return _svg_response(picture)


@bp.get("/t/<code>/board.svg")
def board_picture(table: TableState, member: Member) -> Response:
    """Return the final board as an SVG. It is empty before the end, or if the game has no such picture."""
    result = _load_result(table, member)
    board = _final_board(table, result)
    return _svg_response(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 600">{board}</svg>')


def _svg_response(picture: str) -> Response:
    policy = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
    return Response(picture, mimetype="image/svg+xml", headers=policy)


def _picture_height(board: str) -> int:
    return 1350 if board else 740


def _final_board(table: TableState, result: Result) -> str:
    """Return the final board as SVG, as everybody may see it; "" before the end or without a template."""
    if not result.final or isinstance(table.replay.state, Tally):
        return ""
    try:
        template = current_app.jinja_env.get_template(f"games/{table.slug}/result.svg")
    except TemplateNotFound:
        return ""
    sprite = Path(str(current_app.static_folder), "games", f"{table.slug}.svg")
    symbols = sprite.read_text(encoding="utf-8") if sprite.exists() else ""
    return Markup(symbols + template.render(view=visible_state(table, None), **_SEAT_STYLES))


@bp.get("/t/<code>/play.csv")
def points_csv(table: TableState, member: Member) -> Response:
    """Return the points of all seats as a CSV file."""
    result = _load_result(table, member)
    text = format_csv_for_spreadsheet(iterate_result_rows(result, to_local_time(result.began)))
    return http.attachment(text, "text/csv", f"{table.slug}-{table.code}.csv")


@bp.get("/t/<code>/play.bgsplay")
def bgstats_file(table: TableState, member: Member) -> Response:
    """Return the result as a file for the app BG Stats, with the score sheet. Experimental."""
    result = _load_result(table, member)
    return http.attachment(make_play_file(result), "application/json", f"{result.meta.slug}.bgsplay")


@bp.get("/t/<code>/table.json")
def download_table(table: TableState, member: Member) -> Response:
    """Return the table with its log as a file. Raise Forbidden while it hides something from the member."""
    table_file.require_nothing_hidden(table, member.seat)
    name = f"{table.slug}-{table.code}.json"
    return http.attachment(table_file.dump_table_file(tables().store, table), "application/json", name)


@bp.get("/t/<code>/play.toml")
def download_recorded_play(table: TableState, member: Member) -> Response:
    """Return the log of the table as a recorded play (TOML)."""
    result = _load_result(table, member)
    play = table_file.dump_recorded_play(tables().store, table, member.seat, result)
    return http.attachment(play, "application/toml", f"{table.code}.toml")


@bp.get("/import")
def import_form() -> str:
    """Show the form to import a table's file. Its random ``claim`` prevents a second import by mistake."""
    return render_template("import.html", claim=secrets.token_urlsafe(18))


@bp.post("/import")
@rate_limited("20 per minute")
def import_uploaded_table() -> Response:
    """Import a table from its file. If the table is new here, this device becomes its host."""
    request.max_content_length = table_file.MAX_FILE_BYTES
    upload = request.files.get("file")
    data = upload.read() if upload and upload.filename else request.form.get("text", "").encode()
    count_import(len(data))
    try:
        content, claim = table_file.parse_table_file(data), request.form.get("claim", "")
        opened = table_file.import_table(
            tables(), content, http.device_kind(), http.secret_from_cookie, claim
        )
    except Malformed as error:
        raise Malformed(error.fields, "table.no_table_file") from error
    return http.set_secret_cookie(http.see_other(f"/t/{opened.code}"), opened.code, opened.secret)
