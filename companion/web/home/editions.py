"""The pages of editions. An edition is a copy of the numbers that are printed in one physical box."""

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
    """Show the editions of this device, by game."""
    printed = [game.meta for game in GAMES if any(option.printed for option in game.meta.options)]
    editions = {meta.slug: services().groups_and_editions.editions(meta.slug) for meta in printed}
    return render_template("boxes.html", games=printed, editions=editions)


@bp.get("/editions/<slug>")
def list_editions(slug: str) -> str:
    """Show the device's editions of a game, and how to add one."""
    meta = get_game(slug).meta
    printed_option(slug)
    editions = services().groups_and_editions.editions(slug)
    return render_template("editions/list.html", meta=meta, editions=editions)


@bp.get("/editions/<slug>/new")
def new_edition_form(slug: str) -> Response:
    """Show the form for a new edition. A score pad is copied page by page."""
    get_game(slug)
    if pad := printed_option(slug).pad:
        return pad_pages.show_first_page_form(slug, pad)
    return make_response(_edition_form(slug, None, "", None))


@bp.post("/editions/<slug>/new")
@rate_limited("60 per minute")
def save_new_edition(slug: str) -> Response:
    """Save a new edition, or the first page of a score pad."""
    get_game(slug)
    if pad := printed_option(slug).pad:
        return pad_pages.save_first_page(slug, pad)
    record = record_from_form()
    if again := _form_with_refusal(slug, record, "", None):
        return again
    name, by = request.form.get("name", ""), request.form.get("by", "")
    return redirect_to_edition(create_edition(slug, name, record, by))


@bp.post("/editions/<slug>/import")
@rate_limited("60 per minute")
def import_edition(slug: str) -> Response:
    """Save an edition from an uploaded file or a pasted text."""
    upload = request.files.get("file")
    data = upload.read() if upload and upload.filename else request.form.get("text", "").encode()
    content = parse_edition(data)
    if content["game"] != slug:
        raise Malformed({"game": ["Of another game."]})
    return redirect_to_edition(create_edition(slug, content["name"], content["record"], content["by"]))


@bp.get("/e/<edition>")
def show_edition(edition: str) -> str:
    """Show an edition, who copied it, and its link."""
    row = get_edition(edition)
    meta = get_game(row.slug).meta
    link, option = full_url(f"/e/{edition}"), printed_option(row.slug)
    version = get_version(row, parse_int(request.args.get("version"), 0) or None)
    doubts = option.doubts(version.record) if option.doubts else ()
    phrases = game_phrases(row.slug)
    EDITION_LINKS.remember(edition)
    return render_template(
        "editions/edition.html", meta=meta, edition=row, secret=edition, version=version, link=link,
        qr=qr_svg(link), phrases=phrases, term=phrases.term, doubts=doubts, to_local_time=to_local_time,
        of_library=is_library_secret(edition), asks_by=not version.by and not option.confirmation_option,
        own_name=own_name(),
    )  # fmt: skip


@bp.get("/e/<edition>/edit")
def edit_form(edition: str) -> Response:
    """Show the form that corrects an edition. Pad pages have forms of their own."""
    row = get_edition(edition)
    get_game(row.slug)
    if printed_option(row.slug).pad is not None:
        return redirect_to_edition(edition)
    return make_response(_edition_form(row.slug, get_version(row).record, edition, row))


@bp.post("/e/<edition>/edit")
def save_edit(edition: str) -> Response:
    """Save a correction as a new version."""
    row = get_edition(edition)
    get_game(row.slug)
    if printed_option(row.slug).pad is not None:
        return redirect_to_edition(edition)
    record = record_from_form()
    if again := _form_with_refusal(row.slug, record, edition, row):
        return again
    add_version(row, record, request.form.get("by", ""))
    return redirect_to_edition(edition)


@bp.get("/e/<edition>/file")
def download_edition(edition: str) -> Response:
    """Return the newest version as a file."""
    row = get_edition(edition)
    name = f"{row.slug}-{''.join(c for c in row.name if c.isascii() and c.isalnum())}.json"
    return attachment(dump_edition(row, get_version(row)), "application/json", name)


@bp.post("/e/<edition>/by")
def sign_edition(edition: str) -> Response:
    """Save who copied the edition."""
    set_version_author(get_edition(edition), request.form.get("by", ""))
    return redirect_to_edition(edition)


@bp.post("/e/<edition>/forget")
def delete_edition_for_all(edition: str) -> Response:
    """Delete an edition, or only remove it from the group whose link the path contains."""
    slug = get_edition(edition).slug
    delete_edition(edition)
    return see_other(f"/editions/{slug}")


def _form_with_refusal(slug: str, record: Any, secret: str, row: Edition | None) -> Response | None:
    """Return the submitted form with the reason why the record is refused; None if it is correct.

    Raise Refused for htmx, which keeps the form, and for a record of the wrong kind.
    """
    try:
        check_record(slug, record)
    except Refused as refused:
        refusal = refused.refusal
        if is_htmx() or refusal.code in (printed_option(slug).shape_error, "table.option_value"):
            raise
        sentence = game_phrases(slug).message(refusal.code, refusal.values)
        return make_response(_edition_form(slug, record, secret, row, sentence), 422)
    return None


def _edition_form(slug: str, record: Any, secret: str, row: Edition | None, sentence: str = "") -> str:
    """Return the form for an edition's values."""
    option, phrases = printed_option(slug), game_phrases(slug)
    return render_template(
        "editions/form.html", meta=get_game(slug).meta, option=option, options={option.name: record},
        phrases=phrases, term=phrases.term, secret=secret, edition=row, sentence=sentence,
        name=request.form.get("name", ""),
    )  # fmt: skip
