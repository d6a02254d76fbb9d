"""Counting without a table."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, render_template, request

from companion.engine.data import limits
from companion.engine.game import Game, Meta, Setup, check_option
from companion.tables.errors import Malformed, Refused
from companion.tables.opening import get_game
from companion.tables.queries import total
from companion.tables.schemas import nest_form, parse_value
from companion.web.request import (
    game_phrases,
    parse_int,
)
from companion.web.table import parse_record

bp = Blueprint("calculator", __name__)


@bp.route("/calculator/<slug>", methods=["GET", "POST"])
def calculator(slug: str) -> str:
    """One seat's sheet, counted at once beside what others hold; nothing is kept."""
    game = get_game(slug)
    phrases = game_phrases(slug, "tally")
    g.phrases = phrases
    fields: dict[str, Any] = nest_form(request.form) if request.method == "POST" else {}
    options = parse_record(fields.pop("option", {})) or {}
    sheet, lines, refusal, others = None, None, None, ()
    players = _players(game.meta, fields.pop("seats", ""))
    setup = Setup.of(game.meta, players or game.meta.seats[1], _known_options(game.meta, options))
    if fields:
        fields.pop("by", None)
        others = _others(game, fields.pop("others", []))
        sheet = parse_value(game.scoring.sheet, fields)
        refusal = game.scoring.check(setup, 0, sheet)
        if refusal is None:
            lines = game.scoring.lines(setup, (sheet, *others))[0]
    return render_template(
        "calculator.html", meta=game.meta, phrases=phrases, term=phrases.term, sheet=sheet,
        lines=lines, total=total(lines), refusal=refusal, options=setup.options,
        by=request.values.get("by", ""), me=0, table=None, seats=(), seat=None,
        drawing=game.scoring.draw(setup, sheet), players=players, others=others,
        limits=limits(game.scoring.sheet),
    )  # fmt: skip


def _players(meta: Meta, said: Any) -> int | None:
    """How many played, where that is said; else what could be true at any table stands."""
    low, high = meta.seats
    number = parse_int(said if isinstance(said, str) else None, 0)
    return number if low <= number <= high else None


def _others(game: Game[Any], given: Any) -> tuple[Any, ...]:
    """The other seats' sheets, for games in which they bear on the count."""
    if not isinstance(given, list) or len(given) >= game.meta.seats[1]:
        raise Malformed({"others": ["Not a list of the other sheets."]})
    return tuple(parse_value(game.scoring.sheet, sheet) for sheet in given)


def _known_options(meta: Meta, given: Any) -> dict[str, Any]:
    """What the form says of the tally's options."""
    if not isinstance(given, dict):
        raise Malformed({"option": ["Not a record."]})
    chosen: dict[str, Any] = {}
    for option in meta.options:
        if "tally" in option.modes and option.name in given:
            refusal = check_option(option, given[option.name], meta.seats[0])
            if refusal is not None:
                raise Refused(refusal, 0)
            chosen[option.name] = given[option.name]
    return chosen
