"""Read every sentence off the sources, and keep the translators' files up to date.

``python -m tests.catalogues`` adds new sentences (untranslated) and drops those no longer used, in every
language that has a folder, and lists what was translated before its English changed;
``python -m tests.catalogues de`` makes the folder of a new one, with all files.
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

from companion.language.i18n import APP, FOLDERS, LANGUAGES, has_translations
from tests import ROOT

EXAMPLE = ROOT / "tests" / "example"
"""The example game, which has all its files in one folder."""
KEYWORDS = {"N_": None, "N_n": (1, 2), "gettext": None, "ngettext": (1, 2), "_": None}
ALL_LANGUAGES = tuple(LANGUAGES)
"""Every language."""
SOURCE, *TRANSLATED = ALL_LANGUAGES
"""The one the sources are written in, and those that have translators' files."""
READ = datetime(2026, 11, 29, 15, 10, tzinfo=UTC)
"""English that changed before this is not listed: its last readers mended its style, not its meaning."""
NUMBERS = range(200)
"""Of things on a table: the numbers that we say."""


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
"""No date and no tool's version: they would change by themselves, and make two people's work conflict."""


@cache
def domains() -> dict[str, list[Path]]:
    games = sorted(p.parent.name for p in (ROOT / "companion" / "games").glob("*/__init__.py"))
    found = {APP: [ROOT / "companion", ROOT / "templates"]}
    for slug in games:
        rooms = ("companion/games", "templates/games", "seeds")
        found[slug] = [ROOT / room / slug for room in rooms]
    found[EXAMPLE.name] = [EXAMPLE]
    return found


Source = str | tuple[str, str]
"""A source string, or the two forms of one."""


@cache
def sentences(domain: str) -> Set[Source]:
    found: set[Source] = set()
    for folder in domains()[domain]:
        for file, _, message, _, _ in extract_from_dir(
            str(folder), [("**.py", "python"), ("**.html", "jinja2")], keywords=KEYWORDS
        ):
            if domain == APP and "games/" in str(folder / file).replace(str(ROOT), "")[1:]:
                inside = (folder / file).relative_to(ROOT).parts
                if inside[0] == "companion" and len(inside) > 3:
                    continue
                if inside[0] == "templates" and inside[1] == "games":
                    continue
            found.add(message if isinstance(message, str) else (message[0], message[1]))
        for recorded in folder.rglob("plays/*.toml"):
            play = tomllib.loads(recorded.read_text("utf-8"))
            found.update((play["title"], *play.get("words", {}).values()))
    return frozenset(found - {""})


def po_file(domain: str, language: str) -> Path:
    folder = EXAMPLE / "translations" if domain == EXAMPLE.name else FOLDERS[0]
    return folder / language / f"{domain}.po"


def domains_with_translations(language: str) -> list[str]:
    """The domains that a language has words for."""
    return [domain for domain in domains() if po_file(domain, language).exists()]


@cache
def translations(domain: str, language: str) -> Catalog:
    file = po_file(domain, language)
    if file.exists():
        with file.open("rb") as source:
            return read_po(source, locale=language)
    begun = Catalog(locale=language)
    pages = po_file(APP, language)
    forms = translations(APP, language).plural_forms if pages.exists() else plural_forms(language)
    begun.mime_headers = [("Plural-Forms", forms)]
    return begun


def plural_forms(language: str) -> str:
    """Return the plural forms of a new language, without those for millions and fractions."""
    form = Locale.parse(language).plural_form
    said = {form(n) for n in NUMBERS}
    names = [name for name in ("zero", "one", "two", "few", "many") if name in said]
    return to_gettext([(name, form.rules[name]) for name in names[: len(said) - 1]])


def first_form(text: Source) -> str:
    """The source string by which a catalogue sorts and finds its sentences."""
    return text if isinstance(text, str) else text[0]


def several(text: str | Sequence[str] | None) -> Sequence[str]:
    """The forms of a sentence: one, or one for each plural."""
    return (text or "",) if text is None or isinstance(text, str) else text


def update(*new: str) -> None:
    """Bring every file up to date; one that is so already is not touched."""
    begun = {folder.name for folder in FOLDERS[0].iterdir()}
    for language in sorted(begun.union(new)):
        for domain in domains() if language in new else domains_with_translations(language):
            file = po_file(domain, language)
            file.parent.mkdir(parents=True, exist_ok=True)
            told = updated(translations(domain, language), sentences(domain), language)
            if not file.exists() or file.read_bytes() != told:
                file.write_bytes(told)
                translations.cache_clear()


def updated(known: Catalog, said: Set[Source], language: str) -> bytes:
    """The translators' file for these sentences, with what is translated already.

    The plural forms stay those of the file: another Babel may have more of them, or in another order.
    """
    kept = Catalog(locale=language)
    kept.mime_headers = [("Plural-Forms", known.plural_forms)]
    for text in sorted(said, key=first_form):
        old = known.get(first_form(text))
        same_forms = old is not None and isinstance(old.id, str) == isinstance(text, str)
        kept.add(text, old.string if old and same_forms else "")
    told = io.BytesIO()
    write_po(told, kept, width=0, omit_header=True)
    return HEADER.format(language=language, plural_forms=kept.plural_forms).encode() + told.getvalue()


def blamed(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the last change (Unix time) of each line of a file, with the line; nothing for a new file."""
    asked = ["git", "blame", "--line-porcelain", str(file)]
    told = subprocess.run(asked, cwd=ROOT, capture_output=True, encoding="utf-8", check=False).stdout
    for time, line in re.findall(r"^committer-time (\d+)$(?s:.*?)^\t(.*)$", told, re.MULTILINE):
        yield int(time), line


def overtaken(lines: Iterable[tuple[int, str]]) -> Iterator[str]:
    """The sentences of a translators' file whose English was written after their translation."""
    english, source, told = 0, "", 0
    for time, line in (*lines, (0, "")):
        if line.startswith("msgid"):
            english, source = max(english, time), source or line
        elif line:
            told = max(told, time)
        else:
            if english > max(told, READ.timestamp()):
                yield source
            english, source, told = 0, "", 0


if __name__ == "__main__":
    update(*sys.argv[1:])
    for translated in TRANSLATED:
        for domain in domains_with_translations(translated):
            for found in overtaken(blamed(po_file(domain, translated))):
                print(translated, domain, found)
