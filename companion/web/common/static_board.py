"""A still: a board as a game's template draws it, with nothing on it that can be tapped.

A page beneath may show the same board, so that every id is given another name; what belongs to scripts,
forms and readers' software goes, and what lies in a closed sheet. Places that a refusal names are marked.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from html.parser import HTMLParser

from markupsafe import Markup, escape

VOID_TAGS = frozenset(("area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"))
DROPPED_TAGS = frozenset(("script", "link", "template", "dialog"))
DROPPED_ATTRIBUTES = re.compile(
    r"hx-.*|aria-.*|data-(?!last$).*|command.*|name|value|for|role|tabindex|checked|method|action"
)
"""Attributes that say what can be done, and to whom."""
ID_REFERENCE = re.compile(r"(?:(?<=url\(#)|(?<=^#))(?=[\w-])")
"""Where another element is named by its id: a pattern, a symbol."""
ID_PREFIX = "still-"
REFUSED_CLASS = "refused-here"


def make_static_board(page: str, marked: Collection[str] = (), *, last: bool = True) -> Markup:
    """The still of a board; with ``last`` the place that the newest entry changed keeps its mark."""
    drawn = _StaticBoardParser(marked, last=last)
    drawn.feed(page)
    drawn.close()
    return Markup("".join(drawn.kept))


class _StaticBoardParser(HTMLParser):
    """Writes a page anew, tag by tag; an element that goes takes all that it holds with it."""

    def __init__(self, marked: Collection[str], *, last: bool) -> None:
        super().__init__(convert_charrefs=False)
        self.kept: list[str] = []
        self._marked, self._last = marked, last
        self._gone: list[str] = []
        """The open tags of an element that goes, outermost first."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep a tag with what is kept of it."""
        if self._gone or tag in DROPPED_TAGS:
            if tag not in VOID_TAGS:
                self._gone.append(tag)
            return
        self.kept.append(f"<{tag}{self._attributes(attrs)}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag that closes itself, as the shapes of a drawing do."""
        if not self._gone and tag not in DROPPED_TAGS:
            self.kept.append(f"<{tag}{self._attributes(attrs)}/>")

    def handle_endtag(self, tag: str) -> None:
        """Close what was kept open."""
        if not self._gone:
            self.kept.append(f"</{tag}>")
        elif tag in self._gone:
            while self._gone.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Text stands as it stood."""
        if not self._gone:
            self.kept.append(data)

    def handle_entityref(self, name: str) -> None:
        """So does what was escaped."""
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """So does what was escaped."""
        self.handle_data(f"&#{name};")

    def _attributes(self, attrs: list[tuple[str, str | None]]) -> str:
        attributes = {name: value for name, value in attrs if not DROPPED_ATTRIBUTES.fullmatch(name)}
        if not self._last:
            attributes.pop("data-last", None)
        if attributes.get("id") in self._marked:
            attributes["class"] = f"{attributes.get('class') or ''} {REFUSED_CLASS}".strip()
        if "id" in attributes:
            attributes["id"] = f"{ID_PREFIX}{attributes['id']}"
        return "".join(_format_attribute(name, value) for name, value in attributes.items())


def _format_attribute(name: str, value: str | None) -> str:
    if value is None:
        return f" {name}"
    return f' {name}="{escape(ID_REFERENCE.sub(ID_PREFIX, value) if name != "class" else value)}"'
