"""Junk in forms and addresses: a clear answer, never a fault, never a changed table."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.engine.game import Game
from tests.conftest import settings as settings_of
from tests.conftest import standing
from tests.people import Phone
from tests.shelf import ALL_GAMES

FIELDS = (
    "move", "kind", "seat", "tile", "tiles[]", "board", "site", "move board site", "of", "allowed",
    "option", "value", "value.points.0", "value.points.1.x", "json", "text", "only_at", "seen",
    "stacks.0[]", "stacks.1", "sums.0", "treasures", "a.b.c", "", ".", "0.0", "name", "mode", "first",
    "option.edition.points.0", "option.open_stacks", "code", "by", "for", "language", "back",
)  # fmt: skip
WORDS = st.sampled_from(
    ("Play", "Sheet", "Close", "Discard", "Skip", "amend", "setting", "ruling", "count", "undo", "0",
     "1", "-1", "99999999999999999999", "+5", "edition", "[1,", "{}", "null", "1e400", "½", "²", "٣",
     "Play 0 0", "on", "tally", "\x00", "😀", "9" * 5000, '"\\ud800"', "NaN")
) | st.text(max_size=12)  # fmt: skip
FORM = st.dictionaries(st.sampled_from(FIELDS), st.lists(WORDS, min_size=1, max_size=3), max_size=7)


@pytest.mark.parametrize("mode", ["referee", "tally"])
@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.meta.slug)
def test_no_form_breaks_a_table(app: Flask, game: Game[Any], mode: str) -> None:
    slug = game.meta.slug
    phone = Phone(app)
    code = phone.open(slug, ["x"] * game.meta.seats[0], mode=mode)

    @given(form=FORM, query=WORDS)
    @settings(max_examples=8, suppress_health_check=list(HealthCheck))
    def throw(form: dict[str, list[str]], query: str) -> None:
        for path in (f"/t/{code}/ask", f"/j/{code}", "/language"):
            assert phone.client.post(path, data=form).status_code < 500, path
        before = phone.version()
        answer = phone.client.post(
            f"/t/{code}/enter",
            data={"key": f"junk-{before:06d}", **form},
            headers={"HX-Request": "1"},
        )
        assert answer.status_code < 500
        if answer.status_code >= 400:
            assert phone.version() == before
        for path in ("", "/log", "/scores"):
            asked = phone.client.get(f"/t/{code}{path}", query_string={"for": query, "seat": query})
            assert asked.status_code < 500, path
        for path in (f"/open/{slug}", "/join", f"/watch/{slug}/x"):
            given = {"seats": query, "mode": query, "code": query, "step": query}
            assert phone.client.get(path, query_string=given).status_code < 500, path

    throw()


def test_no_opening_form_breaks(app: Flask) -> None:
    phone = Phone(app)

    @given(form=FORM)
    @settings(max_examples=10, suppress_health_check=list(HealthCheck))
    def throw(form: dict[str, list[str]]) -> None:
        for game in ALL_GAMES:
            assert phone.client.post(f"/open/{game.meta.slug}", data=form).status_code < 500

    throw()


@pytest.mark.parametrize("junk", ["9" * 5000, "99999999999999999999", "-1", "x"])
def test_no_number_in_an_address_or_a_form_breaks(app: Flask, junk: str) -> None:
    phone = Phone(app)
    code = phone.open("giza", ["x", "y"])
    for path in (f"/t/{code}/seats/{junk}/invite", f"/t/{code}/seats/{junk}/free"):
        assert phone.client.post(path).status_code == 404
    assert phone.client.get(f"/t/{code}/change/{junk}").status_code == 404
    for path in (f"/t/{code}/log?seat={junk}", f"/open/giza?seats={junk}"):
        assert phone.client.get(path).status_code == 200
    phone.enter_for(junk)
    assert phone.see().status_code == 200
    assert phone.client.post(f"/j/{code}", data={"seat": junk}).status_code == 400


def test_codes_cannot_be_tried_out(app: Flask) -> None:
    file = app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///")
    limited = {**settings_of(file), "RATELIMIT_ENABLED": True, "JOIN_LIMIT": "3 per minute"}
    with standing(limited) as app:
        client = app.test_client()
        for path in ("/t/AAAA{}", "/t/AAAA{}/events", "/j/AAAA{}", "/api/v1/tables/AAAA{}"):
            for limiter in app.extensions["limiter"]:
                limiter.reset()
            answers = [client.get(path.format(last)).status_code for last in "23456"]
            assert answers == [404, 404, 404, 429, 429], path
