"""Whole games by touch: no page is loaded between the first entry and the podium."""

from tests.app_server import Server
from tests.browser import game_drivers
from tests.browser.joining import MakePhone
from tests.browser.play_by_touch import FULLY_PLAYED_GAME, play_and_check

FIRST_ENTRY_COUNT = 6
"""The number of entries of the games that are not played to their end."""


@game_drivers.each_slug
def test_a_game_is_played_without_loading_a_page(phone: MakePhone, server: Server, slug: str) -> None:
    entries = None if slug == FULLY_PLAYED_GAME else FIRST_ENTRY_COUNT
    play_and_check(phone, server, slug, game_drivers.get_play_name(slug), entries)
