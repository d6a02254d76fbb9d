"""A touch beside a sheet, a menu or a drawer closes it, and nothing beneath hears of it, however often."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make, alone
from tests.browser.tables import open_like, play_some
from tests.browser.thumbs import Thumb
from tests.waiting import is_quiet

OPENERS = """() => [...document.querySelectorAll("#table [command=show-modal]")]
  .filter(opener => {
    const { left, top, width, height } = opener.getBoundingClientRect();
    return opener.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  })
  .map(opener => opener.getAttribute("commandfor"))"""
CONTROLS = """() => {
  const middle = control => {
    const box = control.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  return [...document.querySelectorAll(".lit, #strips rect, #table :is(button, label, a)")]
    .filter(control => control.contains(document.elementFromPoint(...middle(control)))).map(middle);
}"""
"""Where something can be tapped, what is lit first."""
IS_UNDER = """(sheet, [x, y]) => {
  const box = sheet.getBoundingClientRect();
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}"""
ENTRIES = (0, 1, 2, 5, 13)
"""After so many of a recorded play it is looked what can be opened."""
TOUCHES = 2


def entries_from(page: Page) -> list[str]:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    return asked


def touch_beside(page: Page, sheet: str, opener: str, controls: list[list[float]]) -> None:
    dialog = page.locator(sheet)
    thumb = Thumb(page)
    for n in range(TOUCHES):
        thumb.tap(opener)
        expect(dialog).to_be_visible()
        is_quiet(page)
        beside = [point for point in controls if dialog.evaluate(IS_UNDER, point)]
        assert beside, f"nothing is beside {sheet}"
        for _ in range(2):
            page.touchscreen.tap(*beside[n % len(beside)])
        expect(dialog).to_be_hidden()
        is_quiet(page)


def arm(page: Page) -> None:
    """Choose something in the hand, so that the board is lit."""
    choices = page.locator("#hand label:has(:is([data-lights], [name=die]):not(:checked))").locator(
        "visible=true"
    )
    if choices.count():
        choices.first.tap()


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_beside_a_sheet_nothing_is_entered(phone: Make, slug: str) -> None:
    record = plays(slug)[hands.play_of(slug)]
    page, log = phone(), record["log"]
    code, seen, played = open_like(page, slug, record), set[str](), 0
    for entries in ENTRIES:
        play_some(page, code, log, played, entries)
        page.goto(f"/t/{code}")
        expect(page.locator("#line")).to_have_class("line live")
        look_beside_all(page, seen)
        played = entries
    assert "menu" in seen


def look_beside_all(page: Page, seen: set[str]) -> None:
    for sheet in page.evaluate(OPENERS):
        if sheet in seen:
            continue
        seen.add(sheet)
        arm(page)
        asked, controls = entries_from(page), page.evaluate(CONTROLS)
        for offline in (False, True):
            page.context.set_offline(offline)
            touch_beside(page, f"#{sheet}", f"#table [commandfor={sheet}]:visible", controls)
        page.context.set_offline(False)
        expect(page.locator("#line")).to_have_class("line live")
        expect(page.locator("#waiting")).to_be_hidden()
        assert [url for url in asked if not url.endswith("/ask")] == [], sheet


@pytest.mark.parametrize("way", ["log", "scores", "rules", "seats"])
def test_beside_a_drawer_nothing_is_entered(phone: Make, way: str) -> None:
    page = alone(phone, "giza", ["Ana", "Bo"]).page
    arm(page)
    asked, controls = entries_from(page), page.evaluate(CONTROLS)
    touch_beside(page, "#drawer", f"#menu a[href$='/{way}']", controls)
    assert asked == []


def test_beside_the_menu_of_the_home_page_and_of_the_lobby_nothing_is_opened(phone: Make) -> None:
    page: Any = phone()
    asked = entries_from(page)
    page.goto("/")
    controls = page.evaluate(CONTROLS.replace("#table", "main"))
    touch_beside(page, "#menu", "[commandfor=menu]", controls)
    assert page.url.endswith("/")
    assert asked == []
