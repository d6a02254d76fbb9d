"""Who has no name is nobody in particular: called by the seat in the reader's words, in no statistics."""

import re
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.engine.game import Criterion
from companion.engine.ranking import rank
from companion.games.seeds import plays
from companion.language.i18n import sentences
from companion.sentences.outcome import winner_sentence
from companion.sentences.phrases import Phrasebook
from companion.tables.names import DEFAULT_NAME, is_default_name, localize_names
from tests.catalogues import ALL_LANGUAGES, languages_with_translations
from tests.groups.test_groups import founded, played, told
from tests.people import Phone
from tests.recorded_plays import ONE_PLAY_PER_MODE, enter, line_to_json, open_play


def test_a_name_that_only_counts_the_seat_is_none_in_any_language() -> None:
    for name in ("Player 4", "Joueur 12", "Spieler 1", "Jugador 3"):
        assert is_default_name(name), name
    for name in ("Player", "Playera 4", "Ana", "Player 4 of us"):
        assert not is_default_name(name), name
    assert localize_names(("Ana", "Joueur 4"), "en") == ("Ana", "Player 2")


def test_who_is_forgotten_is_somebody_in_the_readers_words(app: Flask) -> None:
    assert localize_names(("Somebody 2", "Somebody", "Somebody 2 of us"), "fr") == (
        "Quelqu’un 2", "Quelqu’un", "Somebody 2 of us",
    )  # fmt: skip
    phone = Phone(app)
    group = founded(phone)
    played(phone, group, ["Ana", "Bo"], [4, 9])
    for person in told(phone, group)["people"]:
        phone.client.post(f"/g/{group}/people/{person['person']}/forget")
    for language, called in (("fr", "Quelqu’un"), ("de", "Jemand")):
        headers = {"Accept-Language": language}
        assert called in phone.get_page(**headers).text
        page = phone.client.get(f"/g/{group}", headers=headers).text
        assert called in page
        assert "Somebody" not in page
        assert 'class="trophies"' not in page
        data: Any = phone.client.get(f"/api/v1/groups/{group}", headers=headers).json
        assert [one["name"] for one in data["statistics"]] == [called] * 2


def test_nobody_is_cheered_by_a_number() -> None:
    first = rank([Criterion("points", "end", (3, 1))], 2)
    for names, said in ((("Player 1", "Bo"), "You win!"), (("Ana", "Bo"), "You win, Ana!")):
        assert re.sub("[\u2066-\u2069]", "", winner_sentence(Phrasebook(None, names), first, 0)) == said


def test_the_nameless_are_in_no_statistics(app: Flask) -> None:
    phone = Phone(app)
    group = founded(phone)
    played(phone, group, ["Ana", ""], [4, 9])
    kept = told(phone, group)
    assert [person["name"] for person in kept["people"]] == ["Ana"]
    assert [record["name"] for record in kept["statistics"]] == ["Ana"]
    assert [evening["wins"] for evening in kept["evenings"]] == [[]]
    assert [best["best"]["name"] for best in kept["records"]] == ["Ana"]
    page = phone.client.get(f"/g/{group}", headers={"Accept-Language": "fr"}).text
    assert "Joueur 2" in page
    assert "Player 2" not in page


PLACES = ("", "/log", "/scores", "/seats", "/share", "/summary.txt", "/result.svg", "/moves")
CALLED = {one: sentences(one).ugettext(DEFAULT_NAME).removesuffix(" %(n)s") for one in ALL_LANGUAGES}


@pytest.mark.parametrize(("slug", "name"), ONE_PLAY_PER_MODE)
def test_who_has_no_name_is_called_in_the_readers_words_on_every_page(
    app: Flask, slug: str, name: str
) -> None:
    record = plays(slug)[name]
    phone = open_play(app, slug, {**record, "seats": [""] * len(record["seats"])})
    wall = Phone(app)
    wall.watch(phone.code)
    looked_at = (min(20, len(record["log"]) // 2), min(40, len(record["log"])))
    for number, line in enumerate(record["log"][: looked_at[-1]], 1):
        enter(phone, line_to_json(line, number))
        if number in looked_at:
            for language in languages_with_translations(slug):
                told = [phone.get_page(path, **{"Accept-Language": language}) for path in PLACES]
                told.append(wall.get_page(**{"Accept-Language": language}))
                assert called(told) <= {CALLED[language]}, (number, language)
                assert CALLED[language] in called(told)


def called(pages: list[TestResponse]) -> set[str]:
    """What somebody with a number is called on these pages."""
    text = " ".join(page.text for page in pages if page.status_code == 200)
    return set(re.findall(rf"({'|'.join(CALLED.values())}) [\u2066-\u2069]*\d", text))
