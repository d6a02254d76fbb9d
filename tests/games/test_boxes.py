"""Each game shows its box (publisher, year, look), so that users do not confuse the games called Cheops."""

import html
import re
from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Game
from companion.games import GAMES
from companion.games.seeds import get_box_facts, load_parts
from tests.all_games import each_game, each_slug
from tests.people import Phone


@each_game
def test_facts_about_a_box_have_a_source_and_are_not_assumed(game: Game[Any]) -> None:
    published = load_parts(game.meta.slug).get("published", {})
    assert published.get("source", "stated") in ("stated", "derived")
    assert "from" in published or not published


def test_the_first_fact_of_each_box_is_unique() -> None:
    firsts = [get_box_facts(game.meta.slug).facts[0] for game in GAMES]
    assert len(set(firsts)) == len(firsts)


@each_slug
@pytest.mark.parametrize("address", ["/open/{}", "/?new"])
def test_the_page_for_opening_a_table_shows_the_box(app: Flask, slug: str, address: str) -> None:
    page = html.unescape(Phone(app).client.get(address.format(slug)).text)
    box = get_box_facts(slug)
    assert len(box.facts) >= 2
    for fact in box.facts:
        assert fact in page
    lids = "".join(re.findall(r'class="box-lid".*?</span>', page, re.DOTALL)).casefold()
    for word in f"{box.title} {box.subtitle}".casefold().split():
        assert word in lids
