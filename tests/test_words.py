"""The .po files are complete: placeholders, the plurals of CLDR, and the terms of ``docs/terms.toml``."""

import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from gettext import c2py
from typing import Any

import pytest
from babel import Locale
from babel.messages import Catalog

from companion.language import i18n
from companion.language.i18n import APP_CATALOGUE, locale_of
from tests import ROOT
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


def list_plural_categories(catalogue: Catalog, language: str) -> dict[int, set[str]]:
    """Return {index of a plural form: CLDR categories that use it}, such as ``{0: {"one"}}``."""
    category_of = Locale.parse(locale_of(language)).plural_form
    form_of, categories = c2py(catalogue.plural_expr), defaultdict[int, set[str]](set)
    for n in SAMPLE_NUMBERS:
        categories[form_of(n)].add(category_of(n))
    return categories


@each_po_file
def test_a_po_file_has_one_form_for_each_plural_category(domain: str, language: str) -> None:
    catalogue = read_translations(domain, language)
    categories = list_plural_categories(catalogue, language)
    assert sorted(categories) == list(range(catalogue.num_plurals))
    assert len(set().union(*categories.values())) == sum(map(len, categories.values())) == len(categories)
    form_of, used_form_of = c2py(catalogue.plural_expr), i18n.load_translations(language, domain).plural
    assert [*map(form_of, SAMPLE_NUMBERS)] == [*map(used_form_of, SAMPLE_NUMBERS)]


def count_placeholders(form: str) -> Counter[str]:
    return Counter(PLACEHOLDER_PATTERN.findall(form))


@each_po_file
def test_placeholders_match_the_source(domain: str, language: str) -> None:
    """In languages with more than two plural forms, the forms for 0, 1 or 2 things may omit the number."""
    catalogue = read_translations(domain, language)
    categories = list_plural_categories(catalogue, language)
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


TERMS_BY_GAME: dict[str, dict[str, Any]] = tomllib.loads((ROOT / "docs" / "terms.toml").read_text("utf-8"))
"""By domain: the translations of each English word, and under ``never`` the words to avoid."""
APP_ONLY_WORDS = {"du sol", "le sol", "milieu", "lever", "levé", "pleine", "pioche", "toque", "edificio"}
"""Words that games must avoid, but the app may use with another meaning."""
WRONG_ARTICLE_PATTERNS = {
    ("fr", "m"): "la|une|cette", ("fr", "f"): "le|un|du|au|ce",
    ("de", "m"): "das", ("de", "f"): "das|dem|des|ein|einem|einen", ("de", "n"): "einen|diesen|eine",
    ("es", "m"): "la|una|las|esta", ("es", "f"): "el|un|del|los|este",
}  # fmt: skip
"""Articles that no word of this gender has, in any case."""


def iterate_sentences(domain: str, language: str) -> Iterator[str]:
    """Yield each translated sentence of a game or of the app, with "…" for each placeholder."""
    for message in read_translations(domain, language):
        for form in list_forms(message.string) if message.id else ():
            yield re.sub(r"%\([\w ]+\)s", "…", form)


@each_po_file
def test_sentences_use_the_terms_of_the_game(domain: str, language: str) -> None:
    errors = [
        f"{sentence!r} says {word}, not {term}"
        for word, term in TERMS_BY_GAME.get(domain, {}).get("never", {}).get(language, {}).items()
        for source in {domain, *(() if word in APP_ONLY_WORDS else (APP_CATALOGUE,))}
        for sentence in iterate_sentences(source, language)
        if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", sentence, re.IGNORECASE)
    ]
    assert errors == []


@each_po_file
def test_every_term_is_used_with_articles_of_its_gender(domain: str, language: str) -> None:
    own_sentences = [*iterate_sentences(domain, language)]
    sentences = [*own_sentences, *iterate_sentences(APP_CATALOGUE, language)]
    for english, translations in TERMS_BY_GAME.get(domain, {}).items():
        if english == "never" or language not in translations:
            continue
        word, gender, *others = translations[language]
        forms = filter(None, (word, *others))
        stems = [form if gender else re.sub("(er|ir|ar|en)$", "", form) for form in forms]
        assert any(stem.lower() in sentence.lower() for stem in stems for sentence in sentences), word
        wrong_articles = WRONG_ARTICLE_PATTERNS.get((language, gender))
        pattern = re.compile(rf"\b({wrong_articles}) {word}\b", re.IGNORECASE)
        assert not wrong_articles or not list(filter(pattern.search, own_sentences)), word
