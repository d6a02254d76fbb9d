"""Whole evenings in the engines of other browsers; Chromium's are in ``tests/long/hands``."""

import pytest

from companion.games import GAMES
from tests.browser import hands
from tests.browser.arriving import Make
from tests.browser.evening import goes_by
from tests.served import Server

PLAYS = {game.meta.slug: hands.play_of(game.meta.slug) for game in GAMES}
PLAYS["cheops_dice"] = "pyramid_and_arch"  # for two: each phone more is a third of the time


@pytest.mark.parametrize("browser", ["firefox", "webkit"], indirect=True)
@pytest.mark.parametrize("slug", PLAYS)
def test_an_evening_goes_by(phone: Make, server: Server, slug: str) -> None:
    goes_by(phone, server, slug, PLAYS[slug])
