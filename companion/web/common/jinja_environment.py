"""A faster Jinja environment, names for all templates, and an extension that removes layout whitespace.

A line break with its indentation becomes nothing beside a tag or a Jinja delimiter, and one space between
two words or attributes. A visible space must be within a line, or written ``{{ ' ' }}``. The contents of
``<pre>``, ``<textarea>``, ``<script>`` and ``<style>`` are not changed, nor are templates other than HTML.
"""

import re
import secrets
from collections.abc import Callable, MutableMapping
from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, current_app, render_template
from flask.templating import Environment
from jinja2.ext import Extension

from companion.language.i18n import LANGUAGES, choose_language, make_translators
from companion.sentences.phrases import table_phrases
from companion.tables.state import TableState
from companion.web.common.http import is_htmx

_TOKEN_PATTERN = re.compile(
    r"""
    (?P<jinja>\{\#.*?\#\}|\{%.*?%\}|\{\{.*?\}\})
    | (?P<verbatim><!--.*?-->|<(?P<raw>pre|textarea|script|style)\b.*?</(?P=raw)>)
    | (?P<open></?(?=[a-zA-Z!{]))
    | (?P<close>>)
    | (?P<quote>["'])
    | (?P<layout>[ \t]*\n\s*)
    """,
    re.DOTALL | re.VERBOSE,
)
_CHARACTERS_WITHOUT_SPACE = frozenset("<>{}")
_INCLUDE_PATTERN = re.compile(r'{% include "([^"]+\.html)" %}')
_LINE_BREAK_COMMENT = "{#\n#}"
"""Replaces a line break that is removed from the output, to keep the line numbers of error messages."""


class StripWhitespace(Extension):
    """A Jinja extension that removes line breaks and indentation from HTML templates."""

    def preprocess(self, source: str, name: str | None, _filename: str | None = None) -> str:
        """Return an HTML template without line breaks and indentation, or another template unchanged."""
        return (
            _INCLUDE_PATTERN.sub(self._inline_include, strip_whitespace(source))
            if name and name.endswith(".html")
            else source
        )

    def _inline_include(self, included: re.Match[str]) -> str:
        """Return the source of the included template, so that rendering does not have to look it up."""
        loader = self.environment.loader
        assert loader is not None
        source, *_ = loader.get_source(self.environment, included[1])
        return (
            "{% with %}"
            + self.preprocess(source, included[1]).replace(_LINE_BREAK_COMMENT, "")
            + "{% endwith %}"
        )


def strip_whitespace(source: str) -> str:
    """Return an HTML template without line breaks and indents. Jinja comments preserve the line numbers."""
    out: list[str] = []
    end, quote, in_tag = 0, "", False
    for token in _TOKEN_PATTERN.finditer(source):
        out.append(source[end : token.start()])
        end = token.end()
        text = token.group()
        match token.lastgroup:
            case "layout":
                before, after = source[: token.start()][-1:], source[end : end + 1]
                space = " " if quote else _space_between(before, after, in_tag)
                out.append(space + _LINE_BREAK_COMMENT * text.count("\n"))
                continue
            case "open" if not in_tag:
                in_tag = True
            case "close" if not quote:
                in_tag = False
            case "quote" if in_tag:
                quote = "" if text == quote else quote or text
            case _:
                pass
        out.append(text)
    return "".join(out) + source[end:]


def _space_between(before: str, after: str, in_tag: bool) -> str:
    if not before or not after:
        return ""
    if in_tag:
        return "" if after == ">" else " "
    return "" if before in _CHARACTERS_WITHOUT_SPACE or after in _CHARACTERS_WITHOUT_SPACE else " "


def cached_macro(macro: Callable[..., str]) -> Callable[..., str]:
    """Return a Jinja macro with a cache of its results, which must depend on nothing but the arguments.

    Import a translated macro with context, so that each language has its own macro and cache. Markup and a
    str with the same characters are cached separately.
    """
    return lru_cache(4096, typed=True)(macro)


class JinjaEnvironment(Environment):
    """An environment whose templates share one dict of globals instead of a chain of dicts."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the shared globals, or a copy of them with the names in ``d`` added."""
        return {**self.globals, **d} if d else self.globals


bp = Blueprint("jinja_environment", __name__)

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
