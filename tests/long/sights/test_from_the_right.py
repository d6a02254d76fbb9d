"""Arabic: the page begins on the right, the board lies as on the table, nothing turns a sentence around."""

from playwright.sync_api import Page

from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make, arrive, open_table
from tests.browser.tables import at_table_like
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


def test_what_one_finds_is_sold_below_the_tablet_of_its_colour(phone: Make) -> None:
    page = phone(locale="ar")
    at_table_like(page, "cheops_treasure", plays("cheops_treasure")["pyramid_empty"], 1)
    for kind in (".tablet", ".cell.sell"):
        assert page.locator(kind).count() == 6
        lefts = page.locator(kind).evaluate_all("all => all.map(e => e.getBoundingClientRect().left)")
        assert lefts == sorted(lefts), kind
