"""Dates, numbers and lists are written as each language writes them; French swallows a vowel before a name
that begins with one.
"""

import re
from datetime import datetime

import pytest
from flask import Flask

from companion.engine.words import Seat
from companion.games import BY_SLUG
from companion.language.i18n import (
    begins_with_vowel,
    clock,
    decimal,
    full_date,
    gettext,
    gettext_markup,
    join_list,
    long_date,
)
from companion.sentences.phrases import Phrasebook

words_of = re.compile(r"\w+").findall
"""Commas and the kinds of spaces between words are CLDR's, and change with Babel."""


@pytest.mark.parametrize(
    ("language", "long", "full", "row", "number"),
    [
        ("en", "22 November 2026", "Sunday, 22 November 2026", "a, b and c", "6.8"),
        ("de", "22. November 2026", "Sonntag, 22. November 2026", "a, b und c", "6,8"),
        ("fr", "22 novembre 2026", "dimanche 22 novembre 2026", "a, b et c", "6,8"),
        ("es", "22 de noviembre de 2026", "domingo, 22 de noviembre de 2026", "a, b y c", "6,8"),
    ],
)
def test_each_language_has_its_own_way(
    app: Flask, language: str, long: str, full: str, row: str, number: str
) -> None:
    day = datetime(2026, 11, 22, 12)
    with app.test_request_context(headers={"Accept-Language": language}):
        assert words_of(long_date(day)) == words_of(long)
        assert words_of(full_date(day)) == words_of(full)
        assert words_of(join_list(["a", "b", "c"])) == words_of(row)
        assert decimal(6.8) == number


def test_an_hour_is_told_by_the_clock_of_the_phone(app: Flask) -> None:
    for zone, hour in (("Asia/Kolkata", "20:30"), ("America/New_York", "10:00")):
        with app.test_request_context(headers={"Cookie": f"zone={zone}", "Accept-Language": "en"}):
            assert clock(1_763_823_600) == hour


@pytest.mark.parametrize(
    ("asked", "spoken"), [("de-AT,de;q=0.9,en;q=0.8", "de"), ("xx", "en"), ("pt,es;q=0.5", "es")]
)
def test_a_page_speaks_the_browsers_language(app: Flask, asked: str, spoken: str) -> None:
    page = app.test_client().get("/", headers={"Accept-Language": asked}).text
    assert f'<html lang="{spoken}" dir="ltr"' in page


GOLD = "A 7 yields no gold. Fine if %(seat)s’s gold is from an earlier roll."


def test_a_vowel_is_heard() -> None:
    assert all(map(begins_with_vowel, ("Ana", "Élodie", "Hugo", "«Ines»", "<bdi>Oscar</bdi>")))
    assert not any(map(begins_with_vowel, ("Bo", "Clément", "7", "", "<i>Zoé</i>", "سارة")))


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
    phrases = Phrasebook(BY_SLUG["cheops_catan"], ("Ana", "Bo"))
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        assert "l’or d’Ana vient" in phrases.format(GOLD, {"seat": Seat(0)})
        assert "l’or de Bo vient" in phrases.format(GOLD, {"seat": Seat(1)})
