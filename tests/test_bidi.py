"""Names, tiles and codes of either direction keep their place in a sentence of the other."""

import re

import pytest
from flask import Flask

from companion.engine.words import Numbered, Seat, Term
from companion.games import BY_SLUG
from companion.language.i18n import (
    BEGIN,
    END,
    choose_language,
    gettext,
    isolated,
    join_list,
    ngettext,
    put_in_a_row,
)
from companion.sentences.phrases import Phrasebook
from tests import ROOT
from tests.people import Phone

SARA, BO = "سارة", "Bo!"
APART = f"{BEGIN}%s{END}"


@pytest.mark.parametrize(
    ("text", "direction", "apart"),
    [
        ("Bo", "ltr", False), ("Çağla!", "ltr", False), ("+3", "ltr", False), (SARA, "ltr", True),
        (SARA, "rtl", False), ("Bo", "rtl", True), ("−3", "rtl", True), ("12", "rtl", False),
        (f"{SARA} و{BEGIN}Bo{END}", "rtl", False),
    ],
)  # fmt: skip
def test_what_reads_the_other_way_is_set_apart_once(text: str, direction: str, apart: bool) -> None:
    assert isolated(text, direction) == (APART % text if apart else text)


@pytest.mark.parametrize(("language", "other", "own"), [("en", SARA, BO), ("ar", BO, SARA)])
def test_every_way_to_fill_a_sentence_sets_apart(app: Flask, language: str, other: str, own: str) -> None:
    say = Phrasebook(BY_SLUG["giza"], (own, other))
    with app.test_request_context(headers={"Accept-Language": language}):
        assert choose_language() == language
        for told in (
            gettext("%(name)s wins", name=other),
            ngettext("%(name)s: %(n)s win", "%(name)s: %(n)s wins", 3, name=other, n=3),
            join_list([own, other]),
            put_in_a_row([own, other]),
            say.format("%(who)s", {"who": (Seat(0), Seat(1))}),
            say.format("%(x)s", {"x": Seat(1)}),
        ):
            assert APART % other in told
            assert told.count(BEGIN) == 1


BARE = re.compile(
    r'(?<![>"])(?<!> )\{\{ (?:(?:table\.)?names\[[^\]]*\]|(?:seat|row|person|record)\.name) \}\}'
)
"""A person's name amid a text."""


@pytest.mark.parametrize("folder", ["templates", "tests/example/templates"])
def test_a_name_on_a_page_has_an_element_of_its_own(folder: str) -> None:
    files = (ROOT / folder).rglob("*.html")
    assert [file.name for file in files if BARE.search(file.read_text())] == []


def test_a_sign_stays_before_its_number(app: Flask) -> None:
    say = Phrasebook(BY_SLUG["giza"])
    with app.test_request_context(headers={"Accept-Language": "ar"}):
        assert say.format("%(tile)s", {"tile": Term("+3")}) == APART % "+3"
        assert say.format("%(place)s", {"place": Numbered("khufu-2")}) == "خوفو 2"


@pytest.mark.parametrize(
    ("slug", "accepts", "language", "direction"),
    [
        ("giza", "ar", "ar", "rtl"), ("cheops_treasure", "ar", "en", "ltr"),
        ("cheops_treasure", "ar, fr;q=0.5", "fr", "ltr"), ("giza", "ar-EG, fr;q=0.5", "ar", "rtl"),
    ],
)  # fmt: skip
def test_a_game_without_words_is_shown_whole_in_the_readers_next_language(
    app: Flask, slug: str, accepts: str, language: str, direction: str
) -> None:
    phone = Phone(app)
    code = phone.open(slug, ["Ana", "Bo"])
    for path in (f"/t/{code}", f"/t/{code}/rules", f"/open/{slug}"):
        page = phone.client.get(path, headers={"Accept-Language": accepts}).text
        assert f'<html lang="{language}" dir="{direction}"' in page, path
        assert ("css/rtl" in page) == (direction == "rtl"), path
    home = phone.client.get("/", headers={"Accept-Language": accepts}).text
    assert '<html lang="ar" dir="rtl"' in home
    assert home.count("English</small>" if "fr" not in accepts else "Français</small>") == 3
