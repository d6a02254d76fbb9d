"""The games' terms by language, from ``docs/terms.toml``.

``python -m tests.terms`` writes them to a page for reading, ``build/terms.md``.
"""

import tomllib
from typing import Any, NamedTuple

from companion.games import GAMES_BY_SLUG
from companion.language.i18n import APP_CATALOGUE, LANGUAGES
from tests import ROOT
from tests.catalogues import TRANSLATED

SOURCE, PAGE = ROOT / "docs" / "terms.toml", ROOT / "build" / "terms.md"
TERMS: dict[str, dict[str, Any]] = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
"""By domain: the translations of each English word, and under ``never`` the words to avoid."""
HEAD = """\
# The games' terms by language

One word for one thing, in every sentence of a game. Made from `docs/terms.toml`: fill in a language there
before you translate. The gender is in brackets, the plural behind a comma, the short form behind a slash.
"""


class Term(NamedTuple):
    """The translation of a term."""

    word: str
    gender: str
    plural: str = ""
    short: str = ""

    def forms(self) -> tuple[str, ...]:
        """Return the word, its plural and its short form, if there are any."""
        return tuple(filter(None, (self.word, self.plural, self.short)))

    def format_cell(self) -> str:
        gender = f" ({self.gender})" if self.gender else ""
        plural = f", {self.plural}" if self.plural not in ("", self.word) else ""
        return self.word + gender + plural + (f" / {self.short}" if self.short else "")


def terms(domain: str, language: str) -> dict[str, Term]:
    """Return the terms of a game in a language, by their English words."""
    return {
        english: Term(*row[language])
        for english, row in TERMS[domain].items()
        if english != "never" and language in row
    }


def words_to_avoid(domain: str, language: str) -> dict[str, str]:
    """Return the words to avoid in a game, with the term to use instead."""
    words: dict[str, str] = TERMS[domain].get("never", {}).get(language, {})
    return words


def page() -> str:
    """Return the page with all terms."""
    lines = [HEAD]
    for domain in TERMS:
        languages = [language for language in TRANSLATED if terms(domain, language)]
        title = "Every game" if domain == APP_CATALOGUE else GAMES_BY_SLUG[domain].meta.title
        lines += [
            f"## {title}\n",
            "| " + " | ".join(["English", *(LANGUAGES[one].name for one in languages)]) + " |",
        ]
        lines.append("| --- " * (len(languages) + 1) + "|")
        for english in terms(domain, languages[0]):
            row = (terms(domain, one)[english].format_cell() for one in languages)
            lines.append("| " + " | ".join((english, *row)) + " |")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
