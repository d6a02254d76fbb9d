"""English on a French page: what has a French translation must not stand there in English."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

from babel.messages.catalog import Message

from tests.words import houses, several, translations

SAID = ("aria-label", "title", "placeholder", "alt", "data-say")
"""Attributes that people read or hear."""
UNSEEN = ("script", "style")
GAP = re.compile(r"%\(\w+\)s")
ENOUGH = 4
"""Letters that a sentence with gaps needs beside them to be told from others."""


class _Texts(HTMLParser):
    """All that a page says."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unseen += tag in UNSEEN
        self.found += [value for name, value in attrs if name in SAID and value]

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in UNSEEN

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.found.append(data)


def english_on(page: str) -> list[str]:
    """What a French page says in English."""
    texts = _Texts()
    texts.feed(page)
    said = dict.fromkeys(" ".join(text.split()) for text in texts.found)
    return [text for text in said if is_english(text)]


@cache
def is_english(text: str) -> bool:
    """Whether a text is one of the English sentences, whatever stands in its gaps."""
    if text in _french():
        return False
    return text in _english() or bool(_with_gaps().fullmatch(text))


@cache
def _messages() -> tuple[Message, ...]:
    return tuple(m for house in houses() for m in translations(house, "fr") if m.id)


@cache
def _french() -> frozenset[str]:
    return frozenset(form for m in _messages() for form in several(m.string))


@cache
def _english() -> frozenset[str]:
    return frozenset(form for m in _messages() for form in several(m.id)) - _french()


@cache
def _with_gaps() -> re.Pattern[str]:
    found = []
    for sentence in _english():
        parts = GAP.split(sentence)
        if len(parts) > 1 and sum(map(str.isalpha, "".join(parts))) >= ENOUGH:
            found.append(".+?".join(map(re.escape, parts)))
    return re.compile("|".join(found))
