"""In French small words lose their vowel before a name that begins with one, on the page and in the log."""

import pytest
from flask import Flask

from companion.elision import begins_with_vowel
from companion.engine.words import Seat
from companion.i18n import gettext, gettext_markup
from companion.tables.phrases import Phrasebook
from tests.shelf import ALL_GAMES

CATAN = next(game for game in ALL_GAMES if game.meta.slug == "cheops_catan")
GOLD = "A 7 yields no gold. Fine if %(seat)s’s gold is from an earlier roll."


@pytest.mark.parametrize("name", ["Ana", "Élodie", "Hugo", "«Ines»", "<bdi>Oscar</bdi>"])
def test_a_vowel_is_heard(name: str) -> None:
    assert begins_with_vowel(name)


@pytest.mark.parametrize("name", ["Bo", "Clément", "7", "", "<i>Zoé</i>", "سارة"])
def test_none_is_heard(name: str) -> None:
    assert not begins_with_vowel(name)


@pytest.mark.parametrize(
    ("language", "name", "said"),
    [
        ("fr", "Ana", "Place d’Ana"),
        ("fr", "Bo", "Place de Bo"),
        ("en", "Ana", "Seat of Ana"),
        ("es", "Ana", "Asiento de Ana"),
    ],
)
def test_only_french_swallows_it(app: Flask, language: str, name: str, said: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert gettext("Seat of %(name)s", name=name) == said
        assert gettext_markup("Seat of %(name)s", name=name) == said


def test_a_refusal_swallows_it_too(app: Flask) -> None:
    phrases = Phrasebook(CATAN, ("Ana", "Bo"))
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        assert "l’or d’Ana vient" in phrases.format(GOLD, {"seat": Seat(0)})
        assert "l’or de Bo vient" in phrases.format(GOLD, {"seat": Seat(1)})
