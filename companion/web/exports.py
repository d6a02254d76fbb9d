"""Sharing a result, and a table's way out of here and in again."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template, request

from companion.exports import bgstats, own_file
from companion.exports.result import Result, result_of
from companion.exports.summary import summary
from companion.exports.table_rows import table_rows
from companion.limits import limiter
from companion.tables.held import Held
from companion.tables.reading import viewer_of
from companion.web.edge import MARKS, at_table, cookie_of, device_name, keep_secret
from companion.web.qr import qr_svg
from companion.web.scene import scene

bp = Blueprint("exports", __name__)


def _seen(code: str) -> tuple[Held, int | None, Result]:
    held, who = at_table(code)
    viewer = viewer_of(who)
    return held, viewer, result_of(held, viewer)


def _file(content: str | bytes, kind: str, name: str) -> Response:
    response = make_response(content)
    response.mimetype = kind
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.get("/t/<code>/share")
def share(code: str) -> str:
    """Everything a result can become."""
    held, who = at_table(code)
    result = result_of(held, viewer_of(who))
    link = bgstats.link(result)
    return render_template(
        "share.html", link=link, qr=qr_svg(link), summary=summary(result), result=result,
        **scene(held, who),
    )  # fmt: skip


@bp.get("/t/<code>/summary.txt")
def as_text(code: str) -> Response:
    """Plain text, to paste anywhere."""
    response = make_response(summary(_seen(code)[2]))
    response.mimetype = "text/plain"
    return response


@bp.get("/t/<code>/result.svg")
def as_picture(code: str) -> Response:
    """The podium as a picture; the page turns it into a PNG to share."""
    response = make_response(render_template("result.svg", result=_seen(code)[2], marks=MARKS))
    response.mimetype = "image/svg+xml"
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return response


@bp.get("/t/<code>/play.csv")
def as_rows(code: str) -> Response:
    """Every number as a row."""
    result = _seen(code)[2]
    return _file(table_rows(result), "text/csv", f"{result.meta.slug}-{code}.csv")


@bp.get("/t/<code>/play.bgsplay")
def as_play_file(code: str) -> Response:
    """For BG Stats, with the score sheet; experimental."""
    result = _seen(code)[2]
    return _file(bgstats.play_file(result), "application/json", f"{result.meta.slug}.bgsplay")


@bp.get("/t/<code>/table.json")
def as_own_file(code: str) -> Response:
    """The whole table, to be brought in elsewhere; 403 while something in it is hidden from the asker."""
    held, viewer, _ = _seen(code)
    name = f"{held.slug}-{held.code}.json"
    return _file(own_file.written(held, viewer), "application/json", name)


@bp.get("/t/<code>/play.toml")
def as_recorded_play(code: str) -> Response:
    """A recorded play for the tests of this project."""
    held, viewer, result = _seen(code)
    return _file(
        own_file.recorded_play(held, viewer, result), "application/toml", f"{held.code}.toml"
    )


@bp.get("/import")
def bringing_in() -> str:
    """The form for a table's file."""
    return render_template("import.html")


@bp.post("/import")
@limiter.limit("20 per minute")
def brought_in() -> Response:
    """Bring a table in; this device is its host."""
    request.max_content_length = own_file.MOST_BYTES
    sent = request.files.get("file")
    data = sent.read() if sent and sent.filename else request.form.get("text", "").encode()
    opened = own_file.bring_in(
        own_file.read(data), device_name(), lambda code: request.cookies.get(cookie_of(code))
    )
    return keep_secret(
        make_response(redirect(f"/t/{opened.code}", 303)), opened.code, opened.secret
    )
