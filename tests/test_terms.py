"""Each term has one translation in each language."""

import re
from collections.abc import Iterator

import pytest

from companion.language.i18n import APP_CATALOGUE, SOURCE_LANGUAGE
from tests.catalogues import ALL_LANGUAGES, domains_with_translations, forms_of, sentences, translations
from tests.terms import TERMS, terms, words_to_avoid

BY_DOMAIN = [
    (domain, language)
    for language in ALL_LANGUAGES
    for domain in TERMS
    if domain in domains_with_translations(language)
]
SHARED = {"du sol", "le sol", "milieu", "lever", "levé", "pleine", "pioche", "toque", "edificio"}
"""Words that games must avoid, but the app may use with another meaning."""
WRONG_ARTICLES = {
    ("fr", "m"): "la|une|cette", ("fr", "f"): "le|un|du|au|ce",
    ("de", "m"): "das", ("de", "f"): "das|dem|des|ein|einem|einen", ("de", "n"): "einen|diesen|eine",
    ("es", "m"): "la|una|las|esta", ("es", "f"): "el|un|del|los|este",
}  # fmt: skip
"""Articles that no word of this gender has, in any case."""


def all_sentences(domain: str, language: str) -> Iterator[str]:
    """Yield all sentences of a game or of the app, without their values."""
    forms_list = (
        sentences(domain)
        if language == SOURCE_LANGUAGE
        else [m.string for m in translations(domain, language) if m.id]
    )
    for form in (form for sentence in forms_list for form in forms_of(sentence)):
        yield re.sub(r"%\([\w ]+\)s", "…", form)


def contains_word(sentence: str, word: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", sentence, re.IGNORECASE))


@pytest.mark.parametrize(("domain", "language"), BY_DOMAIN)
def test_sentences_use_the_terms_of_the_game(domain: str, language: str) -> None:
    errors = [
        f"{sentence!r} says {word}, not {term}"
        for word, term in words_to_avoid(domain, language).items()
        for source in {domain, *(() if word in SHARED else (APP_CATALOGUE,))}
        for sentence in all_sentences(source, language)
        if contains_word(sentence, word)
    ]
    assert errors == []


@pytest.mark.parametrize(("domain", "language"), BY_DOMAIN)
def test_every_term_is_used_with_articles_of_its_gender(domain: str, language: str) -> None:
    sentences_of_game = [*all_sentences(domain, language), *all_sentences(APP_CATALOGUE, language)]
    for term in terms(domain, language).values():
        stems = (re.sub("(er|ir|ar|en)$", "", form) if not term.gender else form for form in term.forms())
        assert any(stem.lower() in sentence.lower() for stem in stems for sentence in sentences_of_game), (
            term
        )
        pattern = WRONG_ARTICLES.get((language, term.gender))
        errors = [
            s
            for s in all_sentences(domain, language)
            if pattern and re.search(rf"\b({pattern}) {term.word}\b", s, re.I)
        ]
        assert errors == [], term
