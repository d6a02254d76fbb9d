"""What must not be said in a language: a sentence left in English, a word of another language, and a
thing beside a number in the form for another number. All of it is read off the translators' files.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser

from companion.language import i18n
from tests.all_games import ALL_GAMES
from tests.catalogues import ALL_LANGUAGES, SOURCE, TRANSLATED, domains, several, translations

SAID = ("aria-label", "title", "alt", "data-say")
"""Attributes that people read or hear. Placeholders show the codes that are typed in, alike everywhere."""
UNSEEN = ("code", "script", "style")
"""Elements that speak no language: scripts, and what is typed into a computer."""
GAP = re.compile(r"%\([\w ]+\)s")
IN_ENGLISH = ("/api/v1/",)
"""Pages for those who write programs."""
ENOUGH = 4
"""Letters that a sentence with gaps needs beside them to be told from others."""
OF_A_HOUSE = r"Table companion \w{4}\b|table-\w{4}\.local"
TITLES = re.compile("|".join((OF_A_HOUSE, *(re.escape(game.meta.title) for game in ALL_GAMES))))
"""What stands on the boxes, and on the certificate of a host: alike in every language."""


class _Texts(HTMLParser):
    """All that a page says in a language; what it says in another lies in an element that tells so."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._language = language
        self._aside = ""
        self._deep = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        other = dict(attrs).get("lang", self._language) != self._language
        if not self._deep and (other or tag in UNSEEN):
            self._aside = tag
        self._deep += tag == self._aside
        if not self._deep:
            self.found += [value for name, value in attrs if name in SAID and value]

    def handle_endtag(self, tag: str) -> None:
        if self._deep and tag == self._aside:
            self._deep -= 1
            self._aside = self._aside if self._deep else ""

    def handle_data(self, data: str) -> None:
        if not self._deep:
            self.found.append(data)


def page_language(page: str) -> str:
    return str(re.findall(r'<html lang="(\w+)"', page)[0])


def find_language_errors(page: str, language: str, slug: str = "") -> list[str]:
    """What a page about a game should not say in a language."""
    texts = _Texts(language)
    texts.feed(page)
    said = dict.fromkeys(" ".join(text.split()) for text in texts.found)
    return [wrong for text in said for wrong in _language_errors(text, language, slug)]


@cache
def _language_errors(text: str, language: str, slug: str) -> tuple[str, ...]:
    if text in _translated(language):
        return ()
    if language != SOURCE and is_untranslated(text, language):
        return (text,)
    told = TITLES.sub("", text)
    return (*foreign_words(told, language), *wrong_numbers(told, language, slug))


@cache
def is_untranslated(text: str, language: str) -> bool:
    if text in _translated(language):
        return False
    return text in _english(language) or bool(_with_gaps(language).fullmatch(text))


@cache
def _translated(language: str) -> frozenset[str]:
    return frozenset(form for domain in domains() for forms in _forms(domain, language) for form in forms)


@cache
def _english(language: str) -> frozenset[str]:
    return _translated(SOURCE) - _translated(language)


@cache
def _with_gaps(language: str) -> re.Pattern[str]:
    found = []
    for sentence in _english(language):
        parts = GAP.split(sentence)
        if len(parts) > 1 and sum(map(str.isalpha, "".join(parts))) >= ENOUGH:
            found.append(".+?".join(map(re.escape, parts)))
    return re.compile("|".join(found))


WORD = re.compile(r"\b[^\W\d_]{3,}\b")
"""What is part of a table's code is no word."""
SECRET = re.compile(r"(?=[\w-]*\d)[\w-]{16,}")
"""Of a link: chance makes words of it."""
OFTEN = 10
"""Times that the other languages say a word before it is taken for one of theirs."""


def foreign_words(text: str, language: str) -> list[str]:
    """The words of a text that other languages say often, and this one nowhere."""
    said = WORD.findall(SECRET.sub(" ", text).lower())
    return [word for word in said if word in _foreign(language)]


@cache
def _foreign(language: str) -> frozenset[str]:
    own = set(_words(language))
    others = [_words(other) for other in ALL_LANGUAGES if other != language]
    return frozenset(word for words in others for word, n in words.items() if n >= OFTEN) - own


@cache
def _words(language: str) -> Counter[str]:
    """All words of a language's sentences, and how often they have each."""
    said = [form for domain in domains() for forms in _forms(domain, language) for form in forms]
    return Counter(word for form in said for word in WORD.findall(GAP.sub("", form).lower()))


def _forms(domain: str, language: str) -> Iterator[tuple[str, ...]]:
    """Every sentence of a domain in a language, with its forms; each file has the English ones as well."""
    file = translations(domain, TRANSLATED[0] if language == SOURCE else language)
    yield from (tuple(several(m.id if language == SOURCE else m.string)) for m in file if m.id)


COUNTED = re.compile(r"(?:([^\W\d_]+) )?(?<![\d.,−-])(\d+) ([^\W\d_]+)")
BEHIND = re.compile(r"%\([\w ]+\)s ([^\W\d_]+)")


def wrong_numbers(text: str, language: str, slug: str) -> list[str]:
    """One of a thing in a form that only several have; in *law 1 was* the number is a name."""
    form, behind = i18n.sentences(language, slug).plural, _behind(language)
    every = frozenset[str]().union(*behind)
    several_alone = every - behind[form(1)]
    return [
        f"{n} {word}"
        for before, n, word in COUNTED.findall(text.lower())
        if form(int(n)) == form(1) and word in several_alone and before not in every
    ]


@cache
def _behind(language: str) -> list[frozenset[str]]:
    """For each plural form, the words that its sentences have right behind their number."""
    counted = [forms for domain in domains() for forms in _forms(domain, language) if len(forms) > 1]
    return [
        frozenset(word for form in column for word in BEHIND.findall(form.lower()))
        for column in zip(*counted, strict=True)
    ]
