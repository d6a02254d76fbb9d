"""The home page and the lists of games and tables."""

from flask import Blueprint, render_template, request

from companion.games import GAMES
from companion.games.seeds import get_box_facts
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
    """Show the home page: the running tables, those that wait for this device first, and the games.

    With ``new`` in the query, newcomers choose the box that is in front of them.
    """
    known_tables = device_tables()
    running = [known for known in known_tables if not known.is_over]
    groups = services().groups_and_editions.groups()
    group = next((group for group in groups if group[0] == request.args.get("group")), None)
    return render_template(
        "home.html", games=GAME_METAS, running=running, released_codes=released_tables(),
        max_tables=MAX_TABLES, group=group, get_box_facts=get_box_facts, unboxing="new" in request.args,
        newcomers=len(known_tables) == len(running),
    )  # fmt: skip


@bp.get("/history")
def show_history() -> str:
    """Show all tables of this device."""
    known_tables = device_tables()
    rankings = ((known.table, scores(known.table, None).ranking) for known in known_tables if known.is_over)
    results = {
        table.code: winner_sentence(table_phrases(table), ranking) for table, ranking in rankings if ranking
    }
    return render_template("history.html", tables=known_tables, results=results)


@bp.get("/calculators")
def list_calculators() -> str:
    """Show the games, to count the points of a game that was played without the app."""
    return render_template("calculators.html", games=GAME_METAS)
