"""Extracts every sentence from the sources, and keeps the .po files up to date.

``python -m tests.catalogues`` adds new sentences (untranslated) to all .po files, removes unused ones, and
lists translations that are older than their English sentence. ``python -m tests.catalogues de`` creates the
folder of a new language.
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

EXAMPLE = ROOT / "tests" / "example"
"""The example game, which has all its files in one folder."""
KEYWORDS = {"N_": None, "N_n": (1, 2), "gettext": None, "ngettext": (1, 2), "_": None}
ALL_LANGUAGES = tuple(LANGUAGES)
"""The codes of all languages."""
SOURCE, *TRANSLATED = ALL_LANGUAGES
"""The language of the sources, and the languages with .po files."""
REVIEWED_AT = datetime(2026, 11, 29, 15, 10, tzinfo=UTC)
"""Changes of English sentences before this time are not listed: they did not change the meaning."""
COUNTS = range(200)
"""Numbers that sentences may contain, for checking plural forms."""


def languages_with_translations(slug: str) -> tuple[str, ...]:
    return tuple(language for language in ALL_LANGUAGES if has_translations(language, slug))


HEADER = """\
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
def domains() -> dict[str, list[Path]]:
    """Return by domain (the app or a game) the folders with its sentences."""
    games = sorted(p.parent.name for p in (ROOT / "companion" / "games").glob("*/__init__.py"))
    folders = {APP_CATALOGUE: [ROOT / "companion", ROOT / "templates"]}
    for slug in games:
        parents = ("companion/games", "templates/games", "seeds")
        folders[slug] = [ROOT / parent / slug for parent in parents]
    folders[EXAMPLE.name] = [EXAMPLE]
    return folders


Source = str | tuple[str, str]
"""A source string, or its singular and plural."""


@cache
def sentences(domain: str) -> Set[Source]:
    """Return all source strings of a domain."""
    result: set[Source] = set()
    for folder in domains()[domain]:
        for file, _, message, _, _ in extract_from_dir(
            str(folder), [("**.py", "python"), ("**.html", "jinja2")], keywords=KEYWORDS
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


def po_file(domain: str, language: str) -> Path:
    folder = EXAMPLE / "translations" if domain == EXAMPLE.name else TRANSLATION_FOLDERS[0]
    return folder / language / f"{domain}.po"


def domains_with_translations(language: str) -> list[str]:
    """Return the domains with a .po file in a language."""
    return [domain for domain in domains() if po_file(domain, language).exists()]


@cache
def translations(domain: str, language: str) -> Catalog:
    """Return the parsed .po file, or an empty catalogue for a new one."""
    file = po_file(domain, language)
    if file.exists():
        with file.open("rb") as source:
            return read_po(source, locale=language)
    catalogue = Catalog(locale=language)
    app_file = po_file(APP_CATALOGUE, language)
    forms = (
        translations(APP_CATALOGUE, language).plural_forms if app_file.exists() else plural_forms(language)
    )
    catalogue.mime_headers = [("Plural-Forms", forms)]
    return catalogue


def plural_forms(language: str) -> str:
    """Return the plural forms of a new language, without those for millions and fractions."""
    form = Locale.parse(language).plural_form
    categories = {form(n) for n in COUNTS}
    names = [name for name in ("zero", "one", "two", "few", "many") if name in categories]
    return to_gettext([(name, form.rules[name]) for name in names[: len(categories) - 1]])


def first_form(text: Source) -> str:
    """Return the msgid of a source string."""
    return text if isinstance(text, str) else text[0]


def forms_of(text: str | Sequence[str] | None) -> Sequence[str]:
    """Return the forms of a sentence: one, or one for each plural."""
    return (text or "",) if text is None or isinstance(text, str) else text


def update(*new: str) -> None:
    """Update all .po files. Unchanged files are not written."""
    languages = {folder.name for folder in TRANSLATION_FOLDERS[0].iterdir()}
    for language in sorted(languages.union(new)):
        for domain in domains() if language in new else domains_with_translations(language):
            file = po_file(domain, language)
            file.parent.mkdir(parents=True, exist_ok=True)
            content = update_catalogue(translations(domain, language), sentences(domain), language)
            if not file.exists() or file.read_bytes() != content:
                file.write_bytes(content)
                translations.cache_clear()


def update_catalogue(old_catalogue: Catalog, source_strings: Set[Source], language: str) -> bytes:
    """Return the .po file for these sentences, with existing translations.

    The plural forms of the file stay as they are, since another version of Babel may have others.
    """
    catalogue = Catalog(locale=language)
    catalogue.mime_headers = [("Plural-Forms", old_catalogue.plural_forms)]
    for text in sorted(source_strings, key=first_form):
        old_message = old_catalogue.get(first_form(text))
        same_forms = old_message is not None and isinstance(old_message.id, str) == isinstance(text, str)
        catalogue.add(text, old_message.string if old_message and same_forms else "")
    output = io.BytesIO()
    write_po(output, catalogue, width=0, omit_header=True)
    return (
        HEADER.format(language=language, plural_forms=catalogue.plural_forms).encode() + output.getvalue()
    )


def lines_with_times(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the last change (Unix time) of each line of a file, with the line; nothing for a new file."""
    command = ["git", "blame", "--line-porcelain", str(file)]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False).stdout
    for time, line in re.findall(r"^committer-time (\d+)$(?s:.*?)^\t(.*)$", output, re.MULTILINE):
        yield int(time), line


def outdated_translations(lines: Iterable[tuple[int, str]]) -> Iterator[str]:
    """Yield the sentences whose English was changed after the translation."""
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
    update(*sys.argv[1:])
    for translated in TRANSLATED:
        for domain in domains_with_translations(translated):
            for sentence in outdated_translations(lines_with_times(po_file(domain, translated))):
                print(translated, domain, sentence)
