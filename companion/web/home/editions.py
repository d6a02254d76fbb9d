"""The pages of editions. An edition is a copy of the numbers that are printed in one physical box."""

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from companion.editions import service
from companion.engine.game import Refusal
from companion.engine.json_data import to_json
from companion.engine.score_pad import PadFunctions, PadPage
from companion.games import GAMES
from companion.language.i18n import to_local_time
from companion.limits.rate_limits import rate_limited
from companion.services import services
from companion.store.models import Edition
from companion.tables.errors import Malformed, NotFound, Refused
from companion.tables.opening import get_game
from companion.web.common import http
from companion.web.device.device_tables import own_name
from companion.web.home.groups_and_editions import EDITION_LINKS, redirect_to_edition

bp = Blueprint("editions", __name__)
AnyPad = PadFunctions[Any]


@bp.get("/boxes")
def list_all_editions() -> str:
    """Show the editions whose links this device has opened, by game."""
    printed = [game.meta for game in GAMES if any(option.printed for option in game.meta.options)]
    editions = {meta.slug: services().groups_and_editions.editions(meta.slug) for meta in printed}
    return render_template("boxes.html", games=printed, editions=editions)


@bp.get("/editions/<slug>")
def list_game_editions(slug: str) -> str:
    """Show the editions of a game whose links this device has opened, and how to add one."""
    meta = get_game(slug).meta
    service.printed_option(slug)
    editions = services().groups_and_editions.editions(slug)
    return render_template("editions/list.html", meta=meta, editions=editions)


@bp.get("/editions/<slug>/new")
def new_edition_form(slug: str) -> Response:
    """Show the form for a new edition, or for its first page if the game has a score pad."""
    get_game(slug)
    pad = service.printed_option(slug).pad
    if pad is None:
        return make_response(_edition_form(slug, None, "", None))
    record = pad.first()
    if "reshape" in request.args:
        record = pad.reshape(_submitted_record(pad, request.args), request.args["reshape"])
    return _render_page_form(slug, pad, record)


@bp.post("/editions/<slug>/new")
@rate_limited("60 per minute")
def save_new_edition(slug: str) -> Response:
    """Save the form as a new edition. If the game has a score pad, the form is for one page of the pad."""
    get_game(slug)
    if pad := service.printed_option(slug).pad:
        record = _submitted_record(pad)
        page, errors = _validate_page(pad, record, ())
        if errors:
            return _render_page_form(slug, pad, record, errors)
        revised = pad.revise(None, page)
        secret = service.create_edition(slug, revised.set, [to_json(revised)], revised.copied_by)
        return redirect_to_edition(secret)
    record = http.record_from_form()
    if again := _form_with_refusal(slug, record, "", None):
        return again
    name, by = request.form.get("name", ""), request.form.get("by", "")
    return redirect_to_edition(service.create_edition(slug, name, record, by))


@bp.post("/editions/<slug>/import")
@rate_limited("60 per minute")
def import_edition(slug: str) -> Response:
    """Save an edition from an uploaded file or a pasted text."""
    upload = request.files.get("file")
    data = upload.read() if upload and upload.filename else request.form.get("text", "").encode()
    content = service.parse_edition(data)
    if content["game"] != slug:
        raise Malformed({"game": ["Of another game."]})
    secret = service.create_edition(slug, content["name"], content["record"], content["by"])
    return redirect_to_edition(secret)


@bp.get("/e/<edition>")
def show_edition(edition: str) -> str:
    """Show an edition, who copied it, and its link."""
    row = service.get_edition(edition)
    meta = get_game(row.slug).meta
    link, option = http.full_url(f"/e/{edition}"), service.printed_option(row.slug)
    version = service.get_version(row, http.parse_int(request.args.get("version"), 0) or None)
    doubts = option.doubts(version.record) if option.doubts else ()
    phrases = http.game_phrases(row.slug)
    EDITION_LINKS.remember(edition)
    return render_template(
        "editions/edition.html", meta=meta, edition=row, secret=edition, version=version, link=link,
        qr=http.qr_svg(link), phrases=phrases, term=phrases.term, doubts=doubts,
        to_local_time=to_local_time, of_library=service.is_library_secret(edition), own_name=own_name(),
        asks_by=not version.by and not option.confirmation_option,
    )  # fmt: skip


@bp.route("/e/<edition>/edit", methods=["GET", "POST"])
def edit_edition(edition: str) -> Response:
    """Show the form that corrects an edition, or save the correction as a new version.

    An edition of a score pad is not corrected here, because each of its pages has a form of its own.
    """
    row = service.get_edition(edition)
    get_game(row.slug)
    if service.printed_option(row.slug).pad is not None:
        return redirect_to_edition(edition)
    if request.method != "POST":
        return make_response(_edition_form(row.slug, service.get_version(row).record, edition, row))
    record = http.record_from_form()
    if again := _form_with_refusal(row.slug, record, edition, row):
        return again
    service.add_version(row, record, request.form.get("by", ""))
    return redirect_to_edition(edition)


@bp.get("/e/<edition>/file")
def download_edition(edition: str) -> Response:
    """Return the newest version of an edition as a JSON file."""
    row = service.get_edition(edition)
    name = f"{row.slug}-{''.join(c for c in row.name if c.isascii() and c.isalnum())}.json"
    return http.attachment(service.dump_edition(row, service.get_version(row)), "application/json", name)


@bp.post("/e/<edition>/by")
def set_edition_author(edition: str) -> Response:
    """Save the name of the person who copied the edition from the box."""
    service.set_version_author_if_missing(service.get_edition(edition), request.form.get("by", ""))
    return redirect_to_edition(edition)


@bp.post("/e/<edition>/forget")
def delete_edition(edition: str) -> Response:
    """Delete the edition with this link. A link that belongs to a group only removes it there."""
    slug = service.get_edition(edition).slug
    service.delete_edition(edition)
    return http.see_other(f"/editions/{slug}")


def _form_with_refusal(slug: str, record: Any, secret: str, row: Edition | None) -> Response | None:
    """Return the submitted form with the reason why ``record`` is refused, or None if it is correct.

    ``secret`` and ``row`` belong to the edition that is corrected; for a new one they are "" and None.
    Raise Refused instead if htmx sent the form, which stays on the page, or if the record is malformed.
    """
    try:
        service.check_record(slug, record)
    except Refused as refused:
        refusal = refused.refusal
        if http.is_htmx() or refusal.code in (
            service.printed_option(slug).shape_error,
            "table.option_value",
        ):
            raise
        sentence = http.game_phrases(slug).message(refusal.code, refusal.values)
        return make_response(_edition_form(slug, record, secret, row, sentence), 422)
    return None


def _edition_form(slug: str, record: Any, secret: str, row: Edition | None, sentence: str = "") -> str:
    option, phrases = service.printed_option(slug), http.game_phrases(slug)
    return render_template(
        "editions/form.html", meta=get_game(slug).meta, option=option, options={option.name: record},
        phrases=phrases, term=phrases.term, secret=secret, edition=row, sentence=sentence,
        name=request.form.get("name", ""),
    )  # fmt: skip


@bp.get("/e/<edition>/letter")
def show_page_form(edition: str) -> Response:
    """Show the form for a page of a score pad: the page with the query's ``letter``, or a new page."""
    row, pad, sheets = _load_edition_pages(edition)
    letter = request.args.get("letter", "")
    page = next((sheet for sheet in sheets if sheet.letter == letter), None)
    used_letters = [sheet.letter for sheet in sheets]
    free_letter = next((c for c in ascii_uppercase if c not in used_letters), "")
    record = to_json(page) if page else {**pad.like(sheets[0]), "letter": free_letter}
    return _render_page_form(
        row.slug, pad, record, secret=edition, former_letter=page.letter if page else ""
    )


@bp.post("/e/<edition>/letter")
def save_page(edition: str) -> Response:
    """Save a page of a score pad. Errors are refused; unlikely values must be confirmed once.

    The field ``former`` has the page's letter before the correction; it is empty for a new page.
    """
    row, pad, sheets = _load_edition_pages(edition)
    record, former_letter = _submitted_record(pad), request.form.get("former", "")
    other_pages = [other for other in sheets if other.letter != former_letter]
    page, errors = _validate_page(pad, record, other_pages)
    if errors:
        return _render_page_form(row.slug, pad, record, errors, edition, former_letter)
    old_page = next((sheet for sheet in sheets if sheet.letter == former_letter), None)
    revised = pad.revise(old_page, page)
    _add_version(row, [*other_pages, revised], revised.copied_by)
    return redirect_to_edition(edition)


@bp.route("/e/<edition>/check/<letter>", methods=["GET", "POST"])
def confirm_page(edition: str, letter: str) -> Response:
    """Show a copied page to a second person who compares it with the pad (GET), or confirm it (POST)."""
    row, pad, sheets = _load_edition_pages(edition)
    page = next((sheet for sheet in sheets if sheet.letter == letter), None)
    if page is None:
        raise NotFound("table.no_such_page")
    if request.method != "POST":
        return _render_pad("second_look", row.slug, pad, (), pad_page=page, edition=row, secret=edition)
    by = " ".join(request.form.get("by", "").split())[:40]
    if not by or by == page.copied_by:
        raise Malformed({"by": ["The name of a second person."]})
    other_pages = [other for other in sheets if other.letter != letter]
    _add_version(row, [*other_pages, pad.confirm(page, by)], by)
    return redirect_to_edition(edition)


def _load_edition_pages(secret: str) -> tuple[Edition, AnyPad, tuple[PadPage, ...]]:
    row = service.get_edition(secret)
    get_game(row.slug)
    pad, record = service.printed_option(row.slug).pad, service.get_version(row).record
    pages = [pad.read(item) for item in record] if pad and isinstance(record, list) else []
    readable = tuple(sheet for sheet in pages if sheet is not None)
    if pad is None or not readable:
        raise NotFound("table.no_such_link")
    return row, pad, readable


def _add_version(row: Edition, sheets: Sequence[PadPage], by: str) -> None:
    in_order = sorted(sheets, key=lambda sheet: sheet.letter)
    service.add_version(row, [to_json(sheet) for sheet in in_order], by)


def _submitted_record(pad: AnyPad, fields: Any = None) -> dict[str, Any]:
    record = http.record_from_form(fields)
    sheet: Any = pad.read(pad.complete(record)) if isinstance(record, dict) else None
    if sheet is None:
        raise Malformed({"value": ["Not a sheet."]})
    return dict(to_json(sheet))


def _validate_page(
    pad: AnyPad, record: dict[str, Any], other_pages: Sequence[PadPage]
) -> tuple[PadPage, tuple[Refusal, ...]]:
    """Return the page in ``record`` and its errors, some of which depend on the pad's ``other_pages``.

    Without errors, return unusual values instead, until the form confirms them (``sure``).
    """
    sheet: Any = pad.read(record)
    errors = pad.faults(sheet, other_pages)
    if errors or request.form.get("sure") == "1":
        return sheet, errors
    return sheet, pad.doubts(sheet, other_pages)


def _render_page_form(
    slug: str,
    pad: AnyPad,
    record: dict[str, Any],
    errors: Sequence[Refusal] = (),
    secret: str = "",
    former_letter: str = "",
) -> Response:
    return _render_pad(
        "pad_page", slug, pad, errors, pad_page=record, secret=secret, former_letter=former_letter,
        reshaped=request.args.get("reshape", ""),
        sure=bool(errors) and all(error.overridable for error in errors),
        at=" ".join(at for error in errors for at in error.at),
    )  # fmt: skip


def _render_pad(name: str, slug: str, pad: AnyPad, errors: Sequence[Refusal], **context: Any) -> Response:
    phrases = http.game_phrases(slug)
    sentences = [phrases.message(error.code, error.values) for error in errors]
    page = render_template(
        f"games/{slug}/{name}.html", slug=slug, wrong=sentences, phrases=phrases,
        term=phrases.term, **pad.terms, **context,
    )  # fmt: skip
    return make_response(page, 422 if errors else 200)
