"""Names that every template may use."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, current_app

from companion.language.i18n import LANGUAGES, choose_language, translators
from companion.web.plumbing.form_keys import KEY

bp = Blueprint("template_globals", __name__)

SEAT_SYMBOLS = ("▲", "●", "■", "◆", "★", "✚", "▼", "⬟")
"""A symbol for each seat, so that no colour stands alone."""
SEAT_COLOURS = (
    "#a3260f", "#1f4e8c", "#2c6b2f", "#7a3b8f", "#8a5a00", "#0d6a6e", "#9c1c5c", "#4a4a4a",
)  # fmt: skip
"""What stands for a seat in a picture; pages take theirs from the styles, by day and by night."""


def _other_language(slug: str) -> str:
    """In which language a game is shown, where it is not that of the page."""
    spoken = choose_language(slug)
    return "" if spoken == choose_language() else spoken


@bp.app_context_processor
def _shared_names() -> dict[str, Any]:
    language = choose_language()
    direction = LANGUAGES[language].direction
    return {
        **translators(),
        "languages": LANGUAGES,
        "language": language,
        "direction": direction,
        "back_mark": "▸" if direction == "rtl" else "◂",
        "onward_mark": "◂" if direction == "rtl" else "▸",
        "other_language": _other_language,
        "new_key": lambda: KEY,
        "rooms": current_app.blueprints,
    }
