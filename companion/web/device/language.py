"""The language of a device."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.language.i18n import LANGUAGES
from companion.web.plumbing.request import see_other, set_kept_cookie

bp = Blueprint("language", __name__)


@bp.post("/language")
def set_language() -> Response:
    """Speak this language on this device from now on."""
    chosen = request.form.get("language", "")
    back = request.form.get("back", "/")
    response = see_other(back if back.startswith("/") and not back.startswith("//") else "/")
    if chosen in LANGUAGES:
        set_kept_cookie(response, "companion-lang", chosen)
    return response
