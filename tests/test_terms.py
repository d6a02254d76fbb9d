"""The French pages call each thing as the rulebook on the table does, and nothing by another word."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from companion.games import GAMES
from companion.language.i18n import FOLDERS, HOUSE
from tests.words import several, translations

SLUGS = [game.meta.slug for game in GAMES]
SHARED = {"du sol", "le sol", "milieu", "lever", "levé"}
"""Words that a game never says and the house may, of something else."""


def terms(slug: str) -> list[dict[str, Any]]:
    told = (FOLDERS[0] / "fr" / f"{slug}.terms.toml").read_text()
    found: list[dict[str, Any]] = tomllib.loads(told)["term"]
    return found


def said(house: str) -> Iterator[str]:
    """All French sentences of a game or of the house, without what is filled in."""
    for message in translations(house, "fr"):
        if message.id:
            yield from (re.sub(r"%\(\w+\)s", "…", form) for form in several(message.string))


def says(sentence: str, word: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(word)}(?:s|x)?(?!\w)", sentence, re.IGNORECASE))


@pytest.mark.parametrize("slug", SLUGS)
def test_no_thing_is_called_otherwise_than_in_the_rulebook(slug: str) -> None:
    found = [
        f"{sentence!r} says {never}, not {term['word']}"
        for term in terms(slug)
        for never in term.get("never", ())
        for house in (slug, HOUSE)
        if house == slug or never not in SHARED
        for sentence in said(house)
        if says(sentence, never)
    ]
    assert found == []


@pytest.mark.parametrize("slug", SLUGS)
def test_every_term_is_said(slug: str) -> None:
    sentences = [*said(slug), *said(HOUSE)]
    assert terms(slug)
    unsaid = {
        term["word"]
        for term in terms(slug)
        if not any(says(sentence, each) for sentence in sentences for each in forms(term))
    }
    assert unsaid == set()


def forms(term: dict[str, Any]) -> tuple[str, ...]:
    """A term as the app may say it: whole, or short on a button."""
    return (term["word"], term.get("short", term["word"]))
