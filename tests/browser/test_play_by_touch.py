"""An evening by touch, as friends spend it: no page loads between first entry and podium."""

import pytest

from companion.games import GAMES
from tests.app_server import Server
from tests.browser import game_drivers
from tests.browser.joining import MakePhone
from tests.browser.play_by_touch import play_and_check

WHOLE = "deadline"
BEGUN = [game.meta.slug for game in GAMES if game.meta.slug != WHOLE]
"""Their evenings go on in ``tests/long/touch``, after so many entries."""
BEGINS = 10


@pytest.mark.parametrize("slug", [WHOLE, *BEGUN])
def test_an_evening_goes_by_without_loading_a_page(phone: MakePhone, server: Server, slug: str) -> None:
    play_and_check(phone, server, slug, game_drivers.get_play_name(slug), None if slug == WHOLE else BEGINS)
