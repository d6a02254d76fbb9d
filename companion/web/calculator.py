"""Counting without having played along is a count like any other: who played, then one after the other."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.tables.opening import get_game
from companion.web.request import see_other

bp = Blueprint("calculator", __name__)


@bp.get("/calculator/<slug>")
def calculator(slug: str) -> Response:
    """Where calculators were, and links on phones still lead."""
    return see_other(f"/open/{get_game(slug).meta.slug}?mode=tally")
