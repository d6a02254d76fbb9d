"""Each term has exactly one translation in each language."""

import re
from collections.abc import Iterator

import pytest

from companion.language.i18n import APP_CATALOGUE, SOURCE_LANGUAGE
from tests.catalogues import (
    ALL_LANGUAGES,
    extract_sentences,
    list_forms,
    list_translated_domains,
    read_translations,
)
from tests.terms import TERMS_BY_GAME, load_terms, load_words_to_avoid

DOMAINS_AND_LANGUAGES = [
    (domain, language)
    for language in ALL_LANGUAGES
    for domain in TERMS_BY_GAME
    if domain in list_translated_domains(language)
]
SHARED_WORDS = {"du sol", "le sol", "milieu", "lever", "levé", "pleine", "pioche", "toque", "edificio"}
"""Words that games must avoid, but the app may use with another meaning."""
WRONG_ARTICLES = {
    ("fr", "m"): "la|une|cette", ("fr", "f"): "le|un|du|au|ce",
    ("de", "m"): "das", ("de", "f"): "das|dem|des|ein|einem|einen", ("de", "n"): "einen|diesen|eine",
    ("es", "m"): "la|una|las|esta", ("es", "f"): "el|un|del|los|este",
}  # fmt: skip
"""Articles that no word of this gender has, in any case."""


def iterate_sentences(domain: str, language: str) -> Iterator[str]:
    """Yield each translated sentence of a game or of the app, without its placeholders."""
    forms_list = (
        extract_sentences(domain)
        if language == SOURCE_LANGUAGE
        else [m.string for m in read_translations(domain, language) if m.id]
    )
    for form in (form for sentence in forms_list for form in list_forms(sentence)):
        yield re.sub(r"%\([\w ]+\)s", "…", form)


def contains_word(sentence: str, word: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", sentence, re.IGNORECASE))


@pytest.mark.parametrize(("domain", "language"), DOMAINS_AND_LANGUAGES)
def test_sentences_use_the_terms_of_the_game(domain: str, language: str) -> None:
    errors = [
        f"{sentence!r} says {word}, not {term}"
        for word, term in load_words_to_avoid(domain, language).items()
        for source in {domain, *(() if word in SHARED_WORDS else (APP_CATALOGUE,))}
        for sentence in iterate_sentences(source, language)
        if contains_word(sentence, word)
    ]
    assert errors == []


@pytest.mark.parametrize(("domain", "language"), DOMAINS_AND_LANGUAGES)
def test_every_term_is_used_with_articles_of_its_gender(domain: str, language: str) -> None:
    sentences_of_game = [*iterate_sentences(domain, language), *iterate_sentences(APP_CATALOGUE, language)]
    for term in load_terms(domain, language).values():
        stems = (
            re.sub("(er|ir|ar|en)$", "", form) if not term.gender else form for form in term.list_forms()
        )
        assert any(stem.lower() in sentence.lower() for stem in stems for sentence in sentences_of_game), (
            term
        )
        pattern = WRONG_ARTICLES.get((language, term.gender))
        errors = [
            s
            for s in iterate_sentences(domain, language)
            if pattern and re.search(rf"\b({pattern}) {term.word}\b", s, re.I)
        ]
        assert errors == [], term
