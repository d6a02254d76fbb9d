"""Giza on phones: without a line, and where the rules do not let a tile lie."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.arriving import Make, all_arrive, alone, arrive, seated
from tests.browser.hands.giza import play
from tests.waiting import until


def test_what_is_tapped_without_a_line_arrives_once(phone: Make) -> None:
    ana, bo = seated(phone, "giza", ["Ana", "Bo"])
    play(ana, "+5", 0, 0)
    arrive(bo.page, 1)
    bo.page.context.set_offline(True)
    play(bo, "+4", 0, 0)
    expect(bo.page.locator("#waiting")).to_contain_text("+4")
    expect(bo.page.locator("#line")).to_contain_text("as of entry 1")
    bo.page.context.set_offline(False)
    all_arrive([ana, bo], 2)
    expect(bo.page.locator("#waiting")).to_be_hidden()
    expect(ana.page.locator("#site-0-0")).to_have_accessible_name(re.compile(r"\+4, 2 deep"))


def test_a_phone_that_was_away_shows_the_right_board_by_itself(phone: Make) -> None:
    ana, bo = seated(phone, "giza", ["Ana", "Bo"])
    bo.page.context.set_offline(True)
    play(ana, "+5", 0, 0)
    arrive(ana.page, 1)
    bo.page.context.set_offline(False)
    arrive(bo.page, 1)


def test_a_choice_ends_with_its_entry(phone: Make) -> None:
    ana, bo = seated(phone, "giza", ["Ana", "Bo"])
    for number, thumb in enumerate((ana, bo), 1):
        play(thumb, "+5", number - 1, 0)
        all_arrive([ana, bo], number)
        for page in (ana.page, bo.page):
            expect(page.locator(".lit, input[name=tile]:checked")).to_have_count(0)


def test_a_lit_place_says_what_it_brings_and_to_whom(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    ana.tap("input[name=tile][value='-3']")
    expect(ana.page.locator(".lit .note")).to_have_text(["−3"] * 6)
    expect(ana.page.locator("#board-1 .lit .brings").first).to_have_text("●−3")
    ana.page.evaluate(
        "landed = []; addEventListener('animationend', e => landed.push(e.target.id))"
    )
    for version, tile in enumerate(("-3", "-1"), 1):
        play(ana, tile, 1, 0)
        arrive(ana.page, version)
    ana.tap("input[name=tile][value='+1']")
    expect(ana.page.locator("#site-1-0")).to_have_attribute("data-last", "")
    until(lambda: ana.page.evaluate("landed.length") > 1, "what landed")
    assert ana.page.evaluate("landed") == ["site-1-0", "site-1-0"]
