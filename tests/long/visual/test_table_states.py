"""In each state, the table's page is accessible and complete, and its head is one line that never moves."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser import game_drivers
from tests.browser.accessibility import (
    AXE_JS,
    CLIPPED_ELEMENTS_JS,
    SMALL_TARGETS_JS,
    find_accessibility_faults,
)
from tests.browser.joining import MakePhone
from tests.browser.tables import add_cookies, enter_recorded, open_as_recorded
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
LANDSCAPE_LAYOUT_JS = """() => {
  const [board, hand] = ["#board", "#move-form"].map(name => document.querySelector(name));
  const { height, right } = board.getBoundingClientRect();
  return {
    board: height / innerHeight,
    beside: hand.getBoundingClientRect().left >= right,
    cut: hand.scrollWidth > hand.clientWidth || hand.scrollHeight > hand.clientHeight,
  };
}"""
FONT_STYLES = ("monospace; letter-spacing: 1px", "serif; letter-spacing: -1.5px", "sans-serif")
SET_FONT_JS = """font => {
  const letters = new CSSStyleSheet();
  letters.replaceSync(`:root, :is(button, input, select) { font-family: ${font} }`);
  document.adoptedStyleSheets = [letters];
}"""
IS_WIDER_THAN_SCREEN_JS = "document.documentElement.scrollWidth > innerWidth"
IS_SCROLLABLE_JS = "document.documentElement.scrollHeight > innerHeight + 1"
PHONE_LOOKS = [(390, "light", "de"), (320, "dark", "fr")]


@pytest.mark.parametrize(("width", "scheme", "language"), PHONE_LOOKS)
@game_drivers.each_slug
def test_states_are_accessible(phone: MakePhone, slug: str, width: int, scheme: str, language: str) -> None:
    viewport: ViewportSize = {"width": width, "height": 844 if width == 390 else 690}
    page = phone(color_scheme=scheme, locale=language, reduced_motion="reduce", viewport=viewport)
    page.add_init_script(AXE_JS)
    record = game_drivers.load_record(slug)
    code, log = open_as_recorded(page, slug, record), game_drivers.get_entries(slug, record)
    wrong: dict[str, list[str]] = {}
    positions = dict[str, list[float]]()
    for state in iterate_states(page, slug, code, log):
        positions[state] = page.evaluate(GET_HEAD_HEIGHT_AND_BOARD_TOP_JS)
        faults = find_accessibility_faults(page)
        faults += [f"at 200 %: {clip}" for clip in page.evaluate(CLIPPED_ELEMENTS_JS)]
        faults += ["wider than the screen"] if page.evaluate(IS_WIDER_THAN_SCREEN_JS) else []
        faults += ["the page scrolls"] if page.evaluate(IS_SCROLLABLE_JS) else []
        for narrow in NARROW_WIDTHS:
            page.set_viewport_size({"width": narrow, "height": viewport["height"]})
            faults += [f"head at {narrow}: {each}" for each in page.evaluate(HEAD_FAULTS_JS)]
        faults += find_landscape_faults(page) if state == "in-turn" else []
        page.set_viewport_size(viewport)
        for font in FONT_STYLES if state in ("opened", "in-turn") else ():
            page.evaluate(SET_FONT_JS, font)
            faults += [f"with {font}: {small}" for small in page.evaluate(SMALL_TARGETS_JS)]
        page.evaluate("document.adoptedStyleSheets = []")
        if faults:
            wrong[state] = faults
    assert not wrong
    assert positions["offline-waiting"] == positions["in-turn"]
    assert positions["in-turn"][0] <= MAX_HEAD_HEIGHT_PIXELS


def find_landscape_faults(page: Page) -> list[str]:
    """Turn the phone. Return what is wrong if board and move form are not side by side and complete."""
    page.set_viewport_size({"width": 667, "height": 375})
    layout = page.evaluate(LANDSCAPE_LAYOUT_JS)
    is_right = layout["board"] > 0.7 and layout["beside"] and not layout["cut"]
    return [] if is_right else [f"in landscape: {layout}"]


def iterate_states(page: Page, slug: str, code: str, log: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Bring a table's page from the first entry to the end, and yield the name of each state to check."""
    half = next(n for n in range(len(log) // 2, len(log)) if "kind" not in log[n])
    page.goto(f"/t/{code}")
    yield "opened"
    enter_recorded(page, code, log, 0, half)
    wait_for_version(page, half)
    yield "in-turn"
    TouchUser(page).tap("[commandfor=menu]")
    yield "menu"
    page.keyboard.press("Escape")
    page.context.set_offline(True)
    game_drivers.enter_move(TouchUser(page), slug, log[half])
    expect(page.locator("#line")).to_have_class("line offline")
    expect(page.locator("#waiting")).to_be_visible()
    yield "offline-waiting"
    page.context.set_offline(False)
    wait_for_version(page, half + 1)
    game_drivers.enter_move(TouchUser(page), slug, {"kind": "undo"})
    wait_for_version(page, half + 2)
    yield "taken-back"
    add_cookies(page, page.url, {f"for-{code}": ""})
    enter_recorded(page, code, log, half, half + 1)
    page.goto(f"/t/{code}")
    yield "own-seat-only"
    enter_recorded(page, code, log, half + 1, len(log))
    page.goto(f"/t/{code}")
    yield "over"
