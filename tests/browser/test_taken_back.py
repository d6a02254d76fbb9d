"""One question at the foot, an undo at hand for a while, and nothing that outstays its cause."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.arriving import Make, all_arrive, alone, arrive, seated
from tests.browser.test_giza_game import play

AT_THE_FOOT = """() => {
  const seen = [...document.querySelectorAll("dialog[open]")]
    .filter(sheet => getComputedStyle(sheet).visibility === "visible");
  return seen.length === 1 && Math.round(seen[0].getBoundingClientRect().bottom) === innerHeight;
}"""
RINGED = "getComputedStyle(document.querySelector('#prompt')).outlineStyle !== 'none'"


def test_an_own_entry_is_taken_back_by_one_tap_for_five_seconds(phone: Make) -> None:
    ana, bo = seated(phone, "giza", ["Ana", "Bo"])
    play(ana, "+5", 0, 0)
    all_arrive([ana, bo], 1)
    ana.tap(".just-entered button")
    all_arrive([ana, bo], 2)
    play(ana, "+5", 0, 0)
    all_arrive([ana, bo], 3)
    expect(ana.page.locator(".just-entered")).to_be_hidden()
    expect(bo.page.locator(".just-entered")).to_have_count(0)


def test_one_question_is_asked_at_the_foot_and_can_be_left(phone: Make) -> None:
    ana, bo = seated(phone, "giza", ["Ana", "Bo"])
    play(ana, "+5", 0, 0)
    all_arrive([ana, bo], 1)
    ana.page.wait_for_timeout(5_000)
    ana.tap("#head [commandfor=sure-undo]")
    assert ana.page.evaluate(AT_THE_FOOT)
    expect(ana.page.locator("#sure-undo")).to_contain_text("Ana played +5 on Khufu of Ana")
    ana.tap("#sure-undo [command=close]")
    expect(ana.page.locator("#sure-undo")).to_be_hidden()
    arrive(ana.page, 1)
    ana.tap("#menu [commandfor^=sure-for]")
    assert ana.page.evaluate(AT_THE_FOOT)


def test_the_frame_of_a_refusal_goes_with_it(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    play(ana, "+2", 0, 0)
    arrive(ana.page, 1)
    play(ana, "-4", 0, 0)
    site = ana.page.locator("#site-0-0")
    expect(site).to_have_class(re.compile("refused-here"))
    ana.tap("#answer button:text('Got it')")
    expect(site).not_to_have_class(re.compile("refused-here"))


def test_that_nothing_was_heard_is_not_said_once_the_line_is_back(phone: Make) -> None:
    ana, _ = seated(phone, "giza", ["Ana", "Bo"])
    ana.page.context.set_offline(True)
    ana.tap("#menu .guides button")
    expect(ana.page.locator("#unsent")).to_be_visible()
    ana.page.context.set_offline(False)
    expect(ana.page.locator("#line")).to_have_class("line live")
    expect(ana.page.locator("#unsent")).to_be_hidden()


def test_the_tile_that_is_chosen_lies_in_the_sheet_of_discarding(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    ana.tap("input[name=tile][value='+2']")
    ana.tap("button[commandfor=more]")
    expect(ana.page.locator("#more [data-drawn] .tile")).to_have_count(1)
    ana.tap("#more button[value=Discard]")
    arrive(ana.page, 1)
    expect(ana.page.locator("#news")).to_contain_text("You discarded")


def test_a_tile_is_discarded_by_its_second_tap(phone: Make) -> None:
    ana, bo = seated(phone, "giza", ["Ana", "Bo"])
    ana.tap("input[name=tile][value='+2']")
    ana.tap("button[commandfor=more]")
    ana.tap("#more [data-add='+3']")
    ana.page.touchscreen.tap(100, 100)
    expect(ana.page.locator("#more")).to_be_hidden()
    ana.page.wait_for_timeout(350)
    before = ana.taps
    ana.tap("input[name=tile][value='-5']")
    ana.tap("#palette .only")
    assert ana.taps - before == 2
    all_arrive([ana, bo], 1)
    expect(bo.page.locator("#news")).to_contain_text("Ana discarded")
    expect(bo.page.locator("button[value=Skip]")).to_have_count(0)


def test_no_ring_is_drawn_around_what_is_said_where_nobody_uses_keys(phone: Make) -> None:
    ana, bo = seated(phone, "giza", ["Ana", "Bo"])
    ana.tap("#menu a[href$='/log']")
    ana.tap("#drawer summary")
    ana.write("#drawer input[name=text]", "well played")
    ana.tap("#drawer button:has-text('✕')")
    ana.tap("input[name=tile][value='+2']")
    ana.tap("button[commandfor=more]")
    ana.tap("#more button[value=Discard]")
    all_arrive([ana, bo], 1)
    expect(ana.page.locator("#prompt")).to_be_focused()
    assert not ana.page.evaluate(RINGED)
