"""The language of a device."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.i18n import LANGUAGES
from companion.web.request import YEAR, see_other

bp = Blueprint("language", __name__)


@bp.post("/language")
def set_language() -> Response:
    """Speak this language on this device from now on."""
    chosen = request.form.get("language", "")
    back = request.form.get("back", "/")
    response = see_other(back if back.startswith("/") and not back.startswith("//") else "/")
    if chosen in LANGUAGES:
        response.set_cookie("lang", chosen, max_age=YEAR, samesite="Lax")
    return response
