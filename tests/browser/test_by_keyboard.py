"""Every game without a pointer, a plain turn in a dozen keys; short plays to their last entry."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from tests.browser import hands
from tests.browser.arriving import Make
from tests.browser.keyboard import play_by_keyboard

pytestmark = pytest.mark.no_worker

MOST_KEYS = 12
WALKED, MOST = 6, 10
"""Entries of which each key is counted, and that are made; `make evenings` makes and counts them all."""


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_a_game_without_a_pointer(phone: Make, slug: str) -> None:
    played = play_by_keyboard(phone, slug, WALKED, MOST)
    assert played.nowhere == 0
    assert played.costs.turn(hands.turn_of(slug)) <= MOST_KEYS
