"""The Pyramid's Deadline on a phone: no die is taken that nobody chose; the tomb checker."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser import hands
from tests.browser.arriving import Make, alone, arrive
from tests.browser.thumbs import Thumb


def test_no_die_is_taken_that_nobody_chose(phone: Make) -> None:
    ana = alone(phone, "deadline", ["Ana", "Bo"])
    dice = ["large", "square", "trapezoid", "small", "small", "small", "square"]
    hands.enter(ana, "deadline", {"move": "Roll", "dice": dice})
    arrive(ana.page, 1)
    expect(ana.page.locator("input[name=die]:checked, .ways[data-for]:visible")).to_have_count(0)
    ana.tap("input[name='stone turn'][value='reserve 0']")
    ana.tap("#col-0")
    expect(ana.page.locator("#answer .answer")).to_be_visible()
    arrive(ana.page, 1)
    ana.tap("input[name=die][value=large]")
    expect(ana.page.locator(".ways[data-for]:visible")).to_have_count(1)


def test_the_tomb_checker_needs_no_table(phone: Make) -> None:
    thumb = Thumb(phone())
    thumb.page.goto("/calculator/deadline")
    for stone, column in (("large 0", 0), ("small 0", -1), ("small 1", 2)):
        thumb.tap(f"input[value='{stone}']")
        with thumb.page.expect_navigation():
            thumb.tap(f"#s-col-{column}")
    expect(thumb.page.locator(".measure")).to_contain_text("4 × 2 − 1 = 7")
    expect(thumb.page.locator(".sheet h2 b")).to_have_text("7")
    thumb.tap("input[value='square 0']")
    with thumb.page.expect_navigation():
        thumb.tap("#s-col-0")
    expect(thumb.page.locator(".answer")).to_contain_text("gap beneath it")
