"""The roll-and-write on phones: the costs and points of a build are shown as boxes are ticked."""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.game_drivers import cheops_dice
from tests.browser.game_drivers.cheops_dice import (
    PREVIEW_SELECTOR,
    open_after_roll,
    tick_box,
)
from tests.browser.joining import MakePhone
from tests.browser.tables import open_page_as_recorded
from tests.browser.touch_user import wait_for_version
from tests.games.cheops_dice.test_sheet import make_record
from tests.waiting import wait_until


def test_a_plain_turn_is_three_taps(phone: MakePhone) -> None:
    ana = open_after_roll(phone, "green", "green", "red")
    before = ana.taps
    cheops_dice.enter(ana, {"move": "Build", "boxes": ["pyramid-1-1", "pyramid-1-3"]})
    assert ana.taps - before == 3
    assert ana.flicks == 0
    wait_for_version(ana.page, 2)


def test_a_preview_belongs_to_the_boxes_ticked_now(phone: MakePhone) -> None:
    ana = open_after_roll(phone, "red", "red", "red")
    foretold = ana.page.locator(PREVIEW_SELECTOR)
    tick_box(ana, "pyramid-1-2")
    expect(foretold.locator(".fine")).to_have_count(1)
    waiting: list[Route] = []
    ana.page.route("**/ask", lambda route: waiting.append(route))
    tick_box(ana, "pyramid-1-3")
    expect(foretold).to_be_empty()
    tick_box(ana, "pyramid-1-3")
    wait_until(lambda: ana.page.title() and len(waiting) == 2, "the second question")
    waiting[1].continue_()
    expect(foretold.locator(".fine")).to_contain_text("joker")
    waiting[0].abort()
    ana.page.unroute("**/ask")
    tick_box(ana, "pyramid-1-3")
    tick_box(ana, "pyramid-1-2")
    expect(foretold).to_be_empty()
    tick_box(ana, "pyramid-1-2")
    expect(foretold.locator(".fine")).to_have_count(1)
    ana.tap("button[type=reset]")
    expect(foretold).to_be_empty()


@pytest.mark.parametrize(("width", "seats", "sheets"), [(390, 3, 1), (820, 3, 3), (820, 4, 1)])
def test_a_wide_screen_shows_up_to_three_sheets(
    phone: MakePhone, width: int, seats: int, sheets: int
) -> None:
    page = phone(viewport={"width": width, "height": 1180})
    open_page_as_recorded(page, "cheops_dice", {"seats": ["Ana", "Bo", "Cy", "Di"][:seats], "log": []})
    expect(page.locator(".pad >> visible=true")).to_have_count(sheets)


BOTTOMS_JS = """() => ['.pad .lower', '.pad .quarry', '.tray'].map(
  (name, at) => document.querySelector(name).getBoundingClientRect()[at < 2 ? 'bottom' : 'top'])"""


@pytest.mark.parametrize(
    "shape",
    [{"floor__grid": ["ROB", "YOV", "GBY", "GRV"]}, {"quarry": "ROYGBV" * 5}],
    ids=["a floor of four rows", "a long quarry"],
)
def test_the_dice_do_not_cover_a_pad_of_another_shape(phone: MakePhone, shape: dict[str, Any]) -> None:
    pages = [make_record(letter=letter, bonuses=[], **shape) for letter in "AB"]
    page = phone(viewport={"width": 360, "height": 640})
    open_page_as_recorded(
        page, "cheops_dice", {"seats": ["Ana", "Bo"], "options": {"sheets": pages}, "log": []}
    )
    lower, quarry, tray = page.evaluate(BOTTOMS_JS)
    assert lower < quarry <= tray
