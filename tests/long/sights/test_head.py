"""The head is one line, and nothing moves under a thumb because of the line to the server."""

from __future__ import annotations

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
OUT_OF_REACH = """() => {
  const controls = "#head > :is(a, button), #undo > button, #undo > form:not(.just-entered) > button";
  return [...document.querySelectorAll(controls)].filter(control => {
    const { left, right, top, width, height } = control.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return width < 40 || left < 0 || right > innerWidth || !control.contains(hit);
  }).map(control => control.outerHTML);
}"""
"""The controls of the head that a thumb cannot tap in their middle."""
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
def test_the_way_home_the_undo_and_the_menu_are_on_every_narrow_glass(
    phone: Make, slug: str
) -> None:
    page = phone(locale="fr")
    record = plays(slug)[hands.play_of(slug)]
    at_table_like(page, slug, record)
    hands.enter(Thumb(page), slug, hands.log_of(slug, record)[0])
    page.wait_for_selector("#undo button:enabled")
    assert page.locator("#head > :is(a, button), #undo button").count() >= 3
    for width in NARROW:
        page.set_viewport_size({"width": width, "height": 690})
        assert page.evaluate(OUT_OF_REACH) == [], width
