"""English and French are complete, and their placeholders agree."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po

from tests.words import (
    LANGUAGES,
    Source,
    first_form,
    houses,
    po_file,
    sentences,
    translations,
    updated,
)

PLACEHOLDER = re.compile(r"%\(\w+\)s|%%|%")


def several(text: str | Sequence[str]) -> Sequence[str]:
    """The forms of a sentence: one, or one for each plural."""
    return (text,) if isinstance(text, str) else text


def forms(known: Catalog, text: Source) -> Sequence[str]:
    """What a source string is translated to; an empty form where there is no such sentence yet."""
    message = known.get(first_form(text))
    return several(message.string) if message and message.id == text else ("",)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("house", houses())
def test_every_sentence_is_translated(house: str, language: str) -> None:
    known = translations(house, language)
    found = sentences(house)
    assert found
    missing = {text for text in found if not all(forms(known, text))}
    assert not missing, f"run make words, then translate: {missing}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("house", houses())
def test_placeholders_agree(house: str, language: str) -> None:
    for message in translations(house, language):
        for source, told in zip(several(message.id), several(message.string), strict=True):
            if source:
                assert sorted(PLACEHOLDER.findall(source)) == sorted(PLACEHOLDER.findall(told))


@pytest.mark.parametrize("house", houses())
def test_nothing_is_translated_that_nobody_says(house: str) -> None:
    said = sentences(house)
    for language in LANGUAGES:
        assert {m.id for m in translations(house, language) if m.id} <= said


def test_a_file_keeps_its_date_and_its_translations() -> None:
    first = read_po(io.BytesIO(updated(Catalog(), {"a", ("%(n)s b", "%(n)s bs")}, "fr")))
    first.creation_date = first.creation_date.replace(year=2001)
    first.get("a").string = "un a"
    for said in ({"a", ("%(n)s b", "%(n)s bs")}, {"a"}):
        told = updated(first, said, "fr")
        assert b"POT-Creation-Date: 2001" in told
        assert b'msgstr "un a"' in told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("house", houses())
def test_make_words_leaves_a_finished_room_alone(house: str, language: str) -> None:
    told = updated(translations(house, language), sentences(house), language)
    assert told == po_file(house, language).read_bytes()
