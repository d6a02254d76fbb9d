"""Home: continue, join, start. What is needed more rarely is a small page behind it."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.games import GAMES
from companion.games.seeds import plays
from companion.web.device_editions import device_editions
from companion.web.device_tables import device_tables
from companion.web.groups import device_groups

bp = Blueprint("front", __name__)
SHELF = [game.meta for game in GAMES]


@bp.get("/")
def home() -> str:
    """One screen; of the tables only those that run, the one that waits for this device first."""
    running = [known for known in device_tables() if not known.over]
    return render_template("home.html", games=SHELF, running=running)


@bp.get("/history")
def show_history() -> str:
    """The tables of this device, running and finished."""
    return render_template("history.html", known=device_tables())


@bp.get("/plays")
def list_plays() -> str:
    """The recorded plays, to watch."""
    return render_template(
        "plays.html", games=SHELF, plays={meta.slug: plays(meta.slug) for meta in SHELF}
    )


@bp.get("/calculators")
def list_calculators() -> str:
    """Counting without playing along: each on their own phone, or one sheet alone."""
    return render_template("calculators.html", games=SHELF)


@bp.get("/groups")
def list_groups() -> str:
    """The groups of this device, and founding one."""
    return render_template("groups/list.html", groups=device_groups())


@bp.get("/boxes")
def list_boxes() -> str:
    """What is printed in the boxes of this device's owner, game by game."""
    printed = [meta for meta in SHELF if any(option.printed for option in meta.options)]
    return render_template(
        "boxes.html", games=printed, known={m.slug: device_editions(m.slug) for m in printed}
    )
