"""Editions: what is printed in a box, copied once, kept by link, shared, and used to open tables."""

from __future__ import annotations

from typing import Any

from flask import (
    Blueprint,
    Response,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
)

from companion.editions import Edition, edition_file
from companion.editions.service import (
    add_version,
    check_record,
    create_edition,
    delete_edition,
    get_edition,
    get_version,
    printed_option,
)
from companion.limits import limiter
from companion.tables.errors import Malformed, NotFound, Refused
from companion.tables.opening import get_game
from companion.tables.schemas import nest_form, parse_json
from companion.web.qr import full_url, qr_svg
from companion.web.request import YEAR, game_phrases, parse_int
from companion.web.table import parse_record

bp = Blueprint("editions", __name__)
COOKIE = "editions"
MOST_REMEMBERED = 12


def device_editions(slug: str) -> list[tuple[str, Edition]]:
    """The editions of a game that this device has seen, the newest first, each with its secret."""
    found = []
    for secret in _secrets():
        try:
            edition = get_edition(secret)
        except NotFound:
            continue
        if edition.slug == slug:
            found.append((secret, edition))
    return found


def _secrets() -> list[str]:
    return request.cookies.get(COOKIE, "").split(".")[:MOST_REMEMBERED]


def set_edition_cookie(response: Response, secret: str) -> Response:
    """Leave an edition's link on the device."""
    secrets = [secret, *(kept for kept in _secrets() if kept and kept != secret)]
    text = ".".join(secrets[:MOST_REMEMBERED])
    response.set_cookie(
        COOKIE, text, max_age=YEAR, httponly=True, samesite="Lax",
        secure=current_app.config["SECURE_COOKIES"],
    )  # fmt: skip
    return response


def redirect_to_edition(secret: str) -> Response:
    """On to an edition's page."""
    return set_edition_cookie(make_response(redirect(f"/e/{secret}", 303)), secret)


@bp.get("/editions/<slug>")
def list_editions(slug: str) -> str:
    """The editions this device knows, and the ways to a new one: copy, or bring a file."""
    meta = get_game(slug).meta
    printed_option(slug)
    return render_template("editions/shelf.html", meta=meta, known=device_editions(slug))


@bp.get("/editions/<slug>/new")
def new_edition_form(slug: str) -> str:
    """The fields in which an owner copies the box."""
    get_game(slug)
    printed_option(slug)
    return _fields(slug, None, "", None)


@bp.post("/editions/<slug>/new")
@limiter.limit("60 per minute")
def save_new_edition(slug: str) -> Response:
    """Keep a new edition."""
    get_game(slug)
    printed_option(slug)
    record = _record()
    try:
        check_record(slug, record)
    except Refused as refused:
        return _again(slug, record, "", None, refused)
    return redirect_to_edition(
        create_edition(slug, request.form.get("name", ""), record, request.form.get("by", ""))
    )


@bp.post("/editions/<slug>/import")
@limiter.limit("60 per minute")
def import_edition(slug: str) -> Response:
    """Keep an edition from a file or from pasted text; the same checks."""
    sent = request.files.get("file")
    data = sent.read() if sent and sent.filename else request.form.get("text", "").encode()
    told = edition_file.parse_edition(data)
    if told["game"] != slug:
        raise Malformed({"game": ["Of another game."]})
    return redirect_to_edition(create_edition(slug, told["name"], told["record"], told["by"]))


@bp.get("/e/<edition>")
def show_edition(edition: str) -> Response:
    """An edition: what it says, who copied it, how to share it, and a table to open with it."""
    kept = get_edition(edition)
    meta = get_game(kept.slug).meta
    link, option = full_url(f"/e/{edition}"), printed_option(kept.slug)
    version = get_version(kept, parse_int(request.args.get("version"), 0) or None)
    doubts = option.doubts(version.record) if option.doubts else ()
    page = render_template(
        "editions/edition.html", meta=meta, kept=kept, secret=edition, version=version, link=link,
        qr=qr_svg(link), phrases=_phrases(kept.slug), term=_phrases(kept.slug).term, doubts=doubts,
    )  # fmt: skip
    return set_edition_cookie(make_response(page), edition)


@bp.get("/e/<edition>/edit")
def edit_form(edition: str) -> Response:
    """The same fields, filled in; the sheets of a pad are corrected one by one, from its page."""
    kept = get_edition(edition)
    get_game(kept.slug)
    record = get_version(kept).record
    if isinstance(record, list):
        return redirect_to_edition(edition)
    return make_response(_fields(kept.slug, record, edition, kept))


@bp.post("/e/<edition>/edit")
def save_edit(edition: str) -> Response:
    """Keep a correction as the next version."""
    kept = get_edition(edition)
    get_game(kept.slug)
    record = _record()
    try:
        check_record(kept.slug, record)
    except Refused as refused:
        return _again(kept.slug, record, edition, kept, refused)
    add_version(kept, record, request.form.get("by", ""))
    return redirect_to_edition(edition)


@bp.get("/e/<edition>/file")
def download_edition(edition: str) -> Response:
    """The newest version as a file."""
    kept = get_edition(edition)
    response = make_response(edition_file.dump_edition(kept, get_version(kept)))
    response.mimetype = "application/json"
    name = f"{kept.slug}-{''.join(c for c in kept.name if c.isascii() and c.isalnum())}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@bp.post("/e/<edition>/forget")
def delete_edition_for_all(edition: str) -> Response:
    """Delete an edition for everybody who has its link."""
    kept = get_edition(edition)
    slug = kept.slug
    delete_edition(kept)
    return make_response(redirect(f"/editions/{slug}", 303))


def _again(slug: str, record: Any, secret: str, kept: Edition | None, refused: Refused) -> Response:
    """The fields as they were sent, with the reason why they cannot be right."""
    refusal = refused.refusal
    sentence = _phrases(slug).message(refusal.code, refusal.values)
    return make_response(_fields(slug, record, secret, kept, sentence), 422)


def _fields(slug: str, record: Any, secret: str, kept: Edition | None, sentence: str = "") -> str:
    meta, say = get_game(slug).meta, _phrases(slug)
    option = printed_option(slug)
    return render_template(
        "editions/fields.html", meta=meta, option=option, options={option.name: record}, phrases=say,
        term=say.term, secret=secret, kept=kept, sentence=sentence,
        name=request.form.get("name", ""), by=request.form.get("by", ""),
    )  # fmt: skip


def _phrases(slug: str) -> Any:
    return game_phrases(slug, "referee")


def _record() -> Any:
    if "json" in request.form:
        return parse_json(request.form["json"])
    return parse_record(nest_form(request.form).get("value"))
