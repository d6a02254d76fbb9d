"""A kept fragment is what would be drawn anew: every recorded play, several moments, both languages."""

from __future__ import annotations

import json
import re

import pytest
from flask import Flask
from markupsafe import Markup

from companion.games import GAMES
from companion.games.seeds import plays
from companion.web.drawn import Drawn
from tests.exports.test_exports import file_of
from tests.people import Phone

PLAYS = [(game.meta.slug, name) for game in GAMES for name in plays(game.meta.slug)]


def anew(name: str, *shows: object, caller: object) -> Markup:
    return Markup(caller())  # type: ignore[operator]


def page(phone: Phone, language: str, seat: int) -> str:
    headers = {"HX-Request": "true", "Accept-Language": language}
    text = phone.client.get(f"/t/{phone.code}?for={seat}", headers=headers).text
    text = re.sub(r'name="key" value="[^"]*"', "", text)
    return re.sub(r"\s+", " ", text.replace(phone.code, "CODE"))


@pytest.mark.parametrize(("slug", "name"), PLAYS, ids=[f"{s}-{n}" for s, n in PLAYS])
def test_kept_and_anew_look_alike(app: Flask, slug: str, name: str) -> None:
    kept = Drawn().kept
    length = len(plays(slug)[name]["log"])
    for stop in sorted({1, length // 3, length // 2, length - 1, length}):
        phone = Phone(app)
        made = phone.client.post("/import", data={"text": json.dumps(file_of(slug, name, stop))})
        phone.code = made.headers["Location"].rsplit("/", 1)[1]
        for seat in (0, 1):
            for language in ("en", "fr"):
                app.jinja_env.globals["kept"] = kept
                warm = page(phone, language, seat)
                app.jinja_env.globals["kept"] = anew
                assert warm == page(phone, language, seat)


def test_the_least_used_go_first(app: Flask) -> None:
    drawn = Drawn(most=2)
    made: list[str] = []

    def draw(what: str) -> Markup:
        return drawn.kept("board", what, caller=lambda: made.append(what) or what)

    with app.test_request_context("/"):
        for what in ("one", "two", "one", "three", "one", "two"):
            assert draw(what) == what
    assert made == ["one", "two", "three", "two"]
