"""A faster Jinja environment, and an extension that removes layout whitespace from templates.

A line break with its indentation becomes nothing beside a tag or a Jinja delimiter, and one space between
two words or attributes. A visible space must be within a line, or written ``{{ ' ' }}``. The contents of
``<pre>``, ``<textarea>``, ``<script>`` and ``<style>`` are not changed, nor are templates other than HTML.
"""

import re
from collections.abc import Callable, MutableMapping
from functools import lru_cache
from typing import Any

from flask.templating import Environment
from jinja2.ext import Extension

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
