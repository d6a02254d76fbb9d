"""Editions: what is printed in a box, copied once, kept by link, shared, and used to open tables."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from companion.editions import Edition
from companion.editions.service import (
    add_version,
    check_record,
    create_edition,
    delete_edition,
    dump_edition,
    get_edition,
    get_version,
    is_library_secret,
    parse_edition,
    printed_option,
    set_version_author,
)
from companion.games import GAMES
from companion.language.i18n import to_local_time
from companion.limits.rate_limits import rate_limited
from companion.services import services
from companion.tables.errors import Malformed, Refused
from companion.tables.opening import get_game
from companion.web.common.form_fields import record_from_form
from companion.web.common.qr import full_url, qr_svg
from companion.web.common.request import attachment, game_phrases, is_htmx, parse_int, see_other
from companion.web.device.name_suggestions import own_name
from companion.web.home import pad_pages
from companion.web.home.groups_and_editions import EDITION_LINKS, redirect_to_edition

bp = Blueprint("editions", __name__)


@bp.get("/boxes")
def list_boxes() -> str:
    """What is printed in the boxes of this device's owner, game by game."""
    printed = [game.meta for game in GAMES if any(option.printed for option in game.meta.options)]
    editions = {meta.slug: services().groups_and_editions.editions(meta.slug) for meta in printed}
    return render_template("boxes.html", games=printed, editions=editions)


@bp.get("/editions/<slug>")
def list_editions(slug: str) -> str:
    """The editions this device knows, and the ways to a new one: copy, or bring a file."""
    meta = get_game(slug).meta
    printed_option(slug)
    editions = services().groups_and_editions.editions(slug)
    return render_template("editions/list.html", meta=meta, editions=editions)


@bp.get("/editions/<slug>/new")
def new_edition_form(slug: str) -> Response:
    """The fields in which an owner copies the box; a pad is copied letter by letter."""
    get_game(slug)
    if pad := printed_option(slug).pad:
        return pad_pages.show_first_page_form(slug, pad)
    return make_response(_fields(slug, None, "", None))


@bp.post("/editions/<slug>/new")
@rate_limited("60 per minute")
def save_new_edition(slug: str) -> Response:
    """Keep a new edition; of a pad, its first letter."""
    get_game(slug)
    if pad := printed_option(slug).pad:
        return pad_pages.save_first_page(slug, pad)
    record = record_from_form()
    if again := _fields_again(slug, record, "", None):
        return again
    name, by = request.form.get("name", ""), request.form.get("by", "")
    return redirect_to_edition(create_edition(slug, name, record, by))


@bp.post("/editions/<slug>/import")
@rate_limited("60 per minute")
def import_edition(slug: str) -> Response:
    """Keep an edition from a file or from pasted text; the same checks."""
    sent = request.files.get("file")
    data = sent.read() if sent and sent.filename else request.form.get("text", "").encode()
    content = parse_edition(data)
    if content["game"] != slug:
        raise Malformed({"game": ["Of another game."]})
    return redirect_to_edition(create_edition(slug, content["name"], content["record"], content["by"]))


@bp.get("/e/<edition>")
def show_edition(edition: str) -> str:
    """An edition: what it says, who copied it, how to share it, and a table to open with it."""
    kept = get_edition(edition)
    meta = get_game(kept.slug).meta
    link, option = full_url(f"/e/{edition}"), printed_option(kept.slug)
    version = get_version(kept, parse_int(request.args.get("version"), 0) or None)
    doubts = option.doubts(version.record) if option.doubts else ()
    phrases = game_phrases(kept.slug)
    EDITION_LINKS.remember(edition)
    return render_template(
        "editions/edition.html", meta=meta, kept=kept, secret=edition, version=version, link=link,
        qr=qr_svg(link), phrases=phrases, term=phrases.term, doubts=doubts, to_local_time=to_local_time,
        of_library=is_library_secret(edition), asks_by=not version.by and not option.confirmation_option,
        own_name=own_name(),
    )  # fmt: skip


@bp.get("/e/<edition>/edit")
def edit_form(edition: str) -> Response:
    """The same fields, filled in; the sheets of a pad are corrected one by one, from its page."""
    kept = get_edition(edition)
    get_game(kept.slug)
    if printed_option(kept.slug).pad is not None:
        return redirect_to_edition(edition)
    return make_response(_fields(kept.slug, get_version(kept).record, edition, kept))


@bp.post("/e/<edition>/edit")
def save_edit(edition: str) -> Response:
    """Keep a correction as the next version."""
    kept = get_edition(edition)
    get_game(kept.slug)
    if printed_option(kept.slug).pad is not None:
        return redirect_to_edition(edition)
    record = record_from_form()
    if again := _fields_again(kept.slug, record, edition, kept):
        return again
    add_version(kept, record, request.form.get("by", ""))
    return redirect_to_edition(edition)


@bp.get("/e/<edition>/file")
def download_edition(edition: str) -> Response:
    """The newest version as a file."""
    kept = get_edition(edition)
    name = f"{kept.slug}-{''.join(c for c in kept.name if c.isascii() and c.isalnum())}.json"
    return attachment(dump_edition(kept, get_version(kept)), "application/json", name)


@bp.post("/e/<edition>/by")
def sign_edition(edition: str) -> Response:
    """Say who copied it, which is asked where it is shared."""
    set_version_author(get_edition(edition), request.form.get("by", ""))
    return redirect_to_edition(edition)


@bp.post("/e/<edition>/forget")
def delete_edition_for_all(edition: str) -> Response:
    """Delete an edition for everybody who has its link; by a group's link, for that group."""
    slug = get_edition(edition).slug
    delete_edition(edition)
    return see_other(f"/editions/{slug}")


def _fields_again(slug: str, record: Any, secret: str, kept: Edition | None) -> Response | None:
    """The fields as they were sent, with the reason why they cannot be right, if there is one: htmx has
    left them there, and what is no record of the kind has none."""
    try:
        check_record(slug, record)
    except Refused as refused:
        refusal = refused.refusal
        if is_htmx() or refusal.code in (printed_option(slug).shape_error, "table.option_value"):
            raise
        sentence = game_phrases(slug).message(refusal.code, refusal.values)
        return make_response(_fields(slug, record, secret, kept, sentence), 422)
    return None


def _fields(slug: str, record: Any, secret: str, kept: Edition | None, sentence: str = "") -> str:
    option, phrases = printed_option(slug), game_phrases(slug)
    return render_template(
        "editions/form.html", meta=get_game(slug).meta, option=option, options={option.name: record},
        phrases=phrases, term=phrases.term, secret=secret, kept=kept, sentence=sentence,
        name=request.form.get("name", ""),
    )  # fmt: skip
