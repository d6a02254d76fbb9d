"""What a phone made without a line comes home as one run; where others went on meanwhile, people decide."""

import pytest
from playwright.sync_api import expect

from tests.browser.arriving import Make, all_arrive, arrive, seated
from tests.browser.hands.cheops_catan import FOUNDED, press_all
from tests.browser.hands.giza import play
from tests.browser.thumbs import Thumb


@pytest.fixture
def ana_and_bo(phone: Make) -> tuple[Thumb, Thumb]:
    """At a table of Catan both enter for all; Ana rolled as she lost the line, then took gold and built."""
    ana, bo, _ = seated(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    for thumb in (ana, bo):
        thumb.tap("#menu button[value=all]")
    press_all(ana, FOUNDED[:-1])
    arrive(bo.page, 9)
    ana.page.route("**/enter", lambda route: route.abort())
    ana.tap("button[value='Roll 0 6']")
    expect(ana.page.locator("#next-step")).to_be_visible()
    ana.page.context.set_offline(True)
    ana.page.unroute("**/enter")
    ana.tap("#next-step [commandfor=next-gold]")
    ana.tap("#next-step button[value='Income 0 2']")
    ana.tap("button[value='Build 0 road 0']")
    expect(ana.page.locator("#waiting p")).to_have_count(3)
    return ana, bo


def test_a_run_that_nobody_contests_comes_home_whole(ana_and_bo: tuple[Thumb, Thumb]) -> None:
    ana, bo = ana_and_bo
    ana.page.context.set_offline(False)
    all_arrive([ana, bo], 12)
    expect(ana.page.locator("#outbox")).to_be_hidden()


def test_a_run_stops_where_others_went_on_and_what_is_not_taken_is_told_to_all(
    ana_and_bo: tuple[Thumb, Thumb],
) -> None:
    ana, bo = ana_and_bo
    bo.tap("button[value='Roll 0 8']")
    arrive(bo.page, 10)
    ana.page.context.set_offline(False)
    held = ana.page.locator("#held")
    expect(held.locator(".theirs")).to_contain_text("rolled 8")
    expect(held.locator(".yours li")).to_have_count(3)
    arrive(ana.page, 10)
    ana.page.reload()
    expect(held.locator(".yours li")).to_have_count(3)
    ana.tap("#held li:last-child button:text('Enter it')")
    all_arrive([ana, bo], 11)
    expect(held.locator(".yours li")).to_have_count(2)
    ana.tap("#held .drop-all")
    all_arrive([ana, bo], 12)
    expect(held).to_be_hidden()
    for thumb in (ana, bo):
        expect(thumb.page.locator("#news")).to_contain_text("Not taken over:")


def test_what_is_refused_later_lies_askew_at_its_place_until_it_is_mended(phone: Make) -> None:
    ana, bo = seated(phone, "giza", ["Ana", "Bo"])
    bo.tap("#menu button[value=all]")
    ana.page.context.set_offline(True)
    play(ana, "+5", 0, 0)
    play(bo, "+4", 0, 1)
    arrive(bo.page, 1)
    ana.page.context.set_offline(False)
    expect(ana.page.locator("#site-0-0[data-refused] .piece-to-send .tile")).to_be_visible()
    expect(ana.page.locator("#site-0-0 .to-send")).to_have_text("!")
    expect(ana.page.locator("#answer .late")).to_contain_text("Entry 1: Ana played +4")
    expect(ana.page.locator("#hand")).to_be_visible()
    answer, hand = (ana.page.locator(name).bounding_box() for name in ("#answer", "#hand"))
    assert answer
    assert hand
    assert answer["y"] + answer["height"] <= hand["y"] + 1
    ana.tap("#answer button:text('Undo mine')")
    expect(ana.page.locator("#board [data-refused]")).to_have_count(0)
    all_arrive([ana, bo], 1)
