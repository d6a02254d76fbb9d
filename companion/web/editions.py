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

from companion.editions import Edition, file
from companion.editions.keeping import (
    check_record,
    correct,
    edition_of,
    forget,
    keep,
    printed_option,
    version_of,
)
from companion.limits import limiter
from companion.tables.answers import Malformed, Missing, Refused
from companion.tables.opening import game_on_shelf
from companion.tables.schemas import from_form, strict_json
from companion.web.edge import YEAR, speaker_for, whole
from companion.web.qr import address, qr_svg
from companion.web.table import record_numbers

bp = Blueprint("editions", __name__)
COOKIE = "editions"
MOST_REMEMBERED = 12


def remembered(slug: str) -> list[tuple[str, Edition]]:
    """The editions of a game that this device has seen, the newest first, each with its secret."""
    found = []
    for secret in _secrets():
        try:
            edition = edition_of(secret)
        except Missing:
            continue
        if edition.slug == slug:
            found.append((secret, edition))
    return found


def _secrets() -> list[str]:
    return request.cookies.get(COOKIE, "").split(".")[:MOST_REMEMBERED]


def remember(response: Response, secret: str) -> Response:
    """Leave an edition's link on the device."""
    secrets = [secret, *(kept for kept in _secrets() if kept and kept != secret)]
    text = ".".join(secrets[:MOST_REMEMBERED])
    response.set_cookie(
        COOKIE, text, max_age=YEAR, httponly=True, samesite="Lax",
        secure=current_app.config["SECURE_COOKIES"],
    )  # fmt: skip
    return response


def to_edition(secret: str) -> Response:
    """On to an edition's page."""
    return remember(make_response(redirect(f"/e/{secret}", 303)), secret)


@bp.get("/editions/<slug>")
def shelf(slug: str) -> str:
    """The editions this device knows, and the ways to a new one: copy, or bring a file."""
    meta = game_on_shelf(slug).meta
    printed_option(slug)
    return render_template("editions/shelf.html", meta=meta, known=remembered(slug))


@bp.get("/editions/<slug>/new")
def copying(slug: str) -> str:
    """The fields in which an owner copies the box."""
    game_on_shelf(slug)
    printed_option(slug)
    return _fields(slug, None, "", None)


@bp.post("/editions/<slug>/new")
@limiter.limit("60 per minute")
def copied(slug: str) -> Response:
    """Keep a new edition."""
    game_on_shelf(slug)
    printed_option(slug)
    record = _record()
    try:
        check_record(slug, record)
    except Refused as refused:
        return _again(slug, record, "", None, refused)
    return to_edition(keep(slug, request.form.get("name", ""), record, request.form.get("by", "")))


@bp.post("/editions/<slug>/import")
@limiter.limit("60 per minute")
def imported(slug: str) -> Response:
    """Keep an edition from a file or from pasted text; the same checks."""
    sent = request.files.get("file")
    data = sent.read() if sent and sent.filename else request.form.get("text", "").encode()
    told = file.read(data)
    if told["game"] != slug:
        raise Malformed({"game": ["Of another game."]})
    return to_edition(keep(slug, told["name"], told["record"], told["by"]))


@bp.get("/e/<edition>")
def shown(edition: str) -> Response:
    """An edition: what it says, who copied it, how to share it, and a table to open with it."""
    kept = edition_of(edition)
    meta = game_on_shelf(kept.slug).meta
    link, option = address(f"/e/{edition}"), printed_option(kept.slug)
    version = version_of(kept, whole(request.args.get("version"), 0) or None)
    doubts = option.doubts(version.record) if option.doubts else ()
    page = render_template(
        "editions/edition.html", meta=meta, kept=kept, secret=edition, version=version, link=link,
        qr=qr_svg(link), say=_say(kept.slug), term=_say(kept.slug).term, doubts=doubts,
    )  # fmt: skip
    return remember(make_response(page), edition)


@bp.get("/e/<edition>/edit")
def editing(edition: str) -> Response:
    """The same fields, filled in; the sheets of a pad are corrected one by one, from its page."""
    kept = edition_of(edition)
    game_on_shelf(kept.slug)
    record = version_of(kept).record
    if isinstance(record, list):
        return to_edition(edition)
    return make_response(_fields(kept.slug, record, edition, kept))


@bp.post("/e/<edition>/edit")
def edited(edition: str) -> Response:
    """Keep a correction as the next version."""
    kept = edition_of(edition)
    game_on_shelf(kept.slug)
    record = _record()
    try:
        check_record(kept.slug, record)
    except Refused as refused:
        return _again(kept.slug, record, edition, kept, refused)
    correct(kept, record, request.form.get("by", ""))
    return to_edition(edition)


@bp.get("/e/<edition>/file")
def downloaded(edition: str) -> Response:
    """The newest version as a file."""
    kept = edition_of(edition)
    response = make_response(file.written(kept, version_of(kept)))
    response.mimetype = "application/json"
    name = f"{kept.slug}-{''.join(c for c in kept.name if c.isascii() and c.isalnum())}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@bp.post("/e/<edition>/forget")
def forgotten(edition: str) -> Response:
    """Delete an edition for everybody who has its link."""
    kept = edition_of(edition)
    slug = kept.slug
    forget(kept)
    return make_response(redirect(f"/editions/{slug}", 303))


def _again(slug: str, record: Any, secret: str, kept: Edition | None, refused: Refused) -> Response:
    """The fields as they were sent, with the reason why they cannot be right."""
    refusal = refused.refusal
    sentence = _say(slug).code(refusal.code, refusal.values)
    return make_response(_fields(slug, record, secret, kept, sentence), 422)


def _fields(slug: str, record: Any, secret: str, kept: Edition | None, sentence: str = "") -> str:
    meta, say = game_on_shelf(slug).meta, _say(slug)
    option = printed_option(slug)
    return render_template(
        "editions/fields.html", meta=meta, option=option, options={option.name: record}, say=say,
        term=say.term, secret=secret, kept=kept, sentence=sentence,
        name=request.form.get("name", ""), by=request.form.get("by", ""),
    )  # fmt: skip


def _say(slug: str) -> Any:
    return speaker_for(slug, "referee")


def _record() -> Any:
    if "json" in request.form:
        return strict_json(request.form["json"])
    return record_numbers(from_form(request.form).get("value"))
