"""Giza on phones: without a line, and where the rules do not let a tile lie."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.arriving import Make, all_arrive, alone, arrive, seated
from tests.browser.thumbs import Thumb


def play(thumb: Thumb, tile: str, board: int, site: int) -> None:
    thumb.tap(f"input[name=tile][value='{tile}']")
    thumb.tap(f"#site-{board}-{site}")


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


def test_a_refused_tap_says_why_beside_it_and_leaves_the_choice(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    play(ana, "+2", 0, 0)
    arrive(ana.page, 1)
    play(ana, "-4", 0, 0)
    expect(ana.page.locator("#answer .answer")).to_contain_text("−4 is not smaller than +2")
    expect(ana.page.locator("#site-0-0")).to_have_class(re.compile("refused-here"))
    expect(ana.page.locator("input[type=radio][value='-4']")).to_be_checked()
    ana.tap("#answer button:text('Allow anyway')")
    arrive(ana.page, 2)


def test_a_choice_ends_with_its_entry(phone: Make) -> None:
    ana, bo = seated(phone, "giza", ["Ana", "Bo"])
    bo.tap("input[name=tile][value='+4']")
    play(ana, "+5", 0, 0)
    all_arrive([ana, bo], 1)
    expect(ana.page.locator(".lit, input[name=tile]:checked")).to_have_count(0)
    expect(bo.page.locator("input[name=tile][value='+4']")).to_be_checked()
