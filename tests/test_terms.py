"""One thing has one name in each language."""

import re
from collections.abc import Iterator

import pytest

from companion.language.i18n import HOUSE, SOURCE
from tests.terms import TERMS, never, terms
from tests.words import SPOKEN, sentences, several, told_in, translations

HOUSES = [(house, language) for language in SPOKEN for house in TERMS if house in told_in(language)]
SHARED = {"du sol", "le sol", "milieu", "lever", "levé", "pleine", "pioche", "toque", "edificio"}
"""Words that a game never says and the house may, of something else."""
WRONG = {
    ("fr", "m"): "la|une|cette", ("fr", "f"): "le|un|du|au|ce",
    ("de", "m"): "das", ("de", "f"): "das|dem|des|ein|einem|einen", ("de", "n"): "einen|diesen|eine",
    ("es", "m"): "la|una|las|esta", ("es", "f"): "el|un|del|los|este",
}  # fmt: skip
"""Articles that no word of a gender has, in any case."""


def said(house: str, language: str) -> Iterator[str]:
    """All sentences of a game or of the house, without what is filled in."""
    found = (
        sentences(house)
        if language == SOURCE
        else [m.string for m in translations(house, language) if m.id]
    )
    for form in (form for sentence in found for form in several(sentence)):
        yield re.sub(r"%\([\w ]+\)s", "…", form)


def says(sentence: str, word: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", sentence, re.IGNORECASE))


@pytest.mark.parametrize(("house", "language"), HOUSES)
def test_no_thing_is_called_otherwise(house: str, language: str) -> None:
    found = [
        f"{sentence!r} says {word}, not {term}"
        for word, term in never(house, language).items()
        for where in {house, *(() if word in SHARED else (HOUSE,))}
        for sentence in said(where, language)
        if says(sentence, word)
    ]
    assert found == []


@pytest.mark.parametrize(("house", "language"), HOUSES)
def test_every_term_is_said_and_has_its_gender(house: str, language: str) -> None:
    everything = [*said(house, language), *said(HOUSE, language)]
    for term in terms(house, language).values():
        stems = (re.sub("(er|ir|ar|en)$", "", form) if not term.gender else form for form in term.forms())
        assert any(stem.lower() in sentence.lower() for stem in stems for sentence in everything), term
        wrong = WRONG.get((language, term.gender))
        held = [
            s for s in said(house, language) if wrong and re.search(rf"\b({wrong}) {term.word}\b", s, re.I)
        ]
        assert held == [], term
