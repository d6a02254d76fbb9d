"""Names that every template may use."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import (
    Blueprint,
    current_app,
)

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
        "seat_symbols": SEAT_SYMBOLS,
        "asset": asset_url,
        "all_languages": LANGUAGES,
    }


def asset_url(name: str) -> str:
    """The address of a static file, changed whenever the file is."""
    stamps: dict[str, str] = current_app.extensions.setdefault("asset_stamps", {})
    if name not in stamps or current_app.debug:
        content = (Path(str(current_app.static_folder)) / name).read_bytes()
        stamps[name] = sha256(content).hexdigest()[:10]
    return f"/static/{name}?v={stamps[name]}"
