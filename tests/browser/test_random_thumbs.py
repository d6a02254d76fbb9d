"""Taps anywhere enter only what somebody tapped; ``make thumbs`` taps for longer."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from tests.browser.arriving import Make
from tests.browser.random_thumbs import tap_anywhere

TAPS = 30


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_taps_anywhere_enter_only_what_was_tapped(phone: Make, slug: str) -> None:
    figures = tap_anywhere(phone, slug, TAPS)
    assert figures.judge() == []
    assert figures.taps >= TAPS
