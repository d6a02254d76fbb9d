"""Every page that is not a table's own draws, in every language; a misspelt value would be an error."""

from collections.abc import Sequence
from typing import Any

import pytest
from flask import Flask

from companion.editions.service import check_record, create_edition, printed_option
from companion.engine.data import to_json
from companion.engine.game import Game
from companion.games.seeds import plays
from companion.tables.opening import MODES
from tests.people import Phone
from tests.shelf import ALL_GAMES, each_game, printed_record
from tests.tongues import IN_ENGLISH, amiss_on, language_of
from tests.words import SOURCE, SPOKEN

PRINTED = [pytest.param(game, id=game.meta.slug) for game in ALL_GAMES if printed_record(game)]


def draws(phone: Phone, path: str, slug: str = "", *, spoken: Sequence[str] = SPOKEN) -> None:
    for language in spoken:
        page = phone.client.get(path, headers={"Accept-Language": language})
        assert page.status_code == 200, path
        spoken = language_of(page.text)
        assert spoken in (language, SOURCE), path
        if path not in IN_ENGLISH:
            assert amiss_on(page.text, spoken, slug) == [], path


@pytest.mark.parametrize(
    "path",
    ["/", "/api/v1/", "/offline", "/import", "/history", "/plays", "/calculators", "/groups", "/boxes"],
)
def test_the_houses_pages(app: Flask, path: str) -> None:
    draws(Phone(app), path)


@each_game
def test_a_games_pages(app: Flask, game: Game[Any]) -> None:
    phone, slug = Phone(app), game.meta.slug
    for mode in MODES:
        for seats in range(game.meta.seats[0], game.meta.seats[1] + 1):
            at_once = SPOKEN[seats % len(SPOKEN)], SPOKEN[(seats + 2) % len(SPOKEN)]
            draws(phone, f"/open/{slug}?mode={mode}&seats={seats}", slug, spoken=at_once)
    draws(phone, f"/games/{slug}/aim", slug)
    draws(phone, f"/watch/{slug}/{next(iter(plays(slug)))}?play=1", slug)
    if any(option.printed for option in game.meta.options):
        draws(phone, f"/editions/{slug}", slug)
        draws(phone, f"/editions/{slug}/new", slug)


@pytest.mark.parametrize("game", PRINTED)
def test_an_editions_pages(app: Flask, game: Game[Any]) -> None:
    phone, slug, record = Phone(app), game.meta.slug, to_json(printed_record(game))
    pad = printed_option(slug).pad is not None
    record = [{**sheet, "set": "Ours", "hash": ""} for sheet in record] if pad else record
    with app.app_context():
        check_record(slug, record)
        secret = create_edition(slug, "Ours", record, "Ana")
    pages = ["", "/letter", f"/check/{record[0]['letter']}"] if pad else ["", "/edit"]
    for path in pages:
        draws(phone, f"/e/{secret}{path}", slug)
    draws(phone, f"/editions/{slug}", slug)
    draws(phone, f"/open/{slug}?edition={secret}", slug)
