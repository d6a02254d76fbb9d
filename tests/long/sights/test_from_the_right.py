"""Arabic: the page begins on the right, the board lies as on the table, nothing turns a sentence around."""

from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.arriving import Make, arrive, open_table
from tests.browser.thumbs import Thumb

LEFTS = """(selectors) => selectors.map(s => document.querySelector(s).getBoundingClientRect().left)"""
SIGN_AND_NUMBER = """(sign) => {
  const told = document.querySelector("#news .thing");
  const place = document.createTreeWalker(told, NodeFilter.SHOW_TEXT).nextNode();
  const at = n => { const range = document.createRange(); range.setStart(place, n);
    range.setEnd(place, n + 1); return range.getBoundingClientRect().left; };
  const n = place.data.indexOf(sign);
  return [at(n), at(n + 1)]; }"""
"""Where a sign of the news begins, and where the number behind it does."""


def from_left(page: Page, *selectors: str) -> list[str]:
    """Things in the order in which they lie on the glass."""
    lefts = dict(zip(selectors, page.evaluate(LEFTS, list(selectors)), strict=True))
    return sorted(lefts, key=lambda selector: lefts[selector])


def test_the_page_is_read_from_the_right_and_the_board_is_not_turned(phone: Make) -> None:
    thumb = Thumb(phone(locale="ar", viewport={"width": 320, "height": 690}))
    page = thumb.page
    open_table(thumb, "giza", ["سارة", "Bo (2)", "Cy", "Di"], one_phone=True)
    hands.enter(thumb, "giza", {"seat": 0, "move": "Play", "tile": "+5", "board": 1, "site": 2})
    arrive(page, 1)
    sites = [f"#site-1-{n}" for n in range(4)]
    assert from_left(page, "#board-name-1", *sites) == [*sites, "#board-name-1"]
    assert from_left(page, "#head .back", "#undo button", "#head [commandfor=menu]") == [
        "#head [commandfor=menu]", "#undo button", "#head .back",
    ]  # fmt: skip
    sign, number = page.evaluate(SIGN_AND_NUMBER, "+")
    assert sign < number
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.goto("/watch/giza/three_pyramids?step=3")
    assert from_left(page, "#back", "#at", "#next") == ["#next", "#at", "#back"]


def test_a_game_that_has_no_arabic_turns_the_page_and_home_turns_it_back(phone: Make) -> None:
    thumb = Thumb(phone(locale="ar"))
    thumb.page.goto("/")
    thumb.tap("a[href='/open/cheops_catan']")
    expect(thumb.page.locator("h1")).to_have_text("Open a table of Catan: Cheops")
    expect(thumb.page.locator("#page")).to_have_css("direction", "ltr")
    thumb.tap(".back")
    expect(thumb.page.locator(".home")).to_have_css("direction", "rtl")
    expect(thumb.page.locator("link[href*='rtl']")).to_have_count(1)
