"""Copying a pad letter by letter, and a second look. What a sheet is, its game says."""

from __future__ import annotations

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
    """The page on which the first letter is copied; the query tells it as far as it is copied, and what to
    change of its shape."""
    record = pad.first()
    if "reshape" in request.args:
        record = pad.reshape(_form_record(pad, request.args), request.args["reshape"])
    return _form_page(slug, pad, record)


def save_first_page(slug: str, pad: Pad[Any]) -> Response:
    """Keep the first letter of the form: the pad exists from here on."""
    record = _form_record(pad)
    new, wrong = _judge(pad, record, ())
    if wrong:
        return _form_page(slug, pad, record, wrong)
    sheet = pad.revise(None, new)
    return redirect_to_edition(create_edition(slug, sheet.set, [to_json(sheet)], sheet.copied_by))


@bp.get("/e/<edition>/letter")
def show_page_form(edition: str) -> Response:
    """The page on which a letter is copied: a new one, or one to correct."""
    kept, pad, sheets = _pad_of(edition)
    asked = request.args.get("letter", "")
    old = next((sheet for sheet in sheets if sheet.letter == asked), None)
    taken = [sheet.letter for sheet in sheets]
    free = next((letter for letter in ascii_uppercase if letter not in taken), "")
    record = to_json(old) if old else {**pad.like(sheets[0]), "letter": free}
    return _form_page(kept.slug, pad, record, secret=edition)


@bp.post("/e/<edition>/letter")
def save_page(edition: str) -> Response:
    """Keep a letter, new or corrected; faults block it, doubts ask once."""
    kept, pad, sheets = _pad_of(edition)
    record = _form_record(pad)
    others = [sheet for sheet in sheets if sheet.letter != record.get("letter")]
    new, wrong = _judge(pad, record, others)
    if wrong:
        return _form_page(kept.slug, pad, record, wrong, edition)
    sheet = pad.revise(next((old for old in sheets if old.letter == new.letter), None), new)
    _add_version(kept, [*others, sheet], sheet.copied_by)
    return redirect_to_edition(edition)


@bp.get("/e/<edition>/check/<letter>")
def show_check(edition: str, letter: str) -> Response:
    """The letter as it was copied, for a second person to compare with the pad."""
    kept, pad, sheets = _pad_of(edition)
    sheet = _sheet_named(sheets, letter)
    return _page("second_look", kept.slug, pad, (), pad_page=sheet, kept=kept, secret=edition)


@bp.post("/e/<edition>/check/<letter>")
def confirm_page(edition: str, letter: str) -> Response:
    """A second person has compared the letter with the pad."""
    kept, pad, sheets = _pad_of(edition)
    sheet = _sheet_named(sheets, letter)
    by = " ".join(request.form.get("by", "").split())[:40]
    if not by or by == sheet.copied_by:
        raise Malformed({"by": ["The name of a second person."]})
    others = [one for one in sheets if one.letter != letter]
    _add_version(kept, [*others, pad.confirm(sheet, by)], by)
    return redirect_to_edition(edition)


def _pad_of(secret: str) -> tuple[Edition, Pad[Any], tuple[PadPage, ...]]:
    """An edition, how its pad is copied, and the sheets it has; NotFound where it is no pad."""
    kept = get_edition(secret)
    get_game(kept.slug)
    pad, record = printed_option(kept.slug).pad, get_version(kept).record
    read = [pad.read(one) for one in record] if pad and isinstance(record, list) else []
    sheets = tuple(sheet for sheet in read if sheet is not None)
    if pad is None or not sheets:
        raise NotFound("table.no_such_link")
    return kept, pad, sheets


def _sheet_named(sheets: Sequence[PadPage], letter: str) -> PadPage:
    for sheet in sheets:
        if sheet.letter == letter:
            return sheet
    raise NotFound("table.no_such_page")


def _add_version(kept: Edition, sheets: Sequence[PadPage], by: str) -> None:
    in_order = sorted(sheets, key=lambda sheet: sheet.letter)
    add_version(kept, [to_json(sheet) for sheet in in_order], by)


def _form_record(pad: Pad[Any], fields: Any = None) -> dict[str, Any]:
    """The letter of the form, or of other fields, as plain data with all that a sheet has."""
    record = record_from_form(fields)
    sheet: Any = pad.read(pad.complete(record)) if isinstance(record, dict) else None
    if sheet is None:
        raise Malformed({"value": ["Not a sheet."]})
    return dict(to_json(sheet))


def _judge(
    pad: Pad[Any], record: dict[str, Any], others: Sequence[PadPage]
) -> tuple[PadPage, tuple[Refusal, ...]]:
    """The sheet and what is wrong with it, or what to look at again unless the form is sure of it."""
    sheet: Any = pad.read(record)
    wrong = pad.faults(sheet, others)
    if wrong or request.form.get("sure") == "1":
        return sheet, wrong
    return sheet, pad.doubts(sheet, others)


def _form_page(
    slug: str,
    pad: Pad[Any],
    record: dict[str, Any],
    wrong: Sequence[Refusal] = (),
    secret: str = "",
) -> Response:
    """The page on which a letter is copied, with what is wrong or what to look at again."""
    return _page(
        "pad_page", slug, pad, wrong, pad_page=record, secret=secret,
        reshaped=request.args.get("reshape", ""),
        sure=bool(wrong) and all(fault.overridable for fault in wrong),
        at=" ".join(at for fault in wrong for at in fault.at),
    )  # fmt: skip


def _page(name: str, slug: str, pad: Pad[Any], wrong: Sequence[Refusal], **context: Any) -> Response:
    """One of the game's own pages for its pad."""
    phrases = game_phrases(slug)
    sentences = [phrases.message(fault.code, fault.values) for fault in wrong]
    page = render_template(
        f"games/{slug}/{name}.html", slug=slug, wrong=sentences, phrases=phrases,
        term=phrases.term, **pad.terms, **context,
    )  # fmt: skip
    return make_response(page, 422 if wrong else 200)
