"""An evening of each game by touch, as friends spend it: no page loads between first entry and podium."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from tests.browser import hands
from tests.browser.arriving import Make
from tests.browser.evening import spend


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_an_evening_goes_by_without_loading_a_page(phone: Make, slug: str) -> None:
    evening = spend(phone, slug, hands.play_of(slug))
    assert evening.loads == 0
