"""Sharing a result, and a table's way out of here and in again."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import UTC
from pathlib import Path

from flask import Blueprint, Response, current_app, render_template, request
from jinja2 import TemplateNotFound
from markupsafe import Markup

from companion.engine.tally import Tally
from companion.exports import bgstats, table_file
from companion.exports.csv_file import format_spreadsheet, result_rows
from companion.exports.result import Result, make_result
from companion.exports.summary import format_summary
from companion.language.i18n import format_date, to_local_time
from companion.limits.rate_limits import count_import, rate_limited
from companion.services import services, tables
from companion.tables.errors import Malformed
from companion.tables.links import Member
from companion.tables.queries import view
from companion.tables.state import TableState
from companion.web.common.qr import qr_svg
from companion.web.common.request import (
    attachment,
    cookie_name,
    device_name,
    require_member,
    see_other,
    set_secret_cookie,
)
from companion.web.common.template_globals import SEAT_COLOURS, SEAT_SYMBOLS

bp = Blueprint("exports", __name__)
_SEAT_STYLES = {"seat_symbols": SEAT_SYMBOLS, "colours": SEAT_COLOURS}


def _load_result(code: str) -> tuple[TableState, Member, Result]:
    table, member = require_member(code)
    result = make_result(tables().store, table, member.seat)
    played_at, place = services().groups_and_editions.played_at_and_place(table.id)
    began = played_at.replace(tzinfo=UTC) if played_at else result.began
    return table, member, replace(result, began=began, location=place)


@bp.get("/t/<code>/share")
def share(code: str) -> str:
    """Everything a result can become."""
    table, member, result = _load_result(code)
    link = bgstats.create_play_link(result)
    groups = services().groups_and_editions.groups() if result.final and member.role == "host" else ()
    return render_template(
        "share.html", table=table, meta=table.replay.origin.meta,
        link=link, groups=groups, qr=qr_svg(link) if link else "",
        summary=format_summary(table, result), result=result,
        high=_picture_height(_board(table, result)),
    )  # fmt: skip


@bp.get("/t/<code>/summary.txt")
def result_text(code: str) -> Response:
    """Plain text, to paste anywhere."""
    table, _, result = _load_result(code)
    return Response(format_summary(table, result), mimetype="text/plain")


@bp.get("/t/<code>/result.svg")
def result_picture(code: str) -> Response:
    """The podium and the last board as a picture; the page turns it into a PNG to share."""
    table, _, result = _load_result(code)
    board = _board(table, result)
    picture = render_template(
        "result.svg", result=result, day=format_date(result.began),
        board=board, high=_picture_height(board), **_SEAT_STYLES,
    )  # fmt: skip
    return _drawing(picture)


@bp.get("/t/<code>/board.svg")
def board_picture(code: str) -> Response:
    """The last board by itself, for the page of the end; empty before, or where the game draws none."""
    table, _, result = _load_result(code)
    board = _board(table, result)
    return _drawing(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 600">{board}</svg>')


def _drawing(picture: str) -> Response:
    policy = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
    return Response(picture, mimetype="image/svg+xml", headers=policy)


def _picture_height(board: str) -> int:
    """Units of the picture's height, of which 1080 are its width."""
    return 1350 if board else 740


def _board(table: TableState, result: Result) -> str:
    """The last board as everybody sees it, as the game's template draws it; empty where it has none."""
    if not result.final or isinstance(table.replay.state, Tally):
        return ""
    try:
        template = current_app.jinja_env.get_template(f"games/{table.slug}/result.svg")
    except TemplateNotFound:
        return ""
    sprite = Path(str(current_app.static_folder), "games", f"{table.slug}.svg")
    symbols = sprite.read_text(encoding="utf-8") if sprite.exists() else ""
    return Markup(symbols + template.render(view=view(table, None), **_SEAT_STYLES))


@bp.get("/t/<code>/play.csv")
def points_csv(code: str) -> Response:
    """Every number as a row."""
    table, _, result = _load_result(code)
    text = format_spreadsheet(result_rows(result, to_local_time(result.began)))
    return attachment(text, "text/csv", f"{table.slug}-{table.code}.csv")


@bp.get("/t/<code>/play.bgsplay")
def bgstats_file(code: str) -> Response:
    """For BG Stats, with the score sheet; experimental."""
    result = _load_result(code)[2]
    return attachment(bgstats.play_file(result), "application/json", f"{result.meta.slug}.bgsplay")


@bp.get("/t/<code>/table.json")
def download_table(code: str) -> Response:
    """The whole table, to be brought in elsewhere; 403 while something in it is hidden from the asker."""
    table, member = require_member(code)
    table_file.require_nothing_hidden(table, member.seat)
    name = f"{table.slug}-{table.code}.json"
    return attachment(table_file.dump_table_file(tables().store, table), "application/json", name)


@bp.get("/t/<code>/play.toml")
def recorded_play(code: str) -> Response:
    """A recorded play for the tests of this project."""
    table, member, result = _load_result(code)
    play = table_file.dump_recorded_play(tables().store, table, member.seat, result)
    return attachment(play, "application/toml", f"{table.code}.toml")


@bp.get("/import")
def import_form() -> str:
    """The form for a table's file. Its ``claim`` tells a form sent twice from somebody else's."""
    return render_template("import.html", claim=secrets.token_urlsafe(18))


@bp.post("/import")
@rate_limited("20 per minute")
def import_uploaded_table() -> Response:
    """Import a table; this device is the host of one that was not here before."""
    request.max_content_length = table_file.MAX_FILE_BYTES
    sent = request.files.get("file")
    data = sent.read() if sent and sent.filename else request.form.get("text", "").encode()
    count_import(len(data))
    try:
        opened = table_file.import_table(
            tables(), table_file.parse_table_file(data), device_name(),
            lambda code: request.cookies.get(cookie_name(code)), request.form.get("claim", ""),
        )  # fmt: skip
    except Malformed as wrong:
        raise Malformed(wrong.fields, "table.no_table_file") from wrong
    return set_secret_cookie(see_other(f"/t/{opened.code}"), opened.code, opened.secret)
