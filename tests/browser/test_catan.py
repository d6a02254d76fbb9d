"""Catan: Cheops on one phone that tracks for all."""

from playwright.sync_api import expect

from tests.browser.arriving import Make, alone, arrive
from tests.browser.hands import cheops_catan as hands


def test_a_road_before_the_roll_is_refused_and_allowed_by_the_thumb(phone: Make) -> None:
    thumb = alone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    hands.press_all(thumb, hands.FOUNDED)
    hands.press(thumb, "Build 1 road 0")
    expect(thumb.page.locator("#answer")).to_contain_text("Bo must roll first")
    thumb.tap("#answer button")
    arrive(thumb.page, 11)
    expect(thumb.page.locator("#board-1 .of-roads")).to_have_text("1")
    hands.press(thumb, "Roll 1 8")
    arrive(thumb.page, 12)


def test_the_same_news_twice_are_heard_twice(phone: Make) -> None:
    thumb = alone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    hands.press_all(thumb, [*hands.FOUNDED, "Roll 1 8"])
    said = []
    for entry in (12, 13):
        hands.press(thumb, "Build 1 road 0")
        arrive(thumb.page, entry)
        said.append(thumb.page.locator("#live").text_content() or "")
    assert said[0] != said[1]
    assert said[0].split() == said[1].split()


def test_the_question_through_whose_site_is_a_second_step(phone: Make) -> None:
    thumb = alone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    taps = [*["Found 0"] * 7, "Found 1", "Found 1", "Roll 0 6"]
    hands.press_all(thumb, taps)
    before = thumb.taps
    hands.press(thumb, "Lay 0 2")
    assert thumb.taps == before + 2
    arrive(thumb.page, len(taps) + 1)
    expect(thumb.page.locator(".pyramid [data-last]")).to_have_class("c0")
    expect(thumb.page.locator("#board-0 .of-gold")).to_have_text("2")
