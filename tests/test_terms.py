"""One thing has one name in each language."""

import re
from collections.abc import Iterator

import pytest

from companion.language.i18n import APP, SOURCE
from tests.catalogues import ALL_LANGUAGES, domains_with_translations, sentences, several, translations
from tests.terms import TERMS, never, terms

BY_DOMAIN = [
    (domain, language)
    for language in ALL_LANGUAGES
    for domain in TERMS
    if domain in domains_with_translations(language)
]
SHARED = {"du sol", "le sol", "milieu", "lever", "levé", "pleine", "pioche", "toque", "edificio"}
"""Words that a game never says and the app may, of something else."""
WRONG = {
    ("fr", "m"): "la|une|cette", ("fr", "f"): "le|un|du|au|ce",
    ("de", "m"): "das", ("de", "f"): "das|dem|des|ein|einem|einen", ("de", "n"): "einen|diesen|eine",
    ("es", "m"): "la|una|las|esta", ("es", "f"): "el|un|del|los|este",
}  # fmt: skip
"""Articles that no word of a gender has, in any case."""


def said(domain: str, language: str) -> Iterator[str]:
    """All sentences of a game or of the app, without what is filled in."""
    found = (
        sentences(domain)
        if language == SOURCE
        else [m.string for m in translations(domain, language) if m.id]
    )
    for form in (form for sentence in found for form in several(sentence)):
        yield re.sub(r"%\([\w ]+\)s", "…", form)


def says(sentence: str, word: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", sentence, re.IGNORECASE))


@pytest.mark.parametrize(("domain", "language"), BY_DOMAIN)
def test_no_thing_is_called_otherwise(domain: str, language: str) -> None:
    found = [
        f"{sentence!r} says {word}, not {term}"
        for word, term in never(domain, language).items()
        for where in {domain, *(() if word in SHARED else (APP,))}
        for sentence in said(where, language)
        if says(sentence, word)
    ]
    assert found == []


@pytest.mark.parametrize(("domain", "language"), BY_DOMAIN)
def test_every_term_is_said_and_has_its_gender(domain: str, language: str) -> None:
    everything = [*said(domain, language), *said(APP, language)]
    for term in terms(domain, language).values():
        stems = (re.sub("(er|ir|ar|en)$", "", form) if not term.gender else form for form in term.forms())
        assert any(stem.lower() in sentence.lower() for stem in stems for sentence in everything), term
        wrong = WRONG.get((language, term.gender))
        held = [
            s for s in said(domain, language) if wrong and re.search(rf"\b({wrong}) {term.word}\b", s, re.I)
        ]
        assert held == [], term
