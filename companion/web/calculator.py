"""Counting without a table, and watching recorded plays."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, render_template, request

from companion.engine.game import Game, Meta, Setup, check_option
from companion.engine.replay import replay
from companion.tables.answers import Malformed, Refused
from companion.tables.held import Held
from companion.tables.opening import game_on_shelf, recorded_play
from companion.tables.reading import total
from companion.tables.schemas import from_form, value_from
from companion.web.edge import speaker_for, whole
from companion.web.scene import log_sentence_of_entry, podium, scene
from companion.web.table import record_numbers

bp = Blueprint("calculator", __name__)


@bp.route("/calculator/<slug>", methods=["GET", "POST"])
def calculator(slug: str) -> str:
    """One seat's sheet, counted at once beside what others hold; nothing is kept."""
    game = game_on_shelf(slug)
    speaker = speaker_for(slug, "tally")
    g.speaker = speaker
    fields: dict[str, Any] = from_form(request.form) if request.method == "POST" else {}
    options = record_numbers(fields.pop("option", {})) or {}
    sheet, lines, refusal, others = None, None, None, ()
    players = _players(game.meta, fields.pop("seats", ""))
    setting = Setup.of(game.meta, players or game.meta.seats[1], _known_options(game.meta, options))
    if fields:
        fields.pop("by", None)
        others = _others(game, fields.pop("others", []))
        sheet = value_from(game.count.sheet, fields)
        refusal = game.count.check(setting, 0, sheet)
        if refusal is None:
            lines = game.count.lines(setting, (sheet, *others))[0]
    return render_template(
        "calculator.html", meta=game.meta, say=speaker, term=speaker.term, sheet=sheet,
        lines=lines, total=total(lines), refusal=refusal, options=setting.options,
        by=request.values.get("by", ""), me=0, held=None, seats=(), seat=None,
        drawing=game.count.draw(setting, sheet), players=players, others=others,
    )  # fmt: skip


def _players(meta: Meta, said: Any) -> int | None:
    """How many played, where that is said; else what could be true at any table stands."""
    low, high = meta.seats
    number = whole(said if isinstance(said, str) else None, 0)
    return number if low <= number <= high else None


def _others(game: Game[Any], given: Any) -> tuple[Any, ...]:
    """The other seats' sheets, for games in which they bear on the count."""
    if not isinstance(given, list) or len(given) >= game.meta.seats[1]:
        raise Malformed({"others": ["Not a list of the other sheets."]})
    return tuple(value_from(game.count.sheet, sheet) for sheet in given)


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


@bp.get("/watch/<slug>/<name>")
def watch(slug: str, name: str) -> str:
    """A recorded play, step by step, as the whole table would see it."""
    play = recorded_play(slug, name)
    step = max(0, min(whole(request.args.get("step"), 0), len(play.log)))
    playing = replay(play.game, play.setup, play.log[:step])
    held = Held(0, "", slug, play.mode, play.names, step, playing)
    context = scene(held, None)
    if context["ended"]:
        context["podium"] = podium(held, context["say"])
    said = log_sentence_of_entry(context["say"], playing, play.log[step - 1]) if step else ""
    return render_template(
        "watch.html", play=play, name=name, step=step, steps=len(play.log), said=said, **context
    )
