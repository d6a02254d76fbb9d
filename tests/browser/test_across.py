"""A phone that lies across: board and hand stand side by side, and both are seen whole."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make
from tests.browser.table_states import table_states
from tests.browser.test_every_screen import open_like

pytestmark = pytest.mark.no_worker

SEEN = """() => {
  const [board, hand] = ["#board", "#hand"].map(name => document.querySelector(name));
  const { height, right } = board.getBoundingClientRect();
  return {
    board: height / innerHeight,
    beside: hand.getBoundingClientRect().left >= right,
    cut: hand.scrollWidth > hand.clientWidth || hand.scrollHeight > hand.clientHeight,
  };
}"""


@pytest.mark.parametrize("width", [667, 844])
@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_board_and_hand_stand_side_by_side(phone: Make, slug: str, width: int) -> None:
    page = phone(viewport={"width": width, "height": 375}, locale="de")
    record = plays(slug)[hands.play_of(slug)]
    states = table_states(page, slug, open_like(page, slug, record), hands.log_of(slug, record))
    next(state for state in states if state == "in-turn")
    seen = page.evaluate(SEEN)
    assert seen["board"] > 0.7
    assert (seen["beside"], seen["cut"]) == (True, False)
