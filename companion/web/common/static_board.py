"""Make a static board: the HTML of a board without anything that can be tapped.

The same page may contain the real board, so every id gets a prefix. Dialogs, scripts, form attributes and
ARIA attributes are removed. Targets that a refusal names get the class ``refused-here``.
"""

import re
from collections.abc import Collection
from html.parser import HTMLParser

from markupsafe import Markup, escape

VOID_TAGS = frozenset(("area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"))
DROPPED_TAGS = frozenset(("script", "link", "template", "dialog"))
DROPPED_ATTRIBUTE_PATTERN = re.compile(
    r"hx-.*|aria-.*|data-(?!last$).*|command.*|name|value|for|role|tabindex|checked|method|action"
)
"""Attributes for scripts, forms and screen readers."""
ID_REFERENCE_PATTERN = re.compile(r"(?:(?<=url\(#)|(?<=^#))(?=[\w-])")
"""The position in an attribute's value where the id of another element begins (``url(#…)``, ``#…``)."""
ID_PREFIX = "still-"
REFUSED_CLASS = "refused-here"


def make_static_board(page: str, refused_ids: Collection[str] = (), *, last: bool = True) -> Markup:
    """Return a board without controls, with the refused elements marked, from the HTML of its page."""
    parser = _StaticBoardParser(refused_ids, last=last)
    parser.feed(page)
    parser.close()
    return Markup("".join(parser.kept))


class _StaticBoardParser(HTMLParser):
    """Copies HTML into ``kept``, without the elements in ``DROPPED_TAGS`` and their contents."""

    def __init__(self, refused_ids: Collection[str], *, last: bool) -> None:
        super().__init__()
        self.kept: list[str] = []
        self._marked, self._last = refused_ids, last
        self._gone: list[str] = []
        """The open tags inside a dropped element, outermost first."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._gone or tag in DROPPED_TAGS:
            if tag not in VOID_TAGS:
                self._gone.append(tag)
            return
        self.kept.append(f"<{tag}{self._attributes(attrs)}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self._gone and tag not in DROPPED_TAGS:
            self.kept.append(f"<{tag}{self._attributes(attrs)}/>")

    def handle_endtag(self, tag: str) -> None:
        if not self._gone:
            self.kept.append(f"</{tag}>")
        elif tag in self._gone:
            while self._gone.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self._gone:
            self.kept.append(escape(data))

    def _attributes(self, attrs: list[tuple[str, str | None]]) -> str:
        attributes = {name: value for name, value in attrs if not DROPPED_ATTRIBUTE_PATTERN.fullmatch(name)}
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
    return f' {name}="{escape(ID_REFERENCE_PATTERN.sub(ID_PREFIX, value) if name != "class" else value)}"'
