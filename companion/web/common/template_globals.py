"""Names that every template may use."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Blueprint, Response, current_app

from companion.language.i18n import LANGUAGES, choose_language, make_translators
from companion.web.common.request import is_htmx

bp = Blueprint("template_globals", __name__)

FORM_KEY_PLACEHOLDER = "\ue000"
"""Stands in a drawn form for its key; each form gets its own on the way out, so drawings can be kept."""
SEAT_SYMBOLS = ("▲", "●", "■", "◆", "★", "✚", "▼", "⬟")
"""A symbol for each seat, so that no colour stands alone."""
SEAT_COLOURS = (
    "#a3260f", "#1f4e8c", "#2c6b2f", "#7a3b8f", "#8a5a00", "#0d6a6e", "#9c1c5c", "#4a4a4a",
)  # fmt: skip
"""What stands for a seat in a picture; pages take theirs from the styles, by day and by night."""


def new_key() -> str:
    """What stands in a drawn form for its key."""
    return FORM_KEY_PLACEHOLDER


def _other_language(slug: str) -> str:
    """In which language a game is shown, where it is not that of the page."""
    spoken = choose_language(slug)
    return "" if spoken == choose_language() else spoken


@bp.app_context_processor
def _template_context() -> dict[str, Any]:
    language = choose_language()
    direction = LANGUAGES[language].direction
    return {
        **make_translators(),
        "languages": LANGUAGES,
        "language": language,
        "direction": direction,
        "back_arrow": "▸" if direction == "rtl" else "◂",
        "onward_arrow": "◂" if direction == "rtl" else "▸",
        "other_language": _other_language,
        "blueprints": current_app.blueprints,
    }


@bp.after_app_request
def _fill_form_keys(response: Response) -> Response:
    """Give each form its key, by which an entry is known that is sent twice; the script makes its own."""
    if response.mimetype == "text/html" and not response.is_streamed and not is_htmx():
        first, *rest = response.get_data().split(FORM_KEY_PLACEHOLDER.encode())
        if rest:
            key = secrets.token_urlsafe(9).encode()
            numbered = (b"%s.%d%s" % (key, n, text) for n, text in enumerate(rest))
            response.set_data(first + b"".join(numbered))
    return response
