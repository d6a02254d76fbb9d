"""Names that all templates can use."""

import secrets
from typing import Any

from flask import Blueprint, Response, current_app, render_template

from companion.language.i18n import LANGUAGES, choose_language, make_translators
from companion.sentences.phrases import table_phrases
from companion.tables.state import TableState
from companion.web.common.request import is_htmx

bp = Blueprint("template_globals", __name__)

FORM_KEY_PLACEHOLDER = "\ue000"
"""A placeholder for a form's key. Cached HTML contains it; each response replaces it by new keys."""
SEAT_SYMBOLS = ("▲", "●", "■", "◆", "★", "✚", "▼", "⬟")
"""A symbol for each seat, so that seats do not differ by colour alone."""
SEAT_COLOURS = (
    "#a3260f", "#1f4e8c", "#2b6e33", "#7a3b8f", "#8a5a00", "#0d6a6e", "#9c1c5c", "#4a4a4a",
)  # fmt: skip
"""The seat colours in SVG pictures. Pages take their colours from the style sheets."""


def render_table_page(template: str, table: TableState, **context: Any) -> str:
    """Render a template with ``context`` and a table's variables, such as ``phrases`` and ``names``."""
    phrases = table_phrases(table)
    return render_template(
        template, table=table, meta=table.replay.origin.meta, options=table.replay.setup.options,
        phrases=phrases, term=phrases.term, names=phrases.names, **context,
    )  # fmt: skip


def _other_language(slug: str) -> str:
    """Return the language of a game's texts if it is not the language of the page, else an empty string."""
    language = choose_language(slug)
    return "" if language == choose_language() else language


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
    """Put random keys into the forms of a page, so that an entry that is sent twice is stored once."""
    if response.mimetype == "text/html" and not response.is_streamed and not is_htmx():
        first, *rest = response.get_data().split(FORM_KEY_PLACEHOLDER.encode())
        if rest:
            key = secrets.token_urlsafe(9).encode()
            numbered = (b"%s.%d%s" % (key, n, text) for n, text in enumerate(rest))
            response.set_data(first + b"".join(numbered))
    return response
