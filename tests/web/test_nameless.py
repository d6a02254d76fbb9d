"""Where nobody has a name every page, from the log to the shared text, calls each seat by its number,
in the words of one language."""

import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.games.seeds import plays
from tests.people import Phone
from tests.recorded import A_PLAY_EACH, enter, entry_of, open_play
from tests.words import speakers

PLACES = ("", "/log", "/scores", "/seats", "/share", "/summary.txt", "/result.svg", "/moves")
CALLED = {"en": "Player", "fr": "Joueur", "de": "Spieler", "es": "Jugador", "ar": "اللاعب"}


@pytest.mark.parametrize(("slug", "name"), A_PLAY_EACH)
def test_who_has_no_name_is_called_in_the_readers_words_on_every_page(
    app: Flask, slug: str, name: str
) -> None:
    record = plays(slug)[name]
    phone = open_play(app, slug, {**record, "seats": [""] * len(record["seats"])})
    wall = Phone(app)
    wall.watch(phone.code)
    looked_at = (min(20, len(record["log"]) // 2), min(40, len(record["log"])))
    for number, line in enumerate(record["log"][: looked_at[-1]], 1):
        enter(phone, entry_of(line, number))
        if number in looked_at:
            for language in speakers(slug):
                told = [phone.see(path, **{"Accept-Language": language}) for path in PLACES]
                told.append(wall.see(**{"Accept-Language": language}))
                assert called(told) <= {CALLED[language]}, (number, language)
                assert CALLED[language] in called(told)


def called(pages: list[TestResponse]) -> set[str]:
    """What somebody with a number is called on these pages."""
    text = " ".join(page.text for page in pages if page.status_code == 200)
    return set(re.findall(rf"({'|'.join(CALLED.values())}) [\u2066-\u2069]*\d", text))
