"""A finger finds every control, whatever letters a phone writes with."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make
from tests.browser.test_every_screen import SMALL, open_like, play_some

pytestmark = pytest.mark.no_worker

FONTS = ("monospace; letter-spacing: 1px", "serif; letter-spacing: -1.5px", "sans-serif")
WRITTEN_IN = """font => {
  const letters = new CSSStyleSheet();
  letters.replaceSync(`:root, :is(button, input, select) { font-family: ${font} }`);
  document.adoptedStyleSheets = [letters];
}"""


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_controls_are_as_large_in_every_font(phone: Make, slug: str) -> None:
    page = phone(locale="fr", viewport={"width": 320, "height": 690})
    record = plays(slug)[hands.play_of(slug)]
    code = open_like(page, slug, record)
    for entries in (0, 3):
        play_some(page, code, record["log"], 0, entries)
        page.goto(f"/t/{code}")
        for font in FONTS:
            page.evaluate(WRITTEN_IN, font)
            assert page.evaluate(SMALL) == [], font
