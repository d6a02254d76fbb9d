"""Finds language errors on pages: untranslated sentences, words of another language, and wrong plural
forms.

All checks compare with the .po files.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser

from companion.language import i18n
from tests.all_games import ALL_GAMES
from tests.catalogues import ALL_LANGUAGES, SOURCE, TRANSLATED, domains, forms_of, translations

TEXT_ATTRIBUTES = ("aria-label", "title", "alt", "data-say")
"""Attributes that people read or hear. Placeholders are left out: they show codes, the same in every
language.
"""
SKIPPED_ELEMENTS = ("code", "script", "style")
"""Elements with code."""
GAP = re.compile(r"%\([\w ]+\)s")
IN_ENGLISH = ("/api/v1/",)
"""Pages for programmers, which are only in English."""
MIN_LETTERS = 4
"""Letters besides its placeholders that a sentence needs to be recognised."""
HOST_NAMES = r"Table companion \w{4}\b|table-\w{4}\.local"
UNTRANSLATED_NAMES = re.compile("|".join((HOST_NAMES, *(re.escape(game.meta.title) for game in ALL_GAMES))))
"""Titles of games and names of hosts, which are the same in every language."""


class _Texts(HTMLParser):
    """Collects all texts of a page in its language. Elements with another ``lang`` are skipped."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._language = language
        self._aside = ""
        self._deep = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        is_other_language = dict(attrs).get("lang", self._language) != self._language
        if not self._deep and (is_other_language or tag in SKIPPED_ELEMENTS):
            self._aside = tag
        self._deep += tag == self._aside
        if not self._deep:
            self.found += [value for name, value in attrs if name in TEXT_ATTRIBUTES and value]

    def handle_endtag(self, tag: str) -> None:
        if self._deep and tag == self._aside:
            self._deep -= 1
            self._aside = self._aside if self._deep else ""

    def handle_data(self, data: str) -> None:
        if not self._deep:
            self.found.append(data)


def page_language(page: str) -> str:
    """Return the language of a page."""
    return str(re.findall(r'<html lang="(\w+)"', page)[0])


def find_language_errors(page: str, language: str, slug: str = "") -> list[str]:
    """Return the texts on a page that are wrong in a language."""
    texts = _Texts(language)
    texts.feed(page)
    texts_on_page = dict.fromkeys(" ".join(text.split()) for text in texts.found)
    return [error for text in texts_on_page for error in _language_errors(text, language, slug)]


@cache
def _language_errors(text: str, language: str, slug: str) -> tuple[str, ...]:
    if text in _translated(language):
        return ()
    if language != SOURCE and is_untranslated(text, language):
        return (text,)
    remaining = UNTRANSLATED_NAMES.sub("", text)
    return (*foreign_words(remaining, language), *wrong_numbers(remaining, language, slug))


@cache
def is_untranslated(text: str, language: str) -> bool:
    """Whether a text is an English sentence that is translated in this language."""
    if text in _translated(language):
        return False
    return text in _english(language) or bool(_english_pattern(language).fullmatch(text))


@cache
def _translated(language: str) -> frozenset[str]:
    """Return all sentences of a language."""
    return frozenset(form for domain in domains() for forms in _forms(domain, language) for form in forms)


@cache
def _english(language: str) -> frozenset[str]:
    """Return the English sentences that differ from those of the language."""
    return _translated(SOURCE) - _translated(language)


@cache
def _english_pattern(language: str) -> re.Pattern[str]:
    """Return a pattern of the English sentences with placeholders."""
    patterns = []
    for sentence in _english(language):
        parts = GAP.split(sentence)
        if len(parts) > 1 and sum(map(str.isalpha, "".join(parts))) >= MIN_LETTERS:
            patterns.append(".+?".join(map(re.escape, parts)))
    return re.compile("|".join(patterns))


WORD = re.compile(r"\b[^\W\d_]{3,}\b")
"""At least three letters, not part of a table's code."""
SECRET = re.compile(r"(?=[\w-]*\d)[\w-]{16,}")
"""Secrets in links, which may contain words by chance."""
MIN_OCCURRENCES = 10
"""A word must be this frequent in other languages to count as foreign."""


def foreign_words(text: str, language: str) -> list[str]:
    """Return the words of a text that are frequent in other languages and unknown in this one."""
    words = WORD.findall(SECRET.sub(" ", text).lower())
    return [word for word in words if word in _foreign(language)]


@cache
def _foreign(language: str) -> frozenset[str]:
    own = set(_words(language))
    others = [_words(other) for other in ALL_LANGUAGES if other != language]
    return frozenset(word for words in others for word, n in words.items() if n >= MIN_OCCURRENCES) - own


@cache
def _words(language: str) -> Counter[str]:
    """Return all words of a language's sentences with their frequencies."""
    sentences = [form for domain in domains() for forms in _forms(domain, language) for form in forms]
    return Counter(word for form in sentences for word in WORD.findall(GAP.sub("", form).lower()))


def _forms(domain: str, language: str) -> Iterator[tuple[str, ...]]:
    """Yield the forms of every sentence of a domain. English ones come from the msgids of any .po file."""
    file = translations(domain, TRANSLATED[0] if language == SOURCE else language)
    yield from (tuple(forms_of(m.id if language == SOURCE else m.string)) for m in file if m.id)


NUMBER_AND_WORD = re.compile(r"(?:([^\W\d_]+) )?(?<![\d.,−-])(\d+) ([^\W\d_]+)")
WORD_AFTER_NUMBER = re.compile(r"%\([\w ]+\)s ([^\W\d_]+)")


def wrong_numbers(text: str, language: str, slug: str) -> list[str]:
    """Return numbers with a noun in the wrong form, such as "1 stones". In "law 1 was" the number is a
    name.
    """
    plural_index, after_numbers = (
        i18n.load_translations(language, slug).plural,
        _words_after_numbers(language),
    )
    all_words = frozenset[str]().union(*after_numbers)
    only_plural = all_words - after_numbers[plural_index(1)]
    return [
        f"{n} {word}"
        for before, n, word in NUMBER_AND_WORD.findall(text.lower())
        if plural_index(int(n)) == plural_index(1) and word in only_plural and before not in all_words
    ]


@cache
def _words_after_numbers(language: str) -> list[frozenset[str]]:
    """Return by plural form the words that follow a number."""
    counted = [forms for domain in domains() for forms in _forms(domain, language) if len(forms) > 1]
    return [
        frozenset(word for form in column for word in WORD_AFTER_NUMBER.findall(form.lower()))
        for column in zip(*counted, strict=True)
    ]
