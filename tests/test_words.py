"""The .po files are complete, and their placeholders are those of the English sentences."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

import pytest
from babel.messages import Catalog

from companion.language.i18n import APP_CATALOGUE
from tests.catalogues import (
    REVIEWED_AT,
    TRANSLATED,
    Source,
    extract_sentences,
    get_msgid,
    get_po_file,
    iterate_outdated_translations,
    list_forms,
    list_translated_domains,
    read_translations,
    update_catalogue,
)

DOMAINS_AND_LANGUAGES = [
    (domain, language) for language in TRANSLATED for domain in list_translated_domains(language)
]
PLACEHOLDER_PATTERN = re.compile(r"%\([\w ]+\)s|%%|%")
REVERSED_SIGN_PATTERN = re.compile(r"(?<![\u200e\d])[−+±][\d%]")


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_language_has_translations_of_the_app_and_a_game(language: str) -> None:
    assert {APP_CATALOGUE} < set(list_translated_domains(language))


def get_forms(catalogue: Catalog, text: Source) -> Sequence[str]:
    """Return the forms of a source string's translation; one empty form if it has no translation."""
    message = catalogue.get(get_msgid(text))
    return list_forms(message.string) if message and message.id == text else ("",)


@pytest.mark.parametrize(("domain", "language"), DOMAINS_AND_LANGUAGES)
def test_every_sentence_is_translated(domain: str, language: str) -> None:
    catalogue = read_translations(domain, language)
    source_strings = extract_sentences(domain)
    assert source_strings
    missing = {text for text in source_strings if not all(get_forms(catalogue, text))}
    assert not missing, f"run make catalogues, then translate: {missing}"


@pytest.mark.parametrize(("domain", "language"), DOMAINS_AND_LANGUAGES)
def test_placeholders_match_the_source(domain: str, language: str) -> None:
    for message in read_translations(domain, language):
        sources, translated = list_forms(message.id), list_forms(message.string)
        if len(translated) > len(sources):  # a form for one or two alone may leave the number out
            assert all(
                count_placeholders(form) <= count_placeholders(sources[-1]) for form in translated
            ), message.id
            sources, translated = sources[-1:], translated[-1:]
        for source, form in zip(sources, translated, strict=True):
            assert not source or count_placeholders(source) == count_placeholders(form), message.id
            assert language != "ar" or not REVERSED_SIGN_PATTERN.search(form), form


def count_placeholders(form: str) -> Counter[str]:
    """Return how often this form of a sentence contains each placeholder."""
    return Counter(PLACEHOLDER_PATTERN.findall(form))


@pytest.mark.parametrize(("domain", "language"), DOMAINS_AND_LANGUAGES)
def test_make_catalogues_would_not_change_a_file(domain: str, language: str) -> None:
    new_content = update_catalogue(
        read_translations(domain, language), extract_sentences(domain), language
    ).decode()
    content = get_po_file(domain, language).read_bytes().decode()
    lines = zip_longest(new_content.split("\n"), content.split("\n"))
    differing = next((pair for pair in lines if len(set(pair)) > 1), None)
    assert differing is None, "run make catalogues: the first line that it would write otherwise"


def test_translations_older_than_their_english_sentence_are_listed() -> None:
    early, later = int(REVIEWED_AT.timestamp()) + 1, int(REVIEWED_AT.timestamp()) + 2
    unchanged = [(early, 'msgid "Go"'), (early, 'msgstr "Los"'), (later, "")]
    changed = [(later, 'msgid "Go on"'), (early, 'msgstr "Los"'), (early, "")]
    translated_again = [(later, 'msgid "Stay"'), (later, 'msgstr "Bleib"')]
    assert list(iterate_outdated_translations([*unchanged, *changed, *translated_again])) == [
        'msgid "Go on"'
    ]
