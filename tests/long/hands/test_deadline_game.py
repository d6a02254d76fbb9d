"""The Pyramid's Deadline on a phone: nothing is taken that nobody chose, what is foreseen comes about, and
the tomb checker."""

from playwright.sync_api import expect

from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make, arrive
from tests.browser.hands.deadline import MAIN
from tests.browser.tables import at_table_like
from tests.browser.test_deadline import at_a_pick
from tests.long.hands.keyboard import Keys


class Reading(Keys):
    """Hands that read what a place brings before they press it."""

    said = ""

    def tap(self, selector: str) -> None:
        if selector.startswith("#strips"):
            self.page.locator(selector).focus()
            self.page.keyboard.press("Shift")
            self.said = self.page.locator(MAIN).inner_text()
        super().tap(selector)


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


def test_what_the_button_says_comes_about_all_through_a_play(phone: Make) -> None:
    record = plays("deadline")["symmetry"]
    page = phone(reduced_motion="reduce")
    at_table_like(page, "deadline", record)
    reader = Reading(page)
    for version, line in enumerate(record["log"], 1):
        hands.enter(reader, "deadline", line)
        arrive(page, version, line)
        if line["move"] == "Build":
            points = page.locator(f"#board-{line['seat']} :is(.points, #said-now b)").first
            assert reader.said == f"Lay it: {points.text_content()}"


def test_a_change_begins_with_what_was_laid(phone: Make) -> None:
    record, page = plays("deadline")["death"], phone()
    code = at_table_like(page, "deadline", record, 12)
    page.goto(f"/t/{code}/change/10")
    expect(page.locator(MAIN)).to_have_text("Lay it: 9")
    expect(page.locator("#said-then")).to_contain_text("5 × 2 − 1 = 9")
