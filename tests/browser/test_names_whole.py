"""Names of ten letters are read whole on every board of a phone, however many play."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from tests.browser.arriving import Make, open_table
from tests.browser.thumbs import Thumb

pytestmark = pytest.mark.no_worker

NAMES = ["Clémentine", "Maximilian", "Wilhelmina", "Konstantin", "Christophe", "Emmanuelle"]
SMALLEST = 10
"""Pixels of a letter that is read."""
CUT = """([names, smallest]) => {
  const board = document.querySelector("#board"), found = [];
  const texts = document.createTreeWalker(board, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const name = names.find(one => text.data.includes(one)), holder = text.parentElement;
    if (!name || !holder.checkVisibility() || holder.closest(".quiet")) continue;
    const letters = document.createRange();
    letters.setStart(text, text.data.indexOf(name));
    letters.setEnd(text, text.data.indexOf(name) + name.length);
    const box = letters.getBoundingClientRect();
    const cuts = part => {
      const { overflowX: across, overflowY: down } = getComputedStyle(part);
      const is = part.getBoundingClientRect();
      return (["hidden", "clip"].includes(across) && (box.left < is.left - 1 || box.right > is.right + 1))
        || (["hidden", "clip"].includes(down) && (box.top < is.top - 1 || box.bottom > is.bottom + 1));
    };
    const around = [];
    for (let part = holder; part !== board; part = part.parentElement) around.push(part);
    const whole = letters.getClientRects().length === 1 && !around.some(cuts)
      && box.left >= 0 && box.right <= innerWidth
      && parseFloat(getComputedStyle(holder).fontSize) >= smallest;
    found.push([name, whole]);
  }
  return found;
}"""


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_long_names_are_whole(phone: Make, slug: str) -> None:
    meta = next(game.meta for game in GAMES if game.meta.slug == slug)
    for seats in range(meta.seats[0], meta.seats[1] + 1):
        ana = Thumb(phone())
        open_table(ana, slug, NAMES[:seats])
        ana.page.wait_for_selector("#board")
        shown = ana.page.evaluate(CUT, [NAMES, SMALLEST])
        assert shown
        assert [name for name, whole in shown if not whole] == [], seats


def test_two_boards_of_giza_fill_the_glass(phone: Make) -> None:
    widths = []
    for seats in (2, 6):
        ana = Thumb(phone())
        open_table(ana, "giza", NAMES[:seats])
        widths.append(
            ana.page.locator("#site-0-0").evaluate("it => it.getBoundingClientRect().width")
        )
    assert widths[0] > 1.15 * widths[1]
