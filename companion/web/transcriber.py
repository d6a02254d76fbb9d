"""Copying a pad of Cheops, the roll-and-write: its shape once, each letter, and a second look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from companion.editions import Edition
from companion.editions.service import add_version, create_edition, get_edition, get_version
from companion.engine.data import to_json
from companion.engine.game import Refusal
from companion.games.cheops_dice.faults import doubts, faults
from companion.games.cheops_dice.pad import GRID, blank, like, papers, shape_faults
from companion.games.cheops_dice.parts import BUILDINGS, COLOURS, JOKERS, SYMBOLS
from companion.games.cheops_dice.sheet import Paper, confirmed, corrected, read, sealed
from companion.limits import limiter
from companion.tables.errors import Malformed, NotFound
from companion.tables.opening import get_game
from companion.tables.schemas import nest_form
from companion.web.editions import redirect_to_edition
from companion.web.request import game_phrases
from companion.web.table import parse_record

bp = Blueprint("transcriber", __name__)
SLUG = "cheops_dice"


@bp.get("/editions/cheops_dice/new")
def shape() -> Response:
    """The pad's shape: rows, levels, floor, quarry, symbols. Asked once, then the first letter."""
    given = _shape()
    wrong = shape_faults(blank(given)) if given else ()
    if given and not wrong:
        return _letter_page(blank(given), None, ())
    say = game_phrases(SLUG, "referee")
    page = render_template(
        "games/cheops_dice/shape.html", shape=given, wrong=_told(wrong), phrases=say, term=say.term,
        grid=GRID, buildings=BUILDINGS, symbols=SYMBOLS, jokers=JOKERS,
    )  # fmt: skip
    return make_response(page, 422 if wrong else 200)


@bp.post("/editions/cheops_dice/new")
@limiter.limit("60 per minute")
def first_letter() -> Response:
    """Keep the first letter: the pad exists from here on."""
    record = _copied()
    paper = _faultless(record, ())
    if not isinstance(paper, Paper):
        return paper
    paper = sealed(paper)
    return redirect_to_edition(create_edition(SLUG, paper.set, [to_json(paper)], paper.copied_by))


@bp.get("/e/<edition>/letter")
def letter(edition: str) -> Response:
    """The page on which a letter is painted: a new one, or one to correct."""
    kept, pad = _pad(edition)
    asked = request.args.get("letter", "")
    old = next((paper for paper in pad if paper.letter == asked), None)
    return _letter_page(to_json(old) if old else like(pad[0]), kept, (), edition)


@bp.post("/e/<edition>/letter")
def letter_kept(edition: str) -> Response:
    """Keep a letter, new or corrected; faults block it, doubts ask once."""
    kept, pad = _pad(edition)
    record = _copied()
    others = [paper for paper in pad if paper.letter != record.get("letter")]
    paper = _faultless(record, others, kept, edition)
    if not isinstance(paper, Paper):
        return paper
    old = next((one for one in pad if one.letter == paper.letter), None)
    paper = corrected(old, paper) if old else sealed(paper)
    _keep(kept, [*others, paper], paper.copied_by)
    return redirect_to_edition(edition)


@bp.get("/e/<edition>/check/<letter>")
def second_look(edition: str, letter: str) -> str:
    """The letter as it was copied, for a second person to compare with the pad."""
    kept, pad = _pad(edition)
    say = game_phrases(SLUG, "referee")
    return render_template(
        "games/cheops_dice/second_look.html", paper=_lettered(pad, letter), kept=kept,
        secret=edition, phrases=say, term=say.term, colours=COLOURS,
    )  # fmt: skip


@bp.post("/e/<edition>/check/<letter>")
def checked(edition: str, letter: str) -> Response:
    """A second person has compared the letter with the pad."""
    kept, pad = _pad(edition)
    paper = _lettered(pad, letter)
    by = " ".join(request.form.get("by", "").split())[:40]
    if not by or by == paper.copied_by:
        raise Malformed({"by": ["The name of a second person."]})
    rest = [one for one in pad if one.letter != letter]
    _keep(kept, [*rest, confirmed(paper, by)], by)
    return redirect_to_edition(edition)


def _pad(secret: str) -> tuple[Edition, tuple[Paper, ...]]:
    kept = get_edition(secret)
    pad = papers(get_version(kept).record) if kept.slug == SLUG else ()
    if not pad:
        raise NotFound("table.no_such_link")
    get_game(SLUG)
    return kept, pad


def _lettered(pad: Sequence[Paper], letter: str) -> Paper:
    for paper in pad:
        if paper.letter == letter:
            return paper
    raise NotFound("table.no_such_page")


def _keep(kept: Edition, pad: list[Paper], by: str) -> None:
    add_version(kept, [to_json(paper) for paper in sorted(pad, key=lambda paper: paper.letter)], by)


def _shape() -> dict[str, Any]:
    given = parse_record(nest_form(request.args))
    shape = given if isinstance(given, dict) else {}
    for name in ("rows", "levels"):
        shape[name] = [parse_record(word) for word in str(request.args.get(name, "")).split()]
    shape["bonuses"] = [word for word in request.args.getlist("bonus") if word]
    return shape if request.args.get("set") else {}


def _copied() -> dict[str, Any]:
    """The letter of the form as plain data."""
    fields = nest_form(request.form)
    record = parse_record(fields.get("value"))
    if not isinstance(record, dict):
        raise Malformed({"value": ["Not a sheet."]})
    record["letter"] = str(record.get("letter", "")).upper()
    record["origin"] = "printed"
    record.setdefault("bonuses", [])
    for bonus in record["bonuses"] if isinstance(record["bonuses"], list) else []:
        if isinstance(bonus, dict):
            bonus.setdefault("boxes", [])
    return record


def _faultless(
    record: dict[str, Any],
    others: Sequence[Paper],
    kept: Edition | None = None,
    secret: str = "",
) -> Paper | Response:
    """The sheet, or the page again with what is wrong, or with what to look at again."""
    wrong = faults(record, others)
    paper = read(record)
    if paper is None and any(fault.code == "cheops_dice.sheet_shape" for fault in wrong):
        raise Malformed({"value": ["Not a sheet."]})
    if paper is not None and not wrong and request.form.get("sure") != "1":
        wrong = doubts(paper, others)
    if wrong or paper is None:
        get_game(SLUG)
        return _letter_page(record, kept, wrong, secret)
    return paper


def _letter_page(
    record: dict[str, Any],
    kept: Edition | None,
    wrong: Sequence[Refusal],
    secret: str = "",
) -> Response:
    get_game(SLUG)
    say = game_phrases(SLUG, "referee")
    sure = bool(wrong) and all(fault.overridable for fault in wrong)
    page = render_template(
        "games/cheops_dice/letter.html", paper=record, kept=kept, wrong=_told(wrong), sure=sure,
        phrases=say, term=say.term, colours=COLOURS, secret=secret,
        at=" ".join(at for fault in wrong for at in fault.at),
    )  # fmt: skip
    return make_response(page, 422 if wrong else 200)


def _told(wrong: Sequence[Refusal]) -> list[str]:
    say = game_phrases(SLUG, "referee")
    return [say.message(fault.code, fault.values) for fault in wrong]
