"""The head is one line, and nothing moves under a thumb because of the line to the server."""

import pytest
from playwright.sync_api import expect

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make
from tests.browser.tables import at_table_like
from tests.browser.thumbs import Thumb

PLACES = """() => ["#head", "#board"].map(name => {
  const box = document.querySelector(name).getBoundingClientRect();
  return name === "#board" ? box.top : box.height;
})"""
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
CONTROLS = "#head > :is(a, button), #undo > button, #undo > form:not(.just-entered) > button"
NARROW = (320, 344, 360, 376, 390)
ONE_LINE = 48


@pytest.mark.parametrize("width", [390, 320])
@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_what_waits_without_a_line_moves_nothing(phone: Make, slug: str, width: int) -> None:
    page = phone(locale="fr", viewport={"width": width, "height": 690})
    record = plays(slug)[hands.play_of(slug)]
    at_table_like(page, slug, record)
    expect(page.locator("#line")).to_have_class("line live")
    head, board = page.evaluate(PLACES)
    assert head <= ONE_LINE
    page.context.set_offline(True)
    hands.enter(Thumb(page), slug, hands.log_of(slug, record)[0])
    expect(page.locator("#line")).to_have_class("line offline")
    expect(page.locator("#waiting")).to_be_visible()
    assert page.evaluate(PLACES) == [head, board]


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_the_way_home_the_undo_and_the_menu_are_on_every_narrow_glass(phone: Make, slug: str) -> None:
    page = phone(locale="fr")
    record = plays(slug)[hands.play_of(slug)]
    at_table_like(page, slug, record)
    hands.enter(Thumb(page), slug, hands.log_of(slug, record)[0])
    page.wait_for_selector("#undo button:enabled")
    controls = page.locator(CONTROLS)
    assert controls.count() >= 3
    for width in NARROW:
        page.set_viewport_size({"width": width, "height": 690})
        assert controls.locator("visible=true").count() == controls.count(), width
        assert page.evaluate(HEAD) == [], width
