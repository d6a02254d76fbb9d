"""The head is one line that never moves. On right-to-left pages all is mirrored except the board."""

from playwright.sync_api import Page, expect

from companion.games.seeds import load_plays
from tests.browser import game_drivers
from tests.browser.joining import MakePhone
from tests.browser.tables import open_page_as_recorded
from tests.browser.touch_user import TouchUser, wait_for_version

GET_HEAD_HEIGHT_AND_BOARD_TOP_JS = """() => ["#head", "#board"].map(name => {
  const box = document.querySelector(name).getBoundingClientRect();
  return name === "#board" ? box.top : box.height;
})"""
HEAD_FAULTS_JS = """() => {
  if (document.querySelector("dialog[open]")) return [];
  const head = document.querySelector("#head");
  const labelOf = control => control.getAttribute("aria-label") || control.textContent.trim();
  const inside = (box, other) => box.left >= other.left - 0.5 && box.right <= other.right + 0.5
    && box.top >= other.top - 0.5 && box.bottom <= other.bottom + 0.5;
  const apart = (box, other) => box.right <= other.left || other.right <= box.left
    || box.bottom <= other.top || other.bottom <= box.top;
  const boxOf = element => element.getBoundingClientRect();
  const controls = [...head.querySelectorAll("a, button")]
    .filter(control => control.checkVisibility({ visibilityProperty: true }));
  const viewport = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const wrong = controls.filter(control => {
    const box = boxOf(control);
    const points = [0.2, 0.5, 0.8].flatMap(x => [0.2, 0.5, 0.8].map(y => [x, y]));
    return !inside(box, viewport) || box.width < 44 || box.height < 44 || !points.every(([x, y]) =>
      control.contains(document.elementFromPoint(box.left + x * box.width, box.top + y * box.height)));
  }).map(labelOf);
  const line = boxOf(document.querySelector("#line"));
  const symbols = [...head.querySelectorAll("svg > *, .whose")].filter(each => each.checkVisibility());
  const under = symbols.filter(each => !apart(line, boxOf(each)));
  return [...wrong, ...!inside(line, boxOf(head)) ? ["line"] : [],
    ...under.map(each => `line on ${each.outerHTML.slice(0, 60)}`)];
}"""
"""Returns the head's controls that are covered, cut or small, and what the status covers."""
NARROW_WIDTHS = (320, 344, 360, 376, 390)
MAX_HEAD_HEIGHT_PIXELS = 48


@game_drivers.each_slug
def test_queued_entries_move_nothing(phone: MakePhone, slug: str) -> None:
    page = phone(locale="fr", viewport={"width": 320, "height": 690})
    record = game_drivers.load_record(slug)
    open_page_as_recorded(page, slug, record)
    expect(page.locator("#line")).to_have_class("line live")
    head, board = page.evaluate(GET_HEAD_HEIGHT_AND_BOARD_TOP_JS)
    assert head <= MAX_HEAD_HEIGHT_PIXELS
    page.context.set_offline(True)
    game_drivers.enter_move(TouchUser(page), slug, game_drivers.get_entries(slug, record)[0])
    expect(page.locator("#line")).to_have_class("line offline")
    expect(page.locator("#waiting")).to_be_visible()
    assert page.evaluate(GET_HEAD_HEIGHT_AND_BOARD_TOP_JS) == [head, board]


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
