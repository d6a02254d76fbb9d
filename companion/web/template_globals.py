"""Names that every template may use."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from companion.i18n import LANGUAGES, NAMES, choose_language
from companion.web.form_keys import KEY

bp = Blueprint("template_globals", __name__)

SEAT_SYMBOLS = ("▲", "●", "■", "◆", "★", "✚", "▼", "⬟")
"""A symbol for each seat, so that no colour stands alone."""


@bp.app_context_processor
def _shared_names() -> dict[str, Any]:
    return {
        "languages": NAMES,
        "language": choose_language(),
        "new_key": lambda: KEY,
        "all_languages": LANGUAGES,
    }
