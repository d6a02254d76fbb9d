"""Finds untranslated sentences, words of other languages and wrong plurals, by the .po files."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from xml.etree.ElementTree import Element

from companion.language import i18n
from tests.all_games import ALL_GAMES
from tests.catalogues import ALL_LANGUAGES, SOURCE, TRANSLATED, list_domains, list_forms, read_translations
from tests.forms import parse_page

TEXT_ATTRIBUTES = ("aria-label", "title", "alt", "data-say")
"""Attributes that people read or hear. Placeholders show codes, the same in every language."""
SKIPPED_ELEMENTS = ("code", "script", "style")
"""Elements with code."""
PLACEHOLDER_PATTERN = re.compile(r"%\([\w ]+\)s")
ENGLISH_PATHS = ("/api/v1/",)
"""Pages for programmers, which are only in English."""
MIN_PATTERN_LETTERS = 4
"""Letters besides its placeholders that a sentence needs to be recognised."""
HOST_NAMES_PATTERN = r"Table companion \w{4}\b|table-\w{4}\.local"
UNTRANSLATED_NAMES_PATTERN = re.compile(
    "|".join((HOST_NAMES_PATTERN, *(re.escape(game.meta.title) for game in ALL_GAMES)))
)
"""Titles of games and names of hosts, which are the same in every language."""


def _iterate_texts(element: Element, language: str) -> Iterator[str]:
    """Yield the texts inside an element, except code and elements in another language."""
    if element.tag in SKIPPED_ELEMENTS or element.get("lang", language) != language:
        return
    yield element.text or ""
    yield from (element.get(name, "") for name in TEXT_ATTRIBUTES)
    for inner in element:
        yield from _iterate_texts(inner, language)
        yield inner.tail or ""


def get_page_language(page: str) -> str:
    return str(re.findall(r'<html lang="(\w+)"', page)[0])


def find_language_errors(page: str, language: str, slug: str = "") -> list[str]:
    """Return the errors in a page's texts: untranslated texts, foreign words and wrong plurals."""
    texts = dict.fromkeys(" ".join(text.split()) for text in _iterate_texts(parse_page(page), language))
    return [error for text in texts for error in _find_language_errors(text, language, slug)]


@cache
def _find_language_errors(text: str, language: str, slug: str) -> tuple[str, ...]:
    if text in _list_translated_sentences(language):
        return ()
    if language != SOURCE and is_untranslated(text, language):
        return (text,)
    remaining = UNTRANSLATED_NAMES_PATTERN.sub("", text)
    return (*find_foreign_words(remaining, language), *find_wrong_plurals(remaining, language, slug))


@cache
def is_untranslated(text: str, language: str) -> bool:
    """Return whether the text is an English sentence that has a translation in this language."""
    if text in _list_translated_sentences(language):
        return False
    return text in _list_english_sentences(language) or bool(
        _make_english_pattern(language).fullmatch(text)
    )


@cache
def _list_translated_sentences(language: str) -> frozenset[str]:
    return frozenset(form for forms in _iterate_plural_forms(language) for form in forms)


@cache
def _list_english_sentences(language: str) -> frozenset[str]:
    return _list_translated_sentences(SOURCE) - _list_translated_sentences(language)


@cache
def _make_english_pattern(language: str) -> re.Pattern[str]:
    patterns = []
    for sentence in _list_english_sentences(language):
        parts = PLACEHOLDER_PATTERN.split(sentence)
        if len(parts) > 1 and sum(map(str.isalpha, "".join(parts))) >= MIN_PATTERN_LETTERS:
            patterns.append(".+?".join(map(re.escape, parts)))
    return re.compile("|".join(patterns))


WORD_PATTERN = re.compile(r"\b[^\W\d_]{3,}\b")
"""At least three letters, not part of a table's code."""
SECRET_PATTERN = re.compile(r"(?=[\w-]*\d)[\w-]{16,}")
"""Secrets in links, which may contain words by chance."""
MIN_OCCURRENCES = 10
"""A word must be this frequent in other languages to count as foreign."""


def find_foreign_words(text: str, language: str) -> list[str]:
    """Return the words of a text that are frequent in another language and do not exist in this one."""
    words = WORD_PATTERN.findall(SECRET_PATTERN.sub(" ", text).lower())
    return [word for word in words if word in _list_foreign_words(language)]


@cache
def _list_foreign_words(language: str) -> frozenset[str]:
    own = set(_count_words(language))
    others = [_count_words(other) for other in ALL_LANGUAGES if other != language]
    return frozenset(word for words in others for word, n in words.items() if n >= MIN_OCCURRENCES) - own


@cache
def _count_words(language: str) -> Counter[str]:
    return Counter(
        word
        for forms in _iterate_plural_forms(language)
        for form in forms
        for word in WORD_PATTERN.findall(PLACEHOLDER_PATTERN.sub("", form).lower())
    )


def _iterate_plural_forms(language: str) -> Iterator[Sequence[str]]:
    """Yield the forms of each sentence. For English these are the msgids of the .po files."""
    for domain in list_domains():
        for message in read_translations(domain, TRANSLATED[0] if language == SOURCE else language):
            if message.id:
                yield list_forms(message.id if language == SOURCE else message.string)


NUMBER_AND_WORD_PATTERN = re.compile(r"(?:([^\W\d_]+) )?(?<![\d.,−-])(\d+) ([^\W\d_]+)")
WORD_AFTER_NUMBER_PATTERN = re.compile(r"%\([\w ]+\)s ([^\W\d_]+)")


def find_wrong_plurals(text: str, language: str, slug: str) -> list[str]:
    """Return each number and noun with the wrong form, such as "1 stones".

    A number that is a name, as in "law 1 was", is no error.
    """
    plural_index = i18n.load_translations(language, slug).plural
    after_numbers = _list_words_after_numbers(language)
    all_words = frozenset[str]().union(*after_numbers)
    only_plural = all_words - after_numbers[plural_index(1)]
    return [
        f"{n} {word}"
        for before, n, word in NUMBER_AND_WORD_PATTERN.findall(text.lower())
        if plural_index(int(n)) == plural_index(1) and word in only_plural and before not in all_words
    ]


@cache
def _list_words_after_numbers(language: str) -> list[frozenset[str]]:
    """Return, for each plural form, the words that directly follow a number in this form of a sentence."""
    counted = [forms for forms in _iterate_plural_forms(language) if len(forms) > 1]
    return [
        frozenset(word for form in column for word in WORD_AFTER_NUMBER_PATTERN.findall(form.lower()))
        for column in zip(*counted, strict=True)
    ]
