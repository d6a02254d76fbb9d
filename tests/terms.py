"""The games' words by language, from ``docs/terms.toml``.

``python -m tests.terms`` writes them as a page for reading, ``build/terms.md``.
"""

import tomllib
from typing import Any, NamedTuple

from companion.games import BY_SLUG
from companion.language.i18n import APP, LANGUAGES
from tests import ROOT
from tests.catalogues import TRANSLATED

SOURCE, PAGE = ROOT / "docs" / "terms.toml", ROOT / "build" / "terms.md"
TERMS: dict[str, dict[str, Any]] = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
"""By domain: by English word what each language says, and under ``never`` what it does not."""
HEAD = """\
# The games' terms by language

One word for one thing, in every sentence of a game. Made from `docs/terms.toml`: fill in a language there
before you translate. The gender is in brackets, the plural behind a comma, the short form behind a slash.
"""


class Term(NamedTuple):
    """What a language calls a thing."""

    word: str
    gender: str
    plural: str = ""
    short: str = ""

    def forms(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.word, self.plural, self.short)))

    def in_the_page(self) -> str:
        gender = f" ({self.gender})" if self.gender else ""
        plural = f", {self.plural}" if self.plural not in ("", self.word) else ""
        return self.word + gender + plural + (f" / {self.short}" if self.short else "")


def terms(domain: str, language: str) -> dict[str, Term]:
    """What a language calls the things of a game, by their English words."""
    return {
        english: Term(*row[language])
        for english, row in TERMS[domain].items()
        if english != "never" and language in row
    }


def never(domain: str, language: str) -> dict[str, str]:
    """What a language calls nothing in a game, and what it says in its place."""
    found: dict[str, str] = TERMS[domain].get("never", {}).get(language, {})
    return found


def page() -> str:
    told = [HEAD]
    for domain in TERMS:
        spoken = [language for language in TRANSLATED if terms(domain, language)]
        title = "Every game" if domain == APP else BY_SLUG[domain].meta.title
        told += [
            f"## {title}\n",
            "| " + " | ".join(["English", *(LANGUAGES[one].name for one in spoken)]) + " |",
        ]
        told.append("| --- " * (len(spoken) + 1) + "|")
        for english in terms(domain, spoken[0]):
            row = (terms(domain, one)[english].in_the_page() for one in spoken)
            told.append("| " + " | ".join((english, *row)) + " |")
        told.append("")
    return "\n".join(told)


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
