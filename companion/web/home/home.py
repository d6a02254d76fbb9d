"""Home: continue, join, start. What is needed more rarely is a small page behind it."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from companion.games import GAMES
from companion.games.seeds import get_box
from companion.sentences.outcome import winner_sentence
from companion.sentences.phrases import table_phrases
from companion.services import services
from companion.tables.queries import scores
from companion.web.device.device_cookies import released_tables
from companion.web.device.device_tables import MAX_TABLES, device_tables

bp = Blueprint("home", __name__)
GAME_METAS = [game.meta for game in GAMES]


@bp.get("/")
def show_home() -> str:
    """One screen; of the tables only those that run, the one that waits for this device first.

    For newcomers it asks which box they open.
    """
    here = device_tables()
    running = [one for one in here if not one.over]
    groups = services().groups_and_editions.groups()
    group = next((group for group in groups if group[0] == request.args.get("group")), None)
    return render_template(
        "home.html", games=GAME_METAS, running=running, let_go=released_tables(), most=MAX_TABLES,
        group=group, get_box=get_box, unboxing="new" in request.args, newcomers=len(here) == len(running),
    )  # fmt: skip


@bp.get("/history")
def show_history() -> str:
    """The tables of this device, running and finished."""
    here = device_tables()
    rankings = ((one.table, scores(one.table, None).ranking) for one in here if one.over)
    results = {
        table.code: winner_sentence(table_phrases(table), known) for table, known in rankings if known
    }
    return render_template("history.html", tables=here, results=results)


@bp.get("/calculators")
def list_calculators() -> str:
    """Counting without having played along."""
    return render_template("calculators.html", games=GAME_METAS)
