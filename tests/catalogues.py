"""Extracts every sentence from the sources, and updates the .po files.

``python -m tests.catalogues`` adds new sentences to all .po files and removes unused ones. If an English
sentence has changed, its old translation is kept and marked as *fuzzy*. ``python -m tests.catalogues de``
creates the folder of a new language.
"""

import io
import sys
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from companion.games import GAMES_BY_SLUG
from companion.language.i18n import APP_CATALOGUE, LANGUAGES, TRANSLATIONS_FOLDER, has_translations
from tests import ROOT

EXTRACTION_KEYWORDS = {"N_": None, "N_n": (1, 2), "gettext": None, "ngettext": (1, 2), "_": None}
EXTRACTION_METHODS = [("games/*/**", "ignore"), ("**.py", "python"), ("**.html", "jinja2")]
ALL_LANGUAGES = tuple(LANGUAGES)
"""The codes of all languages."""
SOURCE, *TRANSLATED = ALL_LANGUAGES
"""The language of the sources, and the languages with .po files."""
FILE_HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural_forms}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
"""Without date and version of a tool, which would cause merge conflicts."""
SourceText = str | tuple[str, str]
"""A source string, or its singular and plural."""


def list_translated_languages(slug: str) -> tuple[str, ...]:
    return tuple(language for language in ALL_LANGUAGES if has_translations(language, slug))


def list_domains() -> tuple[str, ...]:
    return (APP_CATALOGUE, *GAMES_BY_SLUG)


@cache
def extract_sentences(domain: str) -> frozenset[SourceText]:
    return frozenset(_iterate_source_texts(domain)) - {""}


def _iterate_source_texts(domain: str) -> Iterator[SourceText]:
    is_app = domain == APP_CATALOGUE
    for folder in ("companion", "templates"):
        for _, _, message, _, _ in extract_from_dir(
            ROOT / folder if is_app else ROOT / folder / "games" / domain,
            EXTRACTION_METHODS,
            keywords=EXTRACTION_KEYWORDS,
        ):
            yield message if isinstance(message, str) else (message[0], message[1])
    for file in () if is_app else (ROOT / "seeds" / domain / "plays").glob("*.toml"):
        play = tomllib.loads(file.read_text("utf-8"))
        yield from (play["title"], *play.get("words", {}).values())


def get_po_file(domain: str, language: str) -> Path:
    return TRANSLATIONS_FOLDER / language / f"{domain}.po"


def list_translated_domains(language: str) -> list[str]:
    return [domain for domain in list_domains() if get_po_file(domain, language).exists()]


@cache
def read_translations(domain: str, language: str) -> Catalog:
    """Return the parsed .po file. If there is none, return an empty catalogue of the language."""
    file = get_po_file(domain, language)
    if file.exists():
        with file.open("rb") as source:
            return read_po(source, locale=language)
    catalogue = Catalog(locale=language)
    if domain != APP_CATALOGUE:
        app_catalogue = read_translations(APP_CATALOGUE, language)
        catalogue.mime_headers = [("Plural-Forms", app_catalogue.plural_forms)]
    return catalogue


def list_forms(text: str | Sequence[str] | None) -> Sequence[str]:
    """Return the texts of a sentence: one for each plural form, or a single one. None is an empty text."""
    return (text or "",) if text is None or isinstance(text, str) else text


def update_catalogue(domain: str, language: str) -> bytes:
    """Return the content of the .po file for the sentences of a domain, with their existing translations.

    A game's file leaves out the sentences that it translates as the app does. The rule for the plural forms
    stays as it is in the file, as other versions of Babel have other rules.
    """
    template, catalogue = Catalog(), read_translations.__wrapped__(domain, language)
    app_catalogue = Catalog() if domain == APP_CATALOGUE else read_translations(APP_CATALOGUE, language)
    for text in extract_sentences(domain):
        own, shared = catalogue.get(text), app_catalogue.get(text)
        if not (shared and shared.string) or (own and own.string not in ("", shared.string)):
            template.add(text)
    catalogue.update(template)
    output = io.BytesIO()
    write_po(output, catalogue, width=0, omit_header=True, sort_output=True, ignore_obsolete=True)
    header = FILE_HEADER.format(language=language, plural_forms=catalogue.plural_forms)
    return header.encode() + output.getvalue()


def update_all_catalogues(*new: str) -> None:
    languages = {folder.name for folder in TRANSLATIONS_FOLDER.iterdir()}
    for language in languages.union(new):
        for domain in list_domains() if language in new else list_translated_domains(language):
            file = get_po_file(domain, language)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(update_catalogue(domain, language))


if __name__ == "__main__":
    update_all_catalogues(*sys.argv[1:])
