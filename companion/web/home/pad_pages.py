"""Copy a score pad page by page, and check the copies. The game's templates contain the forms."""

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from companion.editions import Edition
from companion.editions.service import add_version, create_edition, get_edition, get_version, printed_option
from companion.engine.game import Refusal
from companion.engine.json_data import to_json
from companion.engine.score_pad import Pad, PadPage
from companion.tables.errors import Malformed, NotFound
from companion.tables.opening import get_game
from companion.web.common.form_fields import record_from_form
from companion.web.common.request import game_phrases
from companion.web.home.groups_and_editions import redirect_to_edition

bp = Blueprint("pad_pages", __name__)


def show_first_page_form(slug: str, pad: Pad[Any]) -> Response:
    """Show the form for the first page. The query contains its values, and a change of its shape."""
    record = pad.first()
    if "reshape" in request.args:
        record = pad.reshape(_submitted_record(pad, request.args), request.args["reshape"])
    return _render_form(slug, pad, record)


def save_first_page(slug: str, pad: Pad[Any]) -> Response:
    """Save the first page as a new edition."""
    record = _submitted_record(pad)
    page, errors = _check_page(pad, record, ())
    if errors:
        return _render_form(slug, pad, record, errors)
    revised = pad.revise(None, page)
    return redirect_to_edition(create_edition(slug, revised.set, [to_json(revised)], revised.copied_by))


@bp.get("/e/<edition>/letter")
def show_page_form(edition: str) -> Response:
    """Show the form for a pad page: a new one, or the one with the letter from the query."""
    row, pad, sheets = _pad_of(edition)
    letter = request.args.get("letter", "")
    page = next((sheet for sheet in sheets if sheet.letter == letter), None)
    used_letters = [sheet.letter for sheet in sheets]
    free_letter = next((c for c in ascii_uppercase if c not in used_letters), "")
    record = to_json(page) if page else {**pad.like(sheets[0]), "letter": free_letter}
    return _render_form(row.slug, pad, record, secret=edition)


@bp.post("/e/<edition>/letter")
def save_page(edition: str) -> Response:
    """Save a pad page. Errors are refused; unlikely values must be confirmed once."""
    row, pad, sheets = _pad_of(edition)
    record = _submitted_record(pad)
    other_pages = [other for other in sheets if other.letter != record.get("letter")]
    page, errors = _check_page(pad, record, other_pages)
    if errors:
        return _render_form(row.slug, pad, record, errors, edition)
    old_page = next((sheet for sheet in sheets if sheet.letter == page.letter), None)
    revised = pad.revise(old_page, page)
    _add_version(row, [*other_pages, revised], revised.copied_by)
    return redirect_to_edition(edition)


@bp.get("/e/<edition>/check/<letter>")
def show_check(edition: str, letter: str) -> Response:
    """Show a copied page, so that a second person can compare it with the pad."""
    row, pad, sheets = _pad_of(edition)
    page = _get_page(sheets, letter)
    return _render_page("second_look", row.slug, pad, (), pad_page=page, edition=row, secret=edition)


@bp.post("/e/<edition>/check/<letter>")
def confirm_page(edition: str, letter: str) -> Response:
    """Save that a second person has checked the page."""
    row, pad, sheets = _pad_of(edition)
    page = _get_page(sheets, letter)
    by = " ".join(request.form.get("by", "").split())[:40]
    if not by or by == page.copied_by:
        raise Malformed({"by": ["The name of a second person."]})
    other_pages = [other for other in sheets if other.letter != letter]
    _add_version(row, [*other_pages, pad.confirm(page, by)], by)
    return redirect_to_edition(edition)


def _pad_of(secret: str) -> tuple[Edition, Pad[Any], tuple[PadPage, ...]]:
    """Return an edition, its pad, and the copied pages. Raise NotFound if it is not a pad."""
    row = get_edition(secret)
    get_game(row.slug)
    pad, record = printed_option(row.slug).pad, get_version(row).record
    pages = [pad.read(item) for item in record] if pad and isinstance(record, list) else []
    readable = tuple(sheet for sheet in pages if sheet is not None)
    if pad is None or not readable:
        raise NotFound("table.no_such_link")
    return row, pad, readable


def _get_page(sheets: Sequence[PadPage], letter: str) -> PadPage:
    for sheet in sheets:
        if sheet.letter == letter:
            return sheet
    raise NotFound("table.no_such_page")


def _add_version(row: Edition, sheets: Sequence[PadPage], by: str) -> None:
    in_order = sorted(sheets, key=lambda sheet: sheet.letter)
    add_version(row, [to_json(sheet) for sheet in in_order], by)


def _submitted_record(pad: Pad[Any], fields: Any = None) -> dict[str, Any]:
    record = record_from_form(fields)
    sheet: Any = pad.read(pad.complete(record)) if isinstance(record, dict) else None
    if sheet is None:
        raise Malformed({"value": ["Not a sheet."]})
    return dict(to_json(sheet))


def _check_page(
    pad: Pad[Any], record: dict[str, Any], other_pages: Sequence[PadPage]
) -> tuple[PadPage, tuple[Refusal, ...]]:
    """Return the submitted page with its errors or, if there are none, with the values to confirm."""
    sheet: Any = pad.read(record)
    errors = pad.faults(sheet, other_pages)
    if errors or request.form.get("sure") == "1":
        return sheet, errors
    return sheet, pad.doubts(sheet, other_pages)


def _render_form(
    slug: str,
    pad: Pad[Any],
    record: dict[str, Any],
    errors: Sequence[Refusal] = (),
    secret: str = "",
) -> Response:
    return _render_page(
        "pad_page", slug, pad, errors, pad_page=record, secret=secret,
        reshaped=request.args.get("reshape", ""),
        sure=bool(errors) and all(error.overridable for error in errors),
        at=" ".join(at for error in errors for at in error.at),
    )  # fmt: skip


def _render_page(
    name: str, slug: str, pad: Pad[Any], errors: Sequence[Refusal], **context: Any
) -> Response:
    phrases = game_phrases(slug)
    sentences = [phrases.message(error.code, error.values) for error in errors]
    page = render_template(
        f"games/{slug}/{name}.html", slug=slug, wrong=sentences, phrases=phrases,
        term=phrases.term, **pad.terms, **context,
    )  # fmt: skip
    return make_response(page, 422 if errors else 200)
