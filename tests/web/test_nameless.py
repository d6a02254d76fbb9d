"""Where nobody has a name every page, from the log to the shared text, calls each seat by its number,
in the words of one language."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.games.seeds import plays
from tests.people import Phone
from tests.shelf import ALL_GAMES
from tests.web.test_every_play import KNOWN, open_play
from tests.words import speakers

PLACES = ("", "/log", "/scores", "/seats", "/share", "/summary.txt", "/result.svg", "/moves")
CALLED = {"en": "Player", "fr": "Joueur", "de": "Spieler", "es": "Jugador", "ar": "اللاعب"}


@pytest.mark.parametrize("slug", [game.meta.slug for game in ALL_GAMES])
def test_who_has_no_name_is_called_in_the_readers_words_on_every_page(
    app: Flask, slug: str
) -> None:
    record = next(iter(plays(slug).values()))
    phone = open_play(app, slug, {**record, "seats": [""] * len(record["seats"])})
    wall = Phone(app)
    wall.watch(phone.code)
    for number, line in enumerate(record["log"], 1):
        entry = {key: line[key] for key in KNOWN if key in line}
        entry["data"] = {key: value for key, value in line.items() if key not in KNOWN}
        entry["key"] = f"line-{number:05d}"
        answer = phone.client.post(f"/api/v1/tables/{phone.code}/entries", json=entry)
        assert answer.status_code == 201, answer.text
        if number in (len(record["log"]) // 2, len(record["log"])):
            for language in speakers(slug):
                told = [phone.see(path, **{"Accept-Language": language}) for path in PLACES]
                told.append(wall.see(**{"Accept-Language": language}))
                assert called(told) <= {CALLED[language]}, (number, language)
                assert CALLED[language] in called(told)


def called(pages: list[TestResponse]) -> set[str]:
    """What somebody with a number is called on these pages."""
    text = " ".join(page.text for page in pages if page.status_code == 200)
    return set(re.findall(rf"({'|'.join(CALLED.values())}) [\u2066-\u2069]*\d", text))
