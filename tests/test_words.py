"""Every language is complete, and its placeholders agree with those of the sources."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

import pytest
from babel.messages import Catalog

from companion.language.i18n import APP
from tests.catalogues import (
    READ,
    TRANSLATED,
    Source,
    domains_with_translations,
    first_form,
    overtaken,
    po_file,
    sentences,
    several,
    translations,
    updated,
)

FILES = [(domain, language) for language in TRANSLATED for domain in domains_with_translations(language)]
PLACEHOLDER = re.compile(r"%\([\w ]+\)s|%%|%")
TURNED_ROUND = re.compile(r"(?<![\u200e\d])[−+±][\d%]")


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_language_has_words_for_the_pages_and_for_a_game(language: str) -> None:
    assert {APP} < set(domains_with_translations(language))


def forms(known: Catalog, text: Source) -> Sequence[str]:
    """What a source string is translated to; an empty form where there is no such sentence yet."""
    message = known.get(first_form(text))
    return several(message.string) if message and message.id == text else ("",)


@pytest.mark.parametrize(("domain", "language"), FILES)
def test_every_sentence_is_translated(domain: str, language: str) -> None:
    known = translations(domain, language)
    found = sentences(domain)
    assert found
    missing = {text for text in found if not all(forms(known, text))}
    assert not missing, f"run make catalogues, then translate: {missing}"


@pytest.mark.parametrize(("domain", "language"), FILES)
def test_placeholders_agree(domain: str, language: str) -> None:
    for message in translations(domain, language):
        sources, told = several(message.id), several(message.string)
        if len(told) > len(sources):  # a form for one or two alone may leave the number out
            assert all(gaps(form) <= gaps(sources[-1]) for form in told), message.id
            sources, told = sources[-1:], told[-1:]
        for source, form in zip(sources, told, strict=True):
            assert not source or gaps(source) == gaps(form), message.id
            assert language != "ar" or not TURNED_ROUND.search(form), form


def gaps(form: str) -> Counter[str]:
    """The placeholders of a sentence, and how often it has each."""
    return Counter(PLACEHOLDER.findall(form))


@pytest.mark.parametrize(("domain", "language"), FILES)
def test_make_words_leaves_a_finished_room_alone(domain: str, language: str) -> None:
    told = updated(translations(domain, language), sentences(domain), language).decode()
    kept = po_file(domain, language).read_bytes().decode()
    lines = zip_longest(told.split("\n"), kept.split("\n"))
    differing = next((pair for pair in lines if len(set(pair)) > 1), None)
    assert differing is None, "run make catalogues: the first line that it would write otherwise"


def test_a_sentence_whose_english_changed_after_its_translation_is_listed() -> None:
    then, later = int(READ.timestamp()) + 1, int(READ.timestamp()) + 2
    kept = [(then, 'msgid "Go"'), (then, 'msgstr "Los"'), (later, "")]
    changed = [(later, 'msgid "Go on"'), (then, 'msgstr "Los"'), (then, "")]
    told_anew = [(later, 'msgid "Stay"'), (later, 'msgstr "Bleib"')]
    assert list(overtaken([*kept, *changed, *told_anew])) == ['msgid "Go on"']
