"""Which box a game is: its publisher, year and look, so that nobody takes one Cheops for another."""

import re
from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Game
from companion.games import GAMES
from companion.games.seeds import get_box, parts
from tests.all_games import each_game
from tests.people import Phone


def text_of(page: str) -> str:
    return page.replace("&#39;", "'").replace("&amp;", "&")


@each_game
def test_each_fact_of_a_box_has_a_source_and_nothing_is_assumed(game: Game[Any]) -> None:
    published = parts(game.meta.slug).get("published", {})
    assert published.get("source", "stated") in ("stated", "derived")
    assert "from" in published or not published


def test_no_two_boxes_have_the_same_first_fact() -> None:
    firsts = [get_box(game.meta.slug).facts[0] for game in GAMES]
    assert len(set(firsts)) == len(firsts)


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
@pytest.mark.parametrize("address", ["/open/{}", "/?new"])
def test_whoever_opens_a_table_sees_the_box(app: Flask, slug: str, address: str) -> None:
    page = text_of(Phone(app).client.get(address.format(slug)).text)
    box = get_box(slug)
    assert len(box.facts) >= 2
    for fact in box.facts:
        assert fact in page
    lids = "".join(re.findall(r'class="box-lid".*?</span>', page, re.DOTALL)).casefold()
    for word in f"{box.title} {box.subtitle}".casefold().split():
        assert word in lids
