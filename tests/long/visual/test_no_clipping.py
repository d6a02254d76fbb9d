"""At a width of 320 px nothing is clipped in any game, and no text leaves its button, even long words."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import ViewportSize

from companion.games.seeds import load_plays
from tests.app_server import Server
from tests.browser import game_drivers
from tests.browser.game_drivers.cheops_catan import FOUNDED_LOG
from tests.browser.joining import MakePhone
from tests.browser.tables import (
    add_cookies,
    enter_recorded,
    get_secret,
    open_as_recorded,
    open_page_as_recorded,
)
from tests.browser.touch_user import TouchUser, wait_for_version
from tests.recorded_plays import get_longest_play, take_sample
from tests.waiting import wait_until_idle

LONGEST_NAMES = [
    "Maximiliana de Habsburgo",
    "Wilhelmina-Charlotte Ost",
    "Konstantinopolitanischer",
    "عبد الرحمن ابن عبد الملك",
    "Bartholomäus Featherston",
]
LOOKS = [("de", ""), ("de", "all"), ("fr", "all"), ("en", "all"), ("ar", ""), ("ar", "all")]
"""Languages with long words, and one from right to left; phones that enter for one seat or for ``all``."""
STATE_COUNT = 20
CLIPPED_ELEMENTS_JS = """() => {
  const table = document.querySelector("#table"), faults = new Set();
  const isShown = element => element.checkVisibility({ visibilityProperty: true })
    && !element.closest(".quiet, .skip, [hidden], #below, datalist, template, script, style, title");
  const clips = element => {
    const { overflowX, overflowY } = getComputedStyle(element);
    return overflowX !== "visible" || overflowY !== "visible";
  };
  const around = element => {
    const clippers = [];
    for (let up = element; up && up !== table; up = up.parentElement) if (clips(up)) clippers.push(up);
    return clippers;
  };
  const clipped = (box, edges, by) => {
    const left = Math.max(box.left, edges.left), right = Math.min(box.right, edges.right);
    const top = Math.max(box.top, edges.top), bottom = Math.min(box.bottom, edges.bottom);
    const isSeen = right - left > 1 && bottom - top > 1;
    return { isSeen, isWhole: right - left > box.width - by && bottom - top > box.height - by };
  };
  const look = (element, boxes, what, by) => {
    const control = element.closest("button, label, .button"), holders = control ? [control] : [];
    const edges = [...[...around(element), ...holders].map(up => up.getBoundingClientRect()),
      { left: 0, top: 0, right: innerWidth, bottom: innerHeight }];
    const parts = boxes.map(box => edges.map(edge => clipped(box, edge, by)));
    const seen = parts.map(each => each.every(({ isSeen }) => isSeen));
    const whole = parts.map(each => each.every(({ isWhole }) => isWhole));
    if (seen.some(Boolean) && !whole.every(Boolean)) {
      const place = element.closest("[id]");
      faults.add(`${what} in #${place.id} .${element.className.baseVal ?? element.className}`);
    }
  };
  const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, element = text.parentElement;
    if (!text.data.trim() || !isShown(element) || element.closest("svg")) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (!size) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter(box => box.width > 1).map(box => {
      const isUpright = getComputedStyle(element).writingMode !== "horizontal-tb";
      const spare = isUpright ? 0 : Math.max(0, (box.height - size) / 2);
      return new DOMRect(box.x, box.y + spare, box.width, box.height - 2 * spare);
    });
    look(element, boxes, `“${text.data.trim().slice(0, 40)}”`, 2);
  }
  for (const piece of table.querySelectorAll(".thing > *, .tile, .cell, button:not(.space), .pick")) {
    if (!isShown(piece)) continue;
    const box = piece.getBoundingClientRect();
    if (box.width > 2) look(piece, [box], "piece", 2);
  }
  for (const name of ["#move-form", "#news"]) {
    const part = document.querySelector(name);
    if (part.scrollHeight > part.clientHeight + 4) faults.add(`${name} scrolls`);
  }
  return [...faults];
}"""


@game_drivers.each_slug
def test_nothing_is_clipped_on_a_narrow_phone(phone: MakePhone, server: Server, slug: str) -> None:
    viewport: ViewportSize = {"width": 320, "height": 690}
    record = get_longest_play(slug)
    named = {**record, "seats": LONGEST_NAMES[: len(record["seats"])]}
    host = phone(viewport=viewport)
    code = open_as_recorded(host, slug, named)
    pages = []
    for each, enters_for in LOOKS:
        page = phone(viewport=viewport, locale=each, reduced_motion="reduce")
        cookies = {f"t-{code}": get_secret(host, code), f"for-{code}": enters_for}
        add_cookies(page, server.address, cookies)
        page.goto(f"/t/{code}")
        pages.append((f"{each} {enters_for}", page))
    cut: dict[str, str] = {}
    steps = take_sample(range(len(record["log"])), STATE_COUNT)
    for before, entered in pairwise([0, *steps]):
        enter_recorded(host, code, record["log"], before, entered)
        for whose, page in pages:
            wait_for_version(page, entered)
            for what in page.evaluate(CLIPPED_ELEMENTS_JS):
                cut.setdefault(f"{whose}: {what}", f"after entry {entered}")
    assert not cut, "\n".join(f"{what} {when}" for what, when in cut.items())


FIRST_PLACE = {"seat": 0, "move": "Place", "row": 1, "column": 4, "pawn": "D"}
LARGE_TEXT_CASES: dict[str, tuple[str, dict[str, Any], int, str]] = {
    "the sums that can be rolled": (
        "cheops_catan",
        {"seats": ["Ana", "Bo", "Cy"], "log": FOUNDED_LOG[:-1]},
        200,
        "#sums button",
    ),
    "the guide's kinds of moves": (
        "cheops_treasure",
        {**game_drivers.load_record("cheops_treasure"), "log": [FIRST_PLACE]},
        130,
        "#guide .kind",
    ),
    "the tomb with its places": ("deadline", load_plays("deadline")["six_seats"], 130, "#drawing .ground"),
}
IS_ENTIRELY_VISIBLE_JS = """part => {
  const box = part.getBoundingClientRect(), region = part.closest("#guide, #board, #move-form");
  const around = region.getBoundingClientRect();
  return box.width > 0 && box.top >= around.top && box.bottom <= Math.min(innerHeight, around.bottom);
}"""


@pytest.mark.parametrize("case", LARGE_TEXT_CASES)
def test_large_text_hides_no_part_on_a_narrow_phone(phone: MakePhone, case: str) -> None:
    slug, record, text, selector = LARGE_TEXT_CASES[case]
    user = TouchUser(phone(viewport={"width": 320, "height": 690}, locale="fr", text=text))
    open_page_as_recorded(user.page, slug, record, min(len(record["log"]), 9))
    if "#guide" in selector:
        user.tap("#menu [action*='/guide?'] button")
    user.page.wait_for_selector(selector, state="attached")
    wait_until_idle(user.page)
    visible = [part.evaluate(IS_ENTIRELY_VISIBLE_JS) for part in user.page.locator(selector).all()]
    assert visible == [True] * len(visible)


@pytest.mark.parametrize("width", [667, 844])
def test_no_text_covers_the_stone_in_reserve_in_landscape(phone: MakePhone, width: int) -> None:
    page = phone(viewport={"width": width, "height": 375}, locale="de")
    record = game_drivers.load_record("deadline")
    open_page_as_recorded(page, "deadline", record, len(record["log"]) // 2)
    text, reserve = (page.locator(f".own {part}").bounding_box() for part in (".lacks", ".lying"))
    assert text is not None
    assert reserve is not None
    assert text["y"] + text["height"] <= reserve["y"]
