"""Dates, numbers, lists, writing directions and French elisions are those of the reader's language."""

import re
from datetime import datetime

import pytest
from flask import Flask

from companion.engine.words import NumberedPlace, Seat, Term
from companion.games import GAMES_BY_SLUG
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

find_words = re.compile(r"\w+").findall
"""Compares only words: punctuation and kinds of spaces come from CLDR and change with Babel."""


@pytest.mark.parametrize(
    ("language", "long", "full", "row", "number"),
    [
        ("en", "22 November 2026", "Sunday, 22 November 2026", "a, b and c", "6.8"),
        ("de", "22. November 2026", "Sonntag, 22. November 2026", "a, b und c", "6,8"),
        ("fr", "22 novembre 2026", "dimanche 22 novembre 2026", "a, b et c", "6,8"),
        ("es", "22 de noviembre de 2026", "domingo, 22 de noviembre de 2026", "a, b y c", "6,8"),
    ],
)
def test_dates_lists_and_numbers_follow_the_language(
    app: Flask, language: str, long: str, full: str, row: str, number: str
) -> None:
    day = datetime(2026, 11, 22, 12)
    with app.test_request_context(headers={"Accept-Language": language}):
        assert find_words(format_date(day)) == find_words(long)
        assert find_words(format_date_with_weekday(day)) == find_words(full)
        assert find_words(join_list(["a", "b", "c"])) == find_words(row)
        assert format_decimal(6.8) == number


def test_times_use_the_zone_of_the_phone(app: Flask) -> None:
    for zone, hour in (("Asia/Kolkata", "20:30"), ("America/New_York", "10:00")):
        with app.test_request_context(headers={"Cookie": f"zone={zone}", "Accept-Language": "en"}):
            assert format_time(1_763_823_600) == hour


@pytest.mark.parametrize(
    ("accepted", "spoken"), [("de-AT,de;q=0.9,en;q=0.8", "de"), ("xx", "en"), ("pt,es;q=0.5", "es")]
)
def test_a_page_is_in_the_accepted_language(app: Flask, accepted: str, spoken: str) -> None:
    page = app.test_client().get("/", headers={"Accept-Language": accepted}).text
    assert f'<html lang="{spoken}" dir="ltr"' in page


GOLD_SENTENCE = "A 7 yields no gold. Allow it if %(seat)s’s gold is from an earlier roll."


def test_begins_with_vowel() -> None:
    assert all(map(i18n.begins_with_vowel, ("Ana", "Élodie", "Hugo", "«Ines»", "<bdi>Oscar</bdi>")))
    assert not any(map(i18n.begins_with_vowel, ("Bo", "Clément", "7", "", "<i>Zoé</i>", "سارة")))


@pytest.mark.parametrize(
    ("language", "name", "expected"),
    [
        ("fr", "Ana", "Place d’Ana"),
        ("fr", "Bo", "Place de Bo"),
        ("en", "Ana", "Ana’s seat"),
        ("es", "Ana", "Asiento de Ana"),
    ],
)
def test_only_french_elides_before_a_vowel(app: Flask, language: str, name: str, expected: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert gettext("%(name)s’s seat", name=name) == expected
        assert gettext_markup("%(name)s’s seat", name=name) == expected


def test_a_french_refusal_elides_before_a_name(app: Flask) -> None:
    phrases = Phrasebook(GAMES_BY_SLUG["cheops_catan"], ("Ana", "Bo"))
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        assert "l’or d’Ana vient" in phrases.format(GOLD_SENTENCE, {"seat": Seat(0)})
        assert "l’or de Bo vient" in phrases.format(GOLD_SENTENCE, {"seat": Seat(1)})


ARABIC_NAME, NAME_WITH_MARK = "سارة", "Bo!"
ISOLATED_PLACEHOLDER = f"{i18n.ISOLATE_START}%s{i18n.ISOLATE_END}"


@pytest.mark.parametrize(
    ("text", "direction", "is_isolated"),
    [
        ("Bo", "ltr", False), ("Çağla!", "ltr", False), ("+3", "ltr", False), (ARABIC_NAME, "ltr", True),
        (ARABIC_NAME, "rtl", False), ("Bo", "rtl", True), ("−3", "rtl", True), ("12", "rtl", False),
        (f"{ARABIC_NAME} و{i18n.ISOLATE_START}Bo{i18n.ISOLATE_END}", "rtl", False),
    ],
)  # fmt: skip
def test_text_of_the_other_direction_is_isolated_once(text: str, direction: str, is_isolated: bool) -> None:
    assert i18n.isolate_direction(text, direction) == (ISOLATED_PLACEHOLDER % text if is_isolated else text)


@pytest.mark.parametrize(
    ("language", "other", "own"), [("en", ARABIC_NAME, NAME_WITH_MARK), ("ar", NAME_WITH_MARK, ARABIC_NAME)]
)
def test_every_way_to_fill_a_sentence_isolates_names(
    app: Flask, language: str, other: str, own: str
) -> None:
    phrases = Phrasebook(GAMES_BY_SLUG["giza"], (own, other))
    with app.test_request_context(headers={"Accept-Language": language}):
        assert i18n.choose_language() == language
        for sentence in (
            gettext("%(name)s wins", name=other),
            i18n.ngettext("%(name)s: %(n)s win", "%(name)s: %(n)s wins", 3, name=other, n=3),
            join_list([own, other]),
            i18n.join_with_commas([own, other]),
            phrases.format("%(who)s", {"who": (Seat(0), Seat(1))}),
            phrases.format("%(x)s", {"x": Seat(1)}),
        ):
            assert ISOLATED_PLACEHOLDER % other in sentence
            assert sentence.count(i18n.ISOLATE_START) == 1


NAME_IN_TEXT_PATTERN = re.compile(
    r'(?<![>"])(?<!> )\{\{ (?:(?:table\.)?names\[[^\]]*\]|(?:seat|row|person|record)\.name) \}\}'
)
"""A name in the middle of a text."""


def test_templates_put_each_name_into_its_own_element() -> None:
    files = (ROOT / "templates").rglob("*.html")
    assert [file.name for file in files if NAME_IN_TEXT_PATTERN.search(file.read_text("utf-8"))] == []


def test_a_sign_stays_before_its_number_in_arabic(app: Flask) -> None:
    phrases = Phrasebook(GAMES_BY_SLUG["giza"])
    with app.test_request_context(headers={"Accept-Language": "ar"}):
        assert phrases.format("%(tile)s", {"tile": Term("+3")}) == ISOLATED_PLACEHOLDER % "+3"
        assert phrases.format("%(place)s", {"place": NumberedPlace("khufu-2")}) == "خوفو 2"


@pytest.mark.parametrize(
    ("slug", "accepts", "language", "direction"),
    [
        ("giza", "ar", "ar", "rtl"), ("deadline", "ar", "en", "ltr"),
        ("deadline", "ar, fr;q=0.5", "fr", "ltr"), ("giza", "ar-EG, fr;q=0.5", "ar", "rtl"),
    ],
)  # fmt: skip
def test_an_untranslated_game_is_shown_in_the_readers_next_language(
    phone: Phone, slug: str, accepts: str, language: str, direction: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "companion.language.i18n.has_translations", lambda of, game: (of, game) != ("ar", "deadline")
    )
    code = phone.open(slug, ["Ana", "Bo"])
    for path in (f"/t/{code}", f"/t/{code}/rules", f"/open/{slug}"):
        page = phone.client.get(path, headers={"Accept-Language": accepts}).text
        assert f'<html lang="{language}" dir="{direction}"' in page, path
        assert ("css/rtl" in page) == (direction == "rtl"), path
    home = phone.client.get("/", headers={"Accept-Language": accepts}).text
    assert '<html lang="ar" dir="rtl"' in home
    assert home.count("English</small>" if "fr" not in accepts else "Français</small>") == 1
