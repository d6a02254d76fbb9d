"""The translations of the games' terms, from ``docs/terms.toml``.

``python -m tests.terms`` writes them as a readable page, ``build/terms.md``.
"""

import tomllib
from typing import Any, NamedTuple

from companion.games import GAMES_BY_SLUG
from companion.language.i18n import APP_CATALOGUE, LANGUAGES
from tests import ROOT
from tests.catalogues import TRANSLATED

TERMS_FILE, PAGE_FILE = ROOT / "docs" / "terms.toml", ROOT / "build" / "terms.md"
TERMS_BY_GAME: dict[str, dict[str, Any]] = tomllib.loads(TERMS_FILE.read_text(encoding="utf-8"))
"""By domain: the translations of each English word, and under ``never`` the words to avoid."""
PAGE_HEAD = """\
# The games' terms by language

One word for one thing, in every sentence of a game. Made from `docs/terms.toml`: fill in a language there
before you translate. The gender is in brackets, the plural behind a comma, the short form behind a slash.
"""


class Term(NamedTuple):
    """The translation of one term, with its gender and its forms."""

    word: str
    gender: str
    plural: str = ""
    short: str = ""

    def list_forms(self) -> tuple[str, ...]:
        """Return the word, then its plural and its short form if it has them."""
        return tuple(filter(None, (self.word, self.plural, self.short)))

    def format_cell(self) -> str:
        gender = f" ({self.gender})" if self.gender else ""
        plural = f", {self.plural}" if self.plural not in ("", self.word) else ""
        return self.word + gender + plural + (f" / {self.short}" if self.short else "")


def load_terms(domain: str, language: str) -> dict[str, Term]:
    """Return the terms of a game in this language, by their English words."""
    return {
        english: Term(*row[language])
        for english, row in TERMS_BY_GAME[domain].items()
        if english != "never" and language in row
    }


def load_words_to_avoid(domain: str, language: str) -> dict[str, str]:
    """Return, by each word that a game's translations must not use, the right term."""
    words: dict[str, str] = TERMS_BY_GAME[domain].get("never", {}).get(language, {})
    return words


def make_page() -> str:
    """Return the Markdown page with all terms."""
    lines = [PAGE_HEAD]
    for domain in TERMS_BY_GAME:
        languages = [language for language in TRANSLATED if load_terms(domain, language)]
        title = "Every game" if domain == APP_CATALOGUE else GAMES_BY_SLUG[domain].meta.title
        lines += [
            f"## {title}\n",
            "| " + " | ".join(["English", *(LANGUAGES[one].name for one in languages)]) + " |",
        ]
        lines.append("| --- " * (len(languages) + 1) + "|")
        for english in load_terms(domain, languages[0]):
            row = (load_terms(domain, one)[english].format_cell() for one in languages)
            lines.append("| " + " | ".join((english, *row)) + " |")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE_FILE.parent.mkdir(exist_ok=True)
    PAGE_FILE.write_text(make_page(), encoding="utf-8")
