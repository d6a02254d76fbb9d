"""Whole games by touch: no page is loaded between the first entry and the podium."""

import pytest

from companion.games import GAMES
from tests.app_server import Server
from tests.browser import game_drivers
from tests.browser.joining import MakePhone
from tests.browser.play_by_touch import play_and_check

FULLY_PLAYED_GAME = "deadline"
PARTLY_PLAYED_GAMES = [game.meta.slug for game in GAMES if game.meta.slug != FULLY_PLAYED_GAME]
FIRST_ENTRY_COUNT = 6
"""The number of entries played here; ``tests/long/touch`` plays the whole games."""


@pytest.mark.parametrize("slug", [FULLY_PLAYED_GAME, *PARTLY_PLAYED_GAMES])
def test_a_game_is_played_without_loading_a_page(phone: MakePhone, server: Server, slug: str) -> None:
    entries = None if slug == FULLY_PLAYED_GAME else FIRST_ENTRY_COUNT
    play_and_check(phone, server, slug, game_drivers.get_play_name(slug), entries)
