"""The Pyramid's Deadline on a phone: nothing is taken that nobody chose, a dropped stone is laid, and a
change begins with what was laid."""

from playwright.sync_api import expect

from companion.games.seeds import plays
from tests.browser.arriving import Make, arrive
from tests.browser.hands.deadline import MAIN
from tests.browser.tables import at_table_like
from tests.browser.test_deadline import at_a_pick


def test_no_die_is_taken_that_nobody_chose(phone: Make) -> None:
    page = at_a_pick(phone).page
    expect(page.locator("input:checked, #strips rect")).to_have_count(0)
    for control in ("#reserve", "[data-deed=turned]", "[data-deed=flipped]", "#hand .main"):
        expect(page.locator(control)).to_be_disabled()


def test_a_stone_dropped_on_the_board_is_laid(phone: Make) -> None:
    ana = at_a_pick(phone)
    ana.drag("label.face:has([value=large])", "#tomb", "#hand .main")
    expect(ana.page.locator("input[value=large]")).to_be_checked()
    expect(ana.page.locator("#hand .main")).to_be_disabled()
    ana.drag("#reserve", "#tomb", "#col--1")
    arrive(ana.page, 2)
    expect(ana.page.locator("#board-0")).to_contain_text("3 × 1 − 1 = 2")


def test_a_change_begins_with_what_was_laid(phone: Make) -> None:
    record, page = plays("deadline")["death"], phone()
    code = at_table_like(page, "deadline", record, 12)
    page.goto(f"/t/{code}/change/10")
    expect(page.locator(MAIN)).to_have_text("Lay it: 9")
    expect(page.locator("#said-then")).to_contain_text("5 × 2 − 1 = 9")
