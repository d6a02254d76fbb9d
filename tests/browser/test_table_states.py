"""The table's page for everyone in each of its states, not only while it is live and at turn."""

from __future__ import annotations

import os
from itertools import cycle, product

import pytest
from playwright.sync_api import Page, ViewportSize

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.table_states import table_states
from tests.browser.test_every_screen import AXE, CLIPPED, Make, faults, open_like

pytestmark = pytest.mark.no_worker

WIDER = "document.documentElement.scrollWidth > innerWidth"
SCROLLS = "document.documentElement.scrollHeight > innerHeight + 1"
HEAD = """() => {
  if (document.querySelector("dialog[open]")) return [];
  const head = document.querySelector("#head");
  const told = control => control.getAttribute("aria-label") || control.textContent.trim();
  const inside = (box, other) => box.left >= other.left - 0.5 && box.right <= other.right + 0.5
    && box.top >= other.top - 0.5 && box.bottom <= other.bottom + 0.5;
  const apart = (box, other) => box.right <= other.left || other.right <= box.left
    || box.bottom <= other.top || other.bottom <= box.top;
  const boxOf = element => element.getBoundingClientRect();
  const controls = [...head.querySelectorAll("a, button")]
    .filter(control => control.checkVisibility({ visibilityProperty: true }));
  const glass = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const wrong = controls.filter(control => {
    const box = boxOf(control);
    const points = [0.2, 0.5, 0.8].flatMap(x => [0.2, 0.5, 0.8].map(y => [x, y]));
    return !inside(box, glass) || box.width < 44 || box.height < 44 || !points.every(([x, y]) =>
      control.contains(document.elementFromPoint(box.left + x * box.width, box.top + y * box.height)));
  }).map(told);
  const line = boxOf(document.querySelector("#line"));
  const drawn = [...head.querySelectorAll("svg > *, .whose")].filter(each => each.checkVisibility());
  const under = drawn.filter(each => !apart(line, boxOf(each)));
  return [...wrong, ...!inside(line, boxOf(head)) ? ["line"] : [],
    ...under.map(each => `line on ${each.outerHTML.slice(0, 60)}`)];
}"""
"""Controls of the head that are not wholly there for a thumb, and what the sign of the line lies on."""
NARROW = (320, 340, 360)
SIGHTS = [(390, "light", "en"), (320, "dark", "fr"), (320, "light", "de")]
SLUGS = [game.meta.slug for game in GAMES]
LOOKS = [(slug, *sight) for slug, sight in zip(SLUGS, cycle(SIGHTS), strict=False)]
if "COMPANION_EVERY_LOOK" in os.environ:
    LOOKS = [(slug, *sight) for slug, sight in product(SLUGS, SIGHTS)]
"""The sights by turns, a game each; ``make screens`` has them all of every game."""


def crowded(page: Page, height: int) -> list[str]:
    """What is wrong with the head on narrow glasses."""
    found = []
    for width in NARROW:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"head at {width}: {told}" for told in page.evaluate(HEAD)]
    return found


@pytest.mark.parametrize(("slug", "width", "scheme", "language"), LOOKS)
def test_no_state_of_the_table_shuts_anybody_out(
    phone: Make, slug: str, width: int, scheme: str, language: str
) -> None:
    glass: ViewportSize = {"width": width, "height": 844 if width == 390 else 690}
    page = phone(color_scheme=scheme, locale=language, reduced_motion="reduce", viewport=glass)
    page.add_init_script(AXE)
    record = plays(slug)[hands.play_of(slug)]
    code, log = open_like(page, slug, record), hands.log_of(slug, record)
    wrong: dict[str, list[str]] = {}
    for state in table_states(page, slug, code, log):
        told = faults(page)
        told += [f"at 200 %: {clip}" for clip in page.evaluate(CLIPPED)]
        told += ["wider than the glass"] if page.evaluate(WIDER) else []
        told += ["the page scrolls"] if page.evaluate(SCROLLS) else []
        told += crowded(page, glass["height"])
        page.set_viewport_size(glass)
        if told:
            wrong[state] = told
    assert not wrong
