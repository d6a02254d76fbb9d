"""Extracts every sentence from the sources, and updates the .po files.

``python -m tests.catalogues`` adds new sentences (untranslated) to all .po files, removes unused ones,
and lists translations that are older than their English sentence. ``python -m tests.catalogues de``
creates the folder of a new language.
"""

import io
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence, Set
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from babel import Locale
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from babel.plural import to_gettext

from companion.language.i18n import APP_CATALOGUE, LANGUAGES, TRANSLATION_FOLDERS, has_translations
from tests import ROOT

EXTRACTION_KEYWORDS = {"N_": None, "N_n": (1, 2), "gettext": None, "ngettext": (1, 2), "_": None}
ALL_LANGUAGES = tuple(LANGUAGES)
"""The codes of all languages."""
SOURCE, *TRANSLATED = ALL_LANGUAGES
"""The language of the sources, and the languages with .po files."""
REVIEWED_AT = datetime(2026, 11, 29, 15, 10, tzinfo=UTC)
"""Changes of English sentences before this time are not listed: they did not change the meaning."""
SAMPLE_NUMBERS = range(200)
"""Numbers that sentences may contain, for checking plural forms."""


def list_translated_languages(slug: str) -> tuple[str, ...]:
    return tuple(language for language in ALL_LANGUAGES if has_translations(language, slug))


NEW_FILE_HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural_forms}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
"""Without date and version of a tool, which would cause merge conflicts."""


@cache
def list_domains() -> dict[str, list[Path]]:
    """Return, by the name of the domain (the app or a game), the folders that contain its sentences."""
    games = sorted(p.parent.name for p in (ROOT / "companion" / "games").glob("*/__init__.py"))
    folders = {APP_CATALOGUE: [ROOT / "companion", ROOT / "templates"]}
    for slug in games:
        parents = ("companion/games", "templates/games", "seeds")
        folders[slug] = [ROOT / parent / slug for parent in parents]
    return folders


Source = str | tuple[str, str]
"""A source string, or its singular and plural."""


@cache
def extract_sentences(domain: str) -> Set[Source]:
    """Return the source strings that the folders of a domain contain."""
    result: set[Source] = set()
    for folder in list_domains()[domain]:
        for file, _, message, _, _ in extract_from_dir(
            str(folder), [("**.py", "python"), ("**.html", "jinja2")], keywords=EXTRACTION_KEYWORDS
        ):
            if domain == APP_CATALOGUE and "games/" in str(folder / file).replace(str(ROOT), "")[1:]:
                parts = (folder / file).relative_to(ROOT).parts
                if parts[0] == "companion" and len(parts) > 3:
                    continue
                if parts[0] == "templates" and parts[1] == "games":
                    continue
            result.add(message if isinstance(message, str) else (message[0], message[1]))
        for play_file in folder.rglob("plays/*.toml"):
            play = tomllib.loads(play_file.read_text("utf-8"))
            result.update((play["title"], *play.get("words", {}).values()))
    return frozenset(result - {""})


def get_po_file(domain: str, language: str) -> Path:
    return TRANSLATION_FOLDERS[0] / language / f"{domain}.po"


def list_translated_domains(language: str) -> list[str]:
    """Return the domains with a .po file in a language."""
    return [domain for domain in list_domains() if get_po_file(domain, language).exists()]


@cache
def read_translations(domain: str, language: str) -> Catalog:
    """Return the parsed .po file. If there is none, return an empty catalogue of the language."""
    file = get_po_file(domain, language)
    if file.exists():
        with file.open("rb") as source:
            return read_po(source, locale=language)
    catalogue = Catalog(locale=language)
    app_file = get_po_file(APP_CATALOGUE, language)
    forms = (
        read_translations(APP_CATALOGUE, language).plural_forms
        if app_file.exists()
        else get_plural_forms(language)
    )
    catalogue.mime_headers = [("Plural-Forms", forms)]
    return catalogue


def get_plural_forms(language: str) -> str:
    """Return the rule for the plural forms of a new language, without those for millions and fractions."""
    form = Locale.parse(language).plural_form
    categories = {form(n) for n in SAMPLE_NUMBERS}
    names = [name for name in ("zero", "one", "two", "few", "many") if name in categories]
    return to_gettext([(name, form.rules[name]) for name in names[: len(categories) - 1]])


def get_msgid(text: Source) -> str:
    """Return the msgid of a source string: the text, or its singular."""
    return text if isinstance(text, str) else text[0]


def list_forms(text: str | Sequence[str] | None) -> Sequence[str]:
    """Return the forms of a sentence: one, or one for each plural form."""
    return (text or "",) if text is None or isinstance(text, str) else text


def update_all_catalogues(*new: str) -> None:
    """Update all .po files. Files without changes are not written."""
    languages = {folder.name for folder in TRANSLATION_FOLDERS[0].iterdir()}
    for language in sorted(languages.union(new)):
        for domain in list_domains() if language in new else list_translated_domains(language):
            file = get_po_file(domain, language)
            file.parent.mkdir(parents=True, exist_ok=True)
            content = update_catalogue(
                read_translations(domain, language), extract_sentences(domain), language
            )
            if not file.exists() or file.read_bytes() != content:
                file.write_bytes(content)
                read_translations.cache_clear()


def update_catalogue(old_catalogue: Catalog, source_strings: Set[Source], language: str) -> bytes:
    """Return the content of the .po file for these sentences, with their existing translations.

    The rule for the plural forms stays as it is in the file, as other versions of Babel have other
    rules.
    """
    catalogue = Catalog(locale=language)
    catalogue.mime_headers = [("Plural-Forms", old_catalogue.plural_forms)]
    for text in sorted(source_strings, key=get_msgid):
        old_message = old_catalogue.get(get_msgid(text))
        same_forms = old_message is not None and isinstance(old_message.id, str) == isinstance(text, str)
        catalogue.add(text, old_message.string if old_message and same_forms else "")
    output = io.BytesIO()
    write_po(output, catalogue, width=0, omit_header=True)
    return (
        NEW_FILE_HEADER.format(language=language, plural_forms=catalogue.plural_forms).encode()
        + output.getvalue()
    )


def iterate_lines_with_times(file: Path) -> Iterator[tuple[int, str]]:
    """Yield (Unix time of its last change, line) for each line of a file. Yield nothing for a new file."""
    command = ["git", "blame", "--line-porcelain", str(file)]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False).stdout
    for time, line in re.findall(r"^committer-time (\d+)$(?s:.*?)^\t(.*)$", output, re.MULTILINE):
        yield int(time), line


def iterate_outdated_translations(lines: Iterable[tuple[int, str]]) -> Iterator[str]:
    """Yield each English sentence that was changed after its translation."""
    english_time, source, translation_time = 0, "", 0
    for time, line in (*lines, (0, "")):
        if line.startswith("msgid"):
            english_time, source = max(english_time, time), source or line
        elif line:
            translation_time = max(translation_time, time)
        else:
            if english_time > max(translation_time, REVIEWED_AT.timestamp()):
                yield source
            english_time, source, translation_time = 0, "", 0


if __name__ == "__main__":
    update_all_catalogues(*sys.argv[1:])
    for translated in TRANSLATED:
        for domain in list_translated_domains(translated):
            for sentence in iterate_outdated_translations(
                iterate_lines_with_times(get_po_file(domain, translated))
            ):
                print(translated, domain, sentence)
