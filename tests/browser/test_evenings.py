"""An evening by touch, as friends spend it: no page loads between first entry and podium."""

import pytest

from companion.games import GAMES
from tests.browser import hands
from tests.browser.arriving import Make
from tests.browser.evening import goes_by
from tests.served import Server

WHOLE = "deadline"
BEGUN = [game.meta.slug for game in GAMES if game.meta.slug != WHOLE]
"""Their evenings go on in ``tests/long/touch``, after so many entries."""
BEGINS = 10


@pytest.mark.parametrize("slug", [WHOLE, *BEGUN])
def test_an_evening_goes_by_without_loading_a_page(phone: Make, server: Server, slug: str) -> None:
    goes_by(phone, server, slug, hands.play_of(slug), None if slug == WHOLE else BEGINS)
