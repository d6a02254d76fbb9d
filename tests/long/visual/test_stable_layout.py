"""After an entry boards do not move, and on right-to-left pages all is mirrored except the boards."""

from itertools import pairwise

from playwright.sync_api import Page

from companion.games.seeds import load_plays
from tests.browser import game_drivers
from tests.browser.joining import MakePhone
from tests.browser.tables import enter_recorded, open_as_recorded, open_page_as_recorded
from tests.browser.touch_user import TouchUser, wait_for_version
from tests.recorded_plays import get_longest_play, take_sample

FIXED_ELEMENT_SELECTORS = {
    "cheops_catan": "#board :is(.course i, .obelisk, .family)",
    "cheops_dice": "#board :is(.front > .pad, .front .cell, .tray)",
    "cheops_treasure": "#board :is(.space, .tablet)",
    "deadline": "#board :is(.rival, .own, .drawing)",
    "giza": "#board :is(.side, .spot)",
}
STATE_COUNT = 40
MAX_ROUNDING_PIXELS = 2
LINE_HEIGHT_PIXELS = 24
"""Pixels by which a longer text may move an element."""
ELEMENT_BOXES_JS = """selector => [...document.querySelectorAll(selector)]
  .map(place => place.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round))"""


@game_drivers.each_slug
def test_no_element_moves_when_the_turn_passes(phone: MakePhone, slug: str) -> None:
    phones = [
        phone(reduced_motion="reduce"),
        phone(reduced_motion="reduce", locale="fr", viewport={"width": 320, "height": 690}),
    ]
    host, guest = phones
    record = get_longest_play(slug)
    code = open_as_recorded(host, slug, record)
    host.context.clear_cookies(name=f"for-{code}")
    host.goto(f"/t/{code}")
    TouchUser(guest).join_seat(code, 1)
    first = [find_positions(page, slug) for page in phones]
    moved: list[str] = []
    for previous, entered in pairwise([0, *take_sample(range(1, len(record["log"])), STATE_COUNT)]):
        enter_recorded(host, code, record["log"], previous, entered)
        for page, before in zip(phones, first, strict=True):
            wait_for_version(page, entered)
            after = find_positions(page, slug)
            for one, other in zip(before, after, strict=True):
                if any(abs(a - b) > MAX_ROUNDING_PIXELS for a, b in zip(one, other, strict=True)):
                    moved.append(f"entry {entered} on {page.viewport_size}: {one} to {other}")
                    break
    assert not moved, "\n".join(moved)


@game_drivers.each_slug
def test_arabic_changes_no_sizes(phone: MakePhone, slug: str) -> None:
    play = get_longest_play(slug)
    entered = len(play["log"]) // 2
    size = {"width": 320, "height": 690}
    english, arabic = (phone(reduced_motion="reduce", locale=one, viewport=size) for one in ("en", "ar"))
    code = open_as_recorded(english, slug, play)
    enter_recorded(english, code, play["log"], 0, entered)
    TouchUser(arabic).join_seat(code, 1)
    english.context.clear_cookies(name=f"for-{code}")
    sizes = []
    for page in (english, arabic):
        page.goto(f"/t/{code}")
        wait_for_version(page, entered)
        sizes.append([box[2:] for box in find_positions(page, slug)])
    assert all(
        abs(one - other) <= max(LINE_HEIGHT_PIXELS, one / 8)
        for box, mirrored in zip(*sizes, strict=True)
        for one, other in zip(box, mirrored, strict=True)
    ), sizes


def find_positions(page: Page, slug: str) -> list[list[int]]:
    """Return [x, y, width, height] of each element that should not move, in pixels."""
    boxes: list[list[int]] = page.evaluate(ELEMENT_BOXES_JS, FIXED_ELEMENT_SELECTORS[slug])
    assert boxes
    return boxes


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
