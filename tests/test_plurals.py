"""Plural forms: each .po file has a form for each category of its language (CLDR), used for the right
numbers.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from gettext import c2py
from typing import NamedTuple

import pytest
from babel import Locale
from babel.messages import Catalog

from companion.language import i18n
from companion.language.i18n import APP_CATALOGUE, locale_of
from tests.catalogues import (
    ALL_LANGUAGES,
    COUNTS,
    TRANSLATED,
    domains,
    forms_of,
    plural_forms,
    sentences,
    translations,
)
from tests.test_words import FILES, count_placeholders

INFLECTED = ("en", "de", "fr", "es")
"""Languages whose plural words are never shorter than the singular."""


class Counted(NamedTuple):
    source: str
    one: str
    many: str


def counted(language: str) -> Iterator[Counted]:
    """Yield every sentence with two forms in a language."""
    for domain in domains():
        if language not in TRANSLATED:
            pairs = (text for text in sentences(domain) if isinstance(text, tuple))
            yield from (Counted(one, one, many) for one, many in pairs)
        elif (domain, language) in FILES:
            catalog = translations(domain, language)
            form = c2py(catalog.plural_expr)
            for message in catalog:
                forms = forms_of(message.string)
                if message.id and len(forms) == 2:
                    yield Counted(message.id[0], forms[form(1)], forms[form(2)])


@pytest.mark.parametrize(("domain", "language"), FILES)
def test_a_po_file_has_one_form_for_each_plural_category(domain: str, language: str) -> None:
    forms = forms_by_number(translations(domain, language), locale_of(language))
    assert forms == list(map(i18n.load_translations(language, domain).plural, COUNTS))


@pytest.mark.parametrize("language", ["it", "pl", "lv", "ja"])
def test_a_new_language_gets_one_form_for_each_plural_category(language: str) -> None:
    catalogue = Catalog()
    catalogue.mime_headers = [("Plural-Forms", plural_forms(language))]
    assert forms_by_number(catalogue, language)


def forms_by_number(catalog: Catalog, locale: str) -> list[int]:
    """Return the form of each number, after checking that categories and forms match."""
    category_of = Locale.parse(locale).plural_form
    forms = list(map(c2py(catalog.plural_expr), COUNTS))
    by_category: dict[str, set[int]] = defaultdict(set)
    for n, form in zip(COUNTS, forms, strict=True):
        by_category[category_of(n)].add(form)
    assert all(len(indices) == 1 for indices in by_category.values()), by_category
    assert sorted(index for (index,) in by_category.values()) == list(range(catalog.num_plurals))
    return forms


@pytest.mark.parametrize("language", [of for of in ALL_LANGUAGES if of in INFLECTED])
def test_singular_and_plural_are_not_swapped(language: str) -> None:
    """If two forms differ, the words that only the plural has are longer."""
    different = 0
    for sentence in counted(language):
        one, many = Counter(sentence.one.split()), Counter(sentence.many.split())
        only_one, only_many = length(one - many), length(many - one)
        assert only_one <= only_many, sentence
        different += only_one < only_many
    assert different > 20


def length(words: Counter[str]) -> int:
    return sum(map(len, words.elements()))


@pytest.mark.parametrize(
    "language", [of for of in TRANSLATED if translations(APP_CATALOGUE, of).num_plurals > 2]
)
def test_only_forms_for_zero_one_or_two_may_omit_the_number(language: str) -> None:
    category_of = Locale.parse(locale_of(language)).plural_form
    for domain, of in FILES:
        if of != language:
            continue
        catalog = translations(domain, language)
        form = c2py(catalog.plural_expr)
        may_omit = {form(n) for n in COUNTS if category_of(n) in ("zero", "one", "two")}
        for message in catalog:
            forms = forms_of(message.string)
            for index, text in enumerate(forms if len(forms) > 2 else ()):
                assert index in may_omit or count_placeholders(text) == count_placeholders(
                    forms_of(message.id)[-1]
                ), text


DUAL = ("ان", "ين", "ي")
"""Endings of Arabic words for two things; the last one precedes a noun."""


def words_of(sentence: str) -> list[str]:
    return [word.strip(".:،") for word in sentence.split()]


def without_case(sentence: str, two: str) -> list[str]:
    """Return the words of an Arabic sentence without the ending of nouns after 11 to 99.

    Words that are also in the form for two are kept.
    """
    return [word if word in words_of(two) else word.removesuffix("ًا") for word in words_of(sentence)]


def test_arabic_uses_the_dual_for_two_and_the_singular_from_eleven_on() -> None:
    """The forms for one and two omit the number."""
    count = 0
    for domain, of in FILES:
        if of != "ar":
            continue
        catalog = translations(domain, of)
        form = c2py(catalog.plural_expr)
        for message in catalog:
            forms = forms_of(message.string)
            if len(forms) != 6 or len(set(forms)) == 1:
                continue
            one, two, eleven, hundred = (forms[form(n)] for n in (1, 2, 11, 100))
            assert words_of(hundred) == without_case(eleven, two), forms
            words_for_one, words_for_two = set(words_of(one)), set(words_of(two))
            if not count_placeholders(two) >= count_placeholders(forms_of(message.id)[-1]):
                assert any(
                    len(word) > 3 and word.endswith(DUAL) for word in words_for_two - words_for_one
                ), forms
                assert not any(word.startswith("واحد") for word in words_for_two), forms
                count += 1
    assert count > 8
