"""The page on which the steps of setting up the table are shown and ticked."""

import json
from hashlib import sha256
from typing import Any

from flask import Blueprint, Response, request

from companion.engine.game import Option
from companion.engine.setup_steps import SetupStep
from companion.language.i18n import gettext
from companion.sentences.phrases import Phrasebook, table_phrases
from companion.services import tables
from companion.tables.lobby import get_set_up_steps, set_step_done
from companion.tables.state import TableState
from companion.web.common.request import is_htmx, require_member, see_other
from companion.web.common.template_globals import render_table_page

bp = Blueprint("setting_up", __name__, url_prefix="/t/<code>/set-up")


@bp.get("")
def show_set_up(code: str) -> str:
    """Show the steps of setting up the table."""
    table, member = require_member(code)
    phrases = table_phrases(table)
    steps = [_step_data(table, mark, step, phrases) for mark, step in get_set_up_steps(table).items()]
    return render_table_page("setting_up.html", table, member=member, steps=steps)


@bp.post("")
def tick_step(code: str) -> str | Response:
    """Tick a step, or remove its tick, on every phone."""
    table, member = require_member(code)
    set_step_done(
        tables(), table, member, request.form.get("step", ""), done=request.form.get("done") == "yes"
    )
    return show_set_up(code) if is_htmx() else see_other(f"/t/{table.code}/set-up")


def steps_done(table: TableState) -> tuple[int, int]:
    """Return (number of ticked steps, number of steps)."""
    steps = get_set_up_steps(table)
    return sum(mark in table.ticks for mark in steps), len(steps)


def _step_data(table: TableState, mark: str, step: SetupStep, phrases: Phrasebook) -> dict[str, Any]:
    title, text = phrases.set_up_step(step)
    by_name = {option.name: option for option in table.replay.origin.meta.options}
    return {
        "mark": mark,
        "done": mark in table.ticks,
        "name": step.name,
        "title": title,
        "text": text,
        "values": step.values,
        "rule": step.rule,
        "places": _pieces_by_place(step),
        "asks": [
            (by_name[name], value_in_words(by_name[name], value, phrases), _hash_value(name, value))
            for name, value in ((name, table.options[name]) for name in step.asks if name in table.options)
        ],
    }


def value_in_words(option: Option, value: Any, phrases: Phrasebook) -> str:
    """Return the value of an option in a few words, in the reader's language."""
    if option.kind == "choice":
        return phrases.choice(value)
    if option.kind == "number":
        return str(value)
    if option.kind == "flag":
        return str(gettext("yes") if value else gettext("no"))
    return str(gettext("entered") if value else gettext("not entered yet"))


def _hash_value(name: str, value: Any) -> str:
    """Return a hash of an option and its value. Its form is replaced only after the value has changed."""
    return sha256(f"{name} {json.dumps(value, sort_keys=True)}".encode()).hexdigest()[:12]


def _pieces_by_place(step: SetupStep) -> dict[str, list[tuple[str, int | None]]]:
    """Return (kind, count) of the pieces by place, without those whose count is 0."""
    by_place: dict[str, list[tuple[str, int | None]]] = {}
    for pieces in step.pieces:
        if pieces.count != 0:
            by_place.setdefault(pieces.where, []).append((pieces.kind, pieces.count))
    return by_place
