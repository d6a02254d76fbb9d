"""On right-to-left pages all is mirrored except the board."""

from playwright.sync_api import Page

from companion.games.seeds import load_plays
from tests.browser import game_drivers
from tests.browser.joining import MakePhone
from tests.browser.tables import open_page_as_recorded
from tests.browser.touch_user import TouchUser, wait_for_version

LEFT_EDGES_JS = "all => all.map(each => document.querySelector(each).getBoundingClientRect().left)"
SYMBOL_AND_NUMBER_JS = """(sign) => {
  const piece = document.querySelector("#news .thing");
  const place = document.createTreeWalker(piece, NodeFilter.SHOW_TEXT).nextNode();
  const at = n => { const range = document.createRange(); range.setStart(place, n);
    range.setEnd(place, n + 1); return range.getBoundingClientRect().left; };
  const n = place.data.indexOf(sign);
  return [at(n), at(n + 1)]; }"""
"""Returns the positions of a symbol in the news and of the number after it."""


def sort_from_left(page: Page, *selectors: str) -> list[str]:
    lefts = dict(zip(selectors, page.evaluate(LEFT_EDGES_JS, list(selectors)), strict=True))
    return sorted(lefts, key=lambda selector: lefts[selector])


def test_in_arabic_the_page_is_mirrored_and_the_board_is_not(phone: MakePhone) -> None:
    user = TouchUser(phone(locale="ar", viewport={"width": 320, "height": 690}))
    page = user.page
    user.open_table("giza", ["سارة", "Bo (2)", "Cy", "Di"], one_phone=True)
    game_drivers.enter_move(user, "giza", {"seat": 0, "move": "Play", "tile": "+5", "board": 1, "site": 2})
    wait_for_version(page, 1)
    sites = [f"#site-1-{n}" for n in range(4)]
    assert sort_from_left(page, "#board-name-1", *sites) == [*sites, "#board-name-1"]
    assert sort_from_left(page, "#head .back", "#undo button", "#head [commandfor=menu]") == [
        "#head [commandfor=menu]", "#undo button", "#head .back",
    ]  # fmt: skip
    sign, number = page.evaluate(SYMBOL_AND_NUMBER_JS, "+")
    assert sign < number
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.goto("/watch/giza/three_pyramids?step=3")
    assert sort_from_left(page, "#back", "#at", "#next") == ["#next", "#at", "#back"]


def test_a_found_treasure_is_sold_below_the_tablet_of_its_colour(phone: MakePhone) -> None:
    page = phone(locale="ar")
    open_page_as_recorded(page, "cheops_treasure", load_plays("cheops_treasure")["pyramid_empty"], 1)
    for kind in (".tablet", ".cell.sell"):
        lefts = page.locator(kind).evaluate_all("all => all.map(e => e.getBoundingClientRect().left)")
        assert (len(lefts), lefts) == (6, sorted(lefts)), kind


def test_a_pad_page_is_no_wider_than_a_narrow_arabic_phone(phone: MakePhone) -> None:
    page = phone(viewport={"width": 320, "height": 690}, locale="ar")
    record = game_drivers.load_record("cheops_dice")
    open_page_as_recorded(page, "cheops_dice", record, 2)
    page.goto(f"{page.url.partition('?')[0]}/change/2")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
