"""English and French are complete, and their placeholders agree."""

from __future__ import annotations

import re

import pytest

from tests.words import LANGUAGES, houses, sentences, translations

PLACEHOLDER = re.compile(r"%\(\w+\)s|%%|%")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("house", houses())
def test_every_sentence_is_translated(house: str, language: str) -> None:
    known = translations(house, language)
    found = sentences(house)
    assert found
    missing = {text for text in found if not (known.get(text) and known.get(text).string)}
    assert not missing, f"run make words, then translate: {sorted(missing)}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("house", houses())
def test_placeholders_agree(house: str, language: str) -> None:
    for message in translations(house, language):
        if message.id:
            assert sorted(PLACEHOLDER.findall(message.id)) == sorted(
                PLACEHOLDER.findall(message.string)
            )


@pytest.mark.parametrize("house", houses())
def test_nothing_is_translated_that_nobody_says(house: str) -> None:
    said = sentences(house)
    for language in LANGUAGES:
        assert {m.id for m in translations(house, language) if m.id} <= said
