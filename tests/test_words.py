"""The .po files are complete, with the placeholders of the English sentences and the plurals of CLDR."""

import re
from collections import Counter, defaultdict
from gettext import c2py
from typing import Any

import pytest
from babel import Locale
from babel.messages import Catalog

from companion.language import i18n
from companion.language.i18n import APP_CATALOGUE, locale_of
from tests.catalogues import (
    TRANSLATED,
    extract_sentences,
    get_po_file,
    list_domains,
    list_forms,
    list_translated_domains,
    read_translations,
    update_catalogue,
)

each_po_file = pytest.mark.parametrize(
    ("domain", "language"),
    [(domain, language) for language in TRANSLATED for domain in list_translated_domains(language)],
)
PLACEHOLDER_PATTERN = re.compile(r"%\([\w ]+\)s|%%|%")
REVERSED_SIGN_PATTERN = re.compile(r"(?<![\u200e\d])[−+±][\d%]")
SAMPLE_NUMBERS = range(200)
"""Numbers that sentences may contain."""


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_language_has_translations_of_the_app_and_a_game(language: str) -> None:
    assert {APP_CATALOGUE} < set(list_translated_domains(language))


@each_po_file
def test_every_sentence_is_translated(domain: str, language: str) -> None:
    messages = [message for message in read_translations(domain, language) if message.id]
    missing = [m.id for m in messages if m.fuzzy or not all(list_forms(m.string))]
    assert not missing, "translate them; remove the mark `fuzzy` after you have checked a sentence"


@each_po_file
def test_make_catalogues_would_not_change_a_file(domain: str, language: str) -> None:
    new_content, content = update_catalogue(domain, language), get_po_file(domain, language).read_bytes()
    assert new_content.decode().split("\n") == content.decode().split("\n"), "run make catalogues"


def list_categories(catalogue: Catalog, language: str) -> dict[int, set[str]]:
    """Return, by the index of each plural form, the categories of its numbers in CLDR."""
    category_of = Locale.parse(locale_of(language)).plural_form
    form_of, categories = c2py(catalogue.plural_expr), defaultdict[int, set[str]](set)
    for n in SAMPLE_NUMBERS:
        categories[form_of(n)].add(category_of(n))
    return categories


@each_po_file
def test_a_po_file_has_one_form_for_each_plural_category(domain: str, language: str) -> None:
    catalogue = read_translations(domain, language)
    categories = list_categories(catalogue, language)
    assert sorted(categories) == list(range(catalogue.num_plurals))
    assert len(set().union(*categories.values())) == sum(map(len, categories.values())) == len(categories)
    form_of, used_form_of = c2py(catalogue.plural_expr), i18n.load_translations(language, domain).plural
    assert [*map(form_of, SAMPLE_NUMBERS)] == [*map(used_form_of, SAMPLE_NUMBERS)]


def count_placeholders(form: str) -> Counter[str]:
    return Counter(PLACEHOLDER_PATTERN.findall(form))


@each_po_file
def test_placeholders_match_the_source(domain: str, language: str) -> None:
    """In languages with more than two forms, those for zero, one or two things may omit the number."""
    catalogue = read_translations(domain, language)
    categories = list_categories(catalogue, language)
    for message in filter(lambda message: message.id, catalogue):
        sources, forms = list_forms(message.id), list_forms(message.string)
        for index, form in enumerate(forms):
            has_more_forms = len(forms) > len(sources)
            expected = count_placeholders(sources[-1 if has_more_forms else index])
            is_equal = count_placeholders(form) == expected
            may_omit = has_more_forms and categories[index] <= {"zero", "one", "two"}
            assert is_equal or (may_omit and count_placeholders(form) <= expected), message.id
            assert language != "ar" or not REVERSED_SIGN_PATTERN.search(form), form


def test_singular_and_plural_are_not_swapped() -> None:
    sentences: list[Any] = [text for domain in list_domains() for text in extract_sentences(domain)]
    for language in TRANSLATED:
        for domain in list_translated_domains(language):
            sentences += [message.string for message in read_translations(domain, language)]
    pairs = [forms for forms in map(list_forms, sentences) if len(forms) == 2]
    assert len(pairs) > 400
    assert [pair for pair in pairs if len(pair[0]) > len(pair[1])] == []
