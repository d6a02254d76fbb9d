"""Dates, numbers, lists and names are written as each language and direction writes them; French swallows a
vowel before a name that begins with one.
"""

import re
from datetime import datetime

import pytest
from flask import Flask

from companion.engine.words import NumberedPlace, Seat, Term
from companion.games import BY_SLUG
from companion.language import i18n
from companion.language.i18n import (
    format_date,
    format_date_with_weekday,
    format_decimal,
    format_time,
    gettext,
    gettext_markup,
    join_list,
)
from companion.sentences.phrases import Phrasebook
from tests import ROOT
from tests.people import Phone

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
        assert words_of(format_date(day)) == words_of(long)
        assert words_of(format_date_with_weekday(day)) == words_of(full)
        assert words_of(join_list(["a", "b", "c"])) == words_of(row)
        assert format_decimal(6.8) == number


def test_an_hour_is_told_by_the_clock_of_the_phone(app: Flask) -> None:
    for zone, hour in (("Asia/Kolkata", "20:30"), ("America/New_York", "10:00")):
        with app.test_request_context(headers={"Cookie": f"zone={zone}", "Accept-Language": "en"}):
            assert format_time(1_763_823_600) == hour


@pytest.mark.parametrize(
    ("asked", "spoken"), [("de-AT,de;q=0.9,en;q=0.8", "de"), ("xx", "en"), ("pt,es;q=0.5", "es")]
)
def test_a_page_speaks_the_browsers_language(app: Flask, asked: str, spoken: str) -> None:
    page = app.test_client().get("/", headers={"Accept-Language": asked}).text
    assert f'<html lang="{spoken}" dir="ltr"' in page


GOLD = "A 7 yields no gold. Allow it if %(seat)s’s gold is from an earlier roll."


def test_a_vowel_is_heard() -> None:
    assert all(map(i18n.begins_with_vowel, ("Ana", "Élodie", "Hugo", "«Ines»", "<bdi>Oscar</bdi>")))
    assert not any(map(i18n.begins_with_vowel, ("Bo", "Clément", "7", "", "<i>Zoé</i>", "سارة")))


@pytest.mark.parametrize(
    ("language", "name", "said"),
    [
        ("fr", "Ana", "Place d’Ana"),
        ("fr", "Bo", "Place de Bo"),
        ("en", "Ana", "Ana’s seat"),
        ("es", "Ana", "Asiento de Ana"),
    ],
)
def test_only_french_swallows_it(app: Flask, language: str, name: str, said: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert gettext("%(name)s’s seat", name=name) == said
        assert gettext_markup("%(name)s’s seat", name=name) == said


def test_a_refusal_swallows_it_too(app: Flask) -> None:
    phrases = Phrasebook(BY_SLUG["cheops_catan"], ("Ana", "Bo"))
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        assert "l’or d’Ana vient" in phrases.format(GOLD, {"seat": Seat(0)})
        assert "l’or de Bo vient" in phrases.format(GOLD, {"seat": Seat(1)})


SARA, BO = "سارة", "Bo!"
APART = f"{i18n.BEGIN}%s{i18n.END}"


@pytest.mark.parametrize(
    ("text", "direction", "apart"),
    [
        ("Bo", "ltr", False), ("Çağla!", "ltr", False), ("+3", "ltr", False), (SARA, "ltr", True),
        (SARA, "rtl", False), ("Bo", "rtl", True), ("−3", "rtl", True), ("12", "rtl", False),
        (f"{SARA} و{i18n.BEGIN}Bo{i18n.END}", "rtl", False),
    ],
)  # fmt: skip
def test_what_reads_the_other_way_is_set_apart_once(text: str, direction: str, apart: bool) -> None:
    assert i18n.isolate_direction(text, direction) == (APART % text if apart else text)


@pytest.mark.parametrize(("language", "other", "own"), [("en", SARA, BO), ("ar", BO, SARA)])
def test_every_way_to_fill_a_sentence_sets_apart(app: Flask, language: str, other: str, own: str) -> None:
    say = Phrasebook(BY_SLUG["giza"], (own, other))
    with app.test_request_context(headers={"Accept-Language": language}):
        assert i18n.choose_language() == language
        for told in (
            gettext("%(name)s wins", name=other),
            i18n.ngettext("%(name)s: %(n)s win", "%(name)s: %(n)s wins", 3, name=other, n=3),
            join_list([own, other]),
            i18n.join_with_commas([own, other]),
            say.format("%(who)s", {"who": (Seat(0), Seat(1))}),
            say.format("%(x)s", {"x": Seat(1)}),
        ):
            assert APART % other in told
            assert told.count(i18n.BEGIN) == 1


BARE = re.compile(
    r'(?<![>"])(?<!> )\{\{ (?:(?:table\.)?names\[[^\]]*\]|(?:seat|row|person|record)\.name) \}\}'
)
"""A person's name amid a text."""


@pytest.mark.parametrize("folder", ["templates", "tests/example/templates"])
def test_a_name_on_a_page_has_an_element_of_its_own(folder: str) -> None:
    files = (ROOT / folder).rglob("*.html")
    assert [file.name for file in files if BARE.search(file.read_text("utf-8"))] == []


def test_a_sign_stays_before_its_number(app: Flask) -> None:
    say = Phrasebook(BY_SLUG["giza"])
    with app.test_request_context(headers={"Accept-Language": "ar"}):
        assert say.format("%(tile)s", {"tile": Term("+3")}) == APART % "+3"
        assert say.format("%(place)s", {"place": NumberedPlace("khufu-2")}) == "خوفو 2"


@pytest.mark.parametrize(
    ("slug", "accepts", "language", "direction"),
    [
        ("giza", "ar", "ar", "rtl"), ("deadline", "ar", "en", "ltr"),
        ("deadline", "ar, fr;q=0.5", "fr", "ltr"), ("giza", "ar-EG, fr;q=0.5", "ar", "rtl"),
    ],
)  # fmt: skip
def test_a_game_without_words_is_shown_whole_in_the_readers_next_language(
    app: Flask, slug: str, accepts: str, language: str, direction: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "companion.language.i18n.has_translations", lambda of, game: (of, game) != ("ar", "deadline")
    )
    phone = Phone(app)
    code = phone.open(slug, ["Ana", "Bo"])
    for path in (f"/t/{code}", f"/t/{code}/rules", f"/open/{slug}"):
        page = phone.client.get(path, headers={"Accept-Language": accepts}).text
        assert f'<html lang="{language}" dir="{direction}"' in page, path
        assert ("css/rtl" in page) == (direction == "rtl"), path
    home = phone.client.get("/", headers={"Accept-Language": accepts}).text
    assert '<html lang="ar" dir="rtl"' in home
    assert home.count("English</small>" if "fr" not in accepts else "Français</small>") == 1
