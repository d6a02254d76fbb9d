"""Translated sentences use the terms in ``docs/terms.toml``: one translation of each term per language."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from companion.language.i18n import APP_CATALOGUE
from tests import ROOT
from tests.catalogues import TRANSLATED, list_forms, list_translated_domains, read_translations

TERMS_BY_GAME: dict[str, dict[str, Any]] = tomllib.loads((ROOT / "docs" / "terms.toml").read_text("utf-8"))
"""By domain: the translations of each English word, and under ``never`` the words to avoid."""
each_domain_and_language = pytest.mark.parametrize(
    ("domain", "language"),
    [
        (domain, language)
        for language in TRANSLATED
        for domain in list_translated_domains(language)
        if domain in TERMS_BY_GAME
    ],
)
SHARED_WORDS = {"du sol", "le sol", "milieu", "lever", "levé", "pleine", "pioche", "toque", "edificio"}
"""Words that games must avoid, but the app may use with another meaning."""
WRONG_ARTICLES = {
    ("fr", "m"): "la|une|cette", ("fr", "f"): "le|un|du|au|ce",
    ("de", "m"): "das", ("de", "f"): "das|dem|des|ein|einem|einen", ("de", "n"): "einen|diesen|eine",
    ("es", "m"): "la|una|las|esta", ("es", "f"): "el|un|del|los|este",
}  # fmt: skip
"""Articles that no word of this gender has, in any case."""


class Term(NamedTuple):
    """The translation of one term, with its gender and its forms."""

    word: str
    gender: str
    plural: str = ""
    short: str = ""


def iterate_sentences(domain: str, language: str) -> Iterator[str]:
    """Yield each translated sentence of a game or of the app, without its placeholders."""
    for message in read_translations(domain, language):
        for form in list_forms(message.string) if message.id else ():
            yield re.sub(r"%\([\w ]+\)s", "…", form)


@each_domain_and_language
def test_sentences_use_the_terms_of_the_game(domain: str, language: str) -> None:
    errors = [
        f"{sentence!r} says {word}, not {term}"
        for word, term in TERMS_BY_GAME[domain].get("never", {}).get(language, {}).items()
        for source in {domain, *(() if word in SHARED_WORDS else (APP_CATALOGUE,))}
        for sentence in iterate_sentences(source, language)
        if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", sentence, re.IGNORECASE)
    ]
    assert errors == []


@each_domain_and_language
def test_every_term_is_used_with_articles_of_its_gender(domain: str, language: str) -> None:
    own_sentences = [*iterate_sentences(domain, language)]
    sentences = [*own_sentences, *iterate_sentences(APP_CATALOGUE, language)]
    for english, translations in TERMS_BY_GAME[domain].items():
        if english == "never" or language not in translations:
            continue
        term = Term(*translations[language])
        forms = filter(None, (term.word, term.plural, term.short))
        stems = [form if term.gender else re.sub("(er|ir|ar|en)$", "", form) for form in forms]
        assert any(stem.lower() in sentence.lower() for stem in stems for sentence in sentences), term
        wrong_articles = WRONG_ARTICLES.get((language, term.gender))
        pattern = re.compile(rf"\b({wrong_articles}) {term.word}\b", re.IGNORECASE)
        assert not wrong_articles or not list(filter(pattern.search, own_sentences)), term
