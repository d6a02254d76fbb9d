"""Home: continue, join, start. What is needed more rarely is a small page behind it."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.games import GAMES
from companion.web.device_tables import device_tables

bp = Blueprint("home", __name__)
SHELF = [game.meta for game in GAMES]


@bp.get("/")
def show_home() -> str:
    """One screen; of the tables only those that run, the one that waits for this device first."""
    running = [known for known in device_tables() if not known.over]
    return render_template("home.html", games=SHELF, running=running)


@bp.get("/history")
def show_history() -> str:
    """The tables of this device, running and finished."""
    return render_template("history.html", known=device_tables())


@bp.get("/calculators")
def list_calculators() -> str:
    """Counting without playing along: each on their own phone, or one sheet alone."""
    return render_template("calculators.html", games=SHELF)
