"""Cheops (1998) on phones: hidden money, a space that is not open, six tablets copied by hand."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make, arrive, open_table
from tests.browser.tables import at_table_like
from tests.browser.thumbs import Thumb


def test_an_owner_copies_the_six_tablets(phone: Make) -> None:
    thumb = Thumb(phone())
    page = thumb.page
    open_table(thumb, "cheops_treasure", ["Ana", "Bo"])
    thumb.tap("a:text('Copy them now')")
    drawn = {
        "red": ("I-a", "5 10 15 20 25"), "green": ("I-b", "5 5 5 5 15"), "blue": ("II-a", "0 5 X"),
        "black": ("II-b", "0 0 10 20"), "orange": ("III-a", "10 / 5 20 30"), "brown": ("III-b", "5 12 20"),
    }  # fmt: skip
    for colour, (name, numbers) in drawn.items():
        thumb.choose(f"select[name='value.drawn.{colour}']", name)
        thumb.tap(f"input[name='value.tablets.{name}']")
        for word in numbers.split():
            if page.locator(f"[data-add='{word}']").count():
                thumb.tap(f"[data-add='{word}']")
            else:
                thumb.tap(f"input[name='value.tablets.{name}']")
                page.keyboard.press("End")
                page.keyboard.type(f" {word}")
    thumb.tap("button:text('Keep')")
    expect(page.locator("#tablet-orange")).to_contain_text("10/5")
    thumb.tap("#menu a[href$='/scores']")
    thumb.tap("#drawer a[href$='/box']")
    expect(page.locator("main")).to_contain_text("Not a multiple of five, please look again: III-b")


GLASSES: list[Any] = [{"width": 390, "height": 844}, {"width": 320, "height": 690}]
ASTRAY = """reach => {
  const lit = [...document.querySelectorAll(".lit")];
  const middles = lit.map(spot => {
    const face = spot.querySelector(".face").getBoundingClientRect();
    return [(face.left + face.right) / 2, (face.top + face.bottom) / 2];
  });
  const astray = [];
  for (const [left, top] of middles) for (let turn = 0; turn < 12; turn++) {
    const x = left + reach * Math.cos(turn * Math.PI / 6), y = top + reach * Math.sin(turn * Math.PI / 6);
    if (x < 1 || x > innerWidth - 1) continue;
    const far = middles.map(([across, down]) => Math.hypot(across - x, down - y));
    const hit = lit.indexOf(document.elementFromPoint(x, y)?.closest(".lit"));
    if (hit < 0 || far[hit] > Math.min(...far) + 2) astray.push([left, top, turn]);
  }
  return astray;
}"""
"""Points at this distance around the lit spaces that do not count for the nearest of them."""


def halfway(page: Page, entries: int) -> None:
    record = plays("cheops_treasure")["tablets_full"]
    at_table_like(page, "cheops_treasure", record, entries)


@pytest.mark.parametrize("glass", GLASSES, ids=lambda glass: str(glass["width"]))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_board_is_whole_and_nothing_moves_in_a_turn(phone: Make, glass: Any, language: str) -> None:
    page = phone(viewport=glass, locale=language)
    halfway(page, 98)
    region = page.locator("#board").bounding_box()
    where = []
    for version in (98, 99, 100):
        arrive(page, version)
        for part in ("#pyramid", "#market"):
            box = page.locator(part).bounding_box()
            assert box
            assert region
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= glass["width"]
            assert region["y"] <= box["y"]
            assert box["y"] + box["height"] <= region["y"] + region["height"]
            where.append((part, box))
        if version < 100:
            line = plays("cheops_treasure")["tablets_full"]["log"][version]
            hands.enter(Thumb(page), "cheops_treasure", line)
    assert all(box == dict(where)[part] for part, box in where)


@pytest.mark.parametrize("glass", GLASSES, ids=lambda glass: str(glass["width"]))
def test_a_tap_beside_a_legal_space_counts_for_it(phone: Make, glass: Any) -> None:
    page = phone(viewport=glass)
    for entries in (0, 42, 98):
        halfway(page, entries)
        arrive(page, entries)
        Thumb(page).tap(".cell:not(.none) > input[name=pawn]")
        expect(page.locator(".lit").first).to_be_attached()
        assert page.evaluate(ASTRAY, 20) == []
