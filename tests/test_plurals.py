"""Each .po file has the plural forms of its language (CLDR), and they are used for the right numbers."""

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
    SAMPLE_NUMBERS,
    TRANSLATED,
    extract_sentences,
    get_plural_forms,
    list_domains,
    list_forms,
    read_translations,
)
from tests.test_words import DOMAINS_AND_LANGUAGES, count_placeholders

INFLECTED_LANGUAGES = ("en", "de", "fr", "es")
"""Languages whose plural words are never shorter than the singular."""


class TwoFormSentence(NamedTuple):
    source: str
    one: str
    many: str


def iterate_two_form_sentences(language: str) -> Iterator[TwoFormSentence]:
    """Yield each sentence that has a singular and a plural in this language."""
    for domain in list_domains():
        if language not in TRANSLATED:
            pairs = (text for text in extract_sentences(domain) if isinstance(text, tuple))
            yield from (TwoFormSentence(one, one, many) for one, many in pairs)
        elif (domain, language) in DOMAINS_AND_LANGUAGES:
            catalog = read_translations(domain, language)
            form = c2py(catalog.plural_expr)
            for message in catalog:
                forms = list_forms(message.string)
                if message.id and len(forms) == 2:
                    yield TwoFormSentence(message.id[0], forms[form(1)], forms[form(2)])


@pytest.mark.parametrize(("domain", "language"), DOMAINS_AND_LANGUAGES)
def test_a_po_file_has_one_form_for_each_plural_category(domain: str, language: str) -> None:
    forms = choose_forms(read_translations(domain, language), locale_of(language))
    assert forms == list(map(i18n.load_translations(language, domain).plural, SAMPLE_NUMBERS))


@pytest.mark.parametrize("language", ["it", "pl", "lv", "ja"])
def test_a_new_language_gets_one_form_for_each_plural_category(language: str) -> None:
    catalogue = Catalog()
    catalogue.mime_headers = [("Plural-Forms", get_plural_forms(language))]
    assert choose_forms(catalogue, language)


def choose_forms(catalog: Catalog, locale: str) -> list[int]:
    """Return the index of the form for each number, after checking that categories and forms match."""
    category_of = Locale.parse(locale).plural_form
    forms = list(map(c2py(catalog.plural_expr), SAMPLE_NUMBERS))
    by_category: dict[str, set[int]] = defaultdict(set)
    for n, form in zip(SAMPLE_NUMBERS, forms, strict=True):
        by_category[category_of(n)].add(form)
    assert all(len(indices) == 1 for indices in by_category.values()), by_category
    assert sorted(index for (index,) in by_category.values()) == list(range(catalog.num_plurals))
    return forms


@pytest.mark.parametrize("language", [of for of in ALL_LANGUAGES if of in INFLECTED_LANGUAGES])
def test_singular_and_plural_are_not_swapped(language: str) -> None:
    """If the two forms differ, the words that only the plural has are longer."""
    different = 0
    for sentence in iterate_two_form_sentences(language):
        one, many = Counter(sentence.one.split()), Counter(sentence.many.split())
        only_one, only_many = measure_length(one - many), measure_length(many - one)
        assert only_one <= only_many, sentence
        different += only_one < only_many
    assert different > 20


def measure_length(words: Counter[str]) -> int:
    return sum(map(len, words.elements()))


@pytest.mark.parametrize(
    "language", [of for of in TRANSLATED if read_translations(APP_CATALOGUE, of).num_plurals > 2]
)
def test_only_forms_for_zero_one_or_two_may_omit_the_number(language: str) -> None:
    category_of = Locale.parse(locale_of(language)).plural_form
    for domain, of in DOMAINS_AND_LANGUAGES:
        if of != language:
            continue
        catalog = read_translations(domain, language)
        form = c2py(catalog.plural_expr)
        may_omit = {form(n) for n in SAMPLE_NUMBERS if category_of(n) in ("zero", "one", "two")}
        for message in catalog:
            forms = list_forms(message.string)
            for index, text in enumerate(forms if len(forms) > 2 else ()):
                assert index in may_omit or count_placeholders(text) == count_placeholders(
                    list_forms(message.id)[-1]
                ), text


DUAL_ENDINGS = ("ان", "ين", "ي")
"""Endings of Arabic words for two things; the last one precedes a noun."""


def list_words(sentence: str) -> list[str]:
    return [word.strip(".:،") for word in sentence.split()]


def strip_case_endings(sentence: str, two: str) -> list[str]:
    """Return the words of an Arabic sentence, with nouns as they are without the ending after 11 to 99.

    Words that are also in the form for two are not changed.
    """
    return [word if word in list_words(two) else word.removesuffix("ًا") for word in list_words(sentence)]


def test_arabic_uses_the_dual_for_two_and_the_singular_from_eleven_on() -> None:
    """The forms for one and for two contain no number."""
    count = 0
    for domain, of in DOMAINS_AND_LANGUAGES:
        if of != "ar":
            continue
        catalog = read_translations(domain, of)
        form = c2py(catalog.plural_expr)
        for message in catalog:
            forms = list_forms(message.string)
            if len(forms) != 6 or len(set(forms)) == 1:
                continue
            one, two, eleven, hundred = (forms[form(n)] for n in (1, 2, 11, 100))
            assert list_words(hundred) == strip_case_endings(eleven, two), forms
            words_for_one, words_for_two = set(list_words(one)), set(list_words(two))
            if not count_placeholders(two) >= count_placeholders(list_forms(message.id)[-1]):
                assert any(
                    len(word) > 3 and word.endswith(DUAL_ENDINGS) for word in words_for_two - words_for_one
                ), forms
                assert not any(word.startswith("واحد") for word in words_for_two), forms
                count += 1
    assert count > 8
