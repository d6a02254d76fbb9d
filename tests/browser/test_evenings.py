"""An evening of each game by touch, as friends spend it: no page loads between first entry and podium."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from tests.browser import hands
from tests.browser.answered import Answered
from tests.browser.arriving import Make
from tests.browser.conftest import Server
from tests.browser.evening import spend
from tests.long import LONG

IN_EVERY_ENGINE = [("giza", "last_tile"), ("cheops_dice", "pyramid_and_arch")]
"""The plays for three phones are in Chromium; here the third would be a third of the time."""


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_an_evening_goes_by_without_loading_a_page(phone: Make, server: Server, slug: str) -> None:
    """In the short form each seat makes each move once by thumb; Firefox and WebKit play whole."""
    goes_by(phone, server, slug, hands.play_of(slug), whole=LONG)


def goes_by(phone: Make, server: Server, slug: str, play: str, *, whole: bool = True) -> None:
    """Spend an evening like this recorded play of a game: what it may load, ask and cover."""
    answered = Answered(server.log)
    evening = spend(phone, slug, play, answered, whole=whole)
    assert evening.loads == 0
    assert evening.told.unmarked == []
    assert evening.glass.board_in_turn >= 0.55
    assert evening.glass.board_otherwise >= 0.75
    assert answered.counts["table.enter", 200] == evening.entries + 2, "one request an entry"
    renewed = answered.counts.pop(("table_stream.stream_table", 200), 0)
    assert renewed <= len(evening.thumbs), "a busy machine may fall silent once"
    assert {route for route, _ in answered.counts} <= {"table.enter"} | hands.questions_of(slug)
