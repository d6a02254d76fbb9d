"""Giza on phones: without a line, and where the rules do not let a tile lie."""

from __future__ import annotations

import re

from playwright.sync_api import APIResponse, Route, expect

from tests.browser.arriving import Make, all_arrive, alone, arrive, seated
from tests.browser.thumbs import Thumb


def play(thumb: Thumb, tile: str, board: int, site: int) -> None:
    thumb.tap(f"input[name=tile][value='{tile}']")
    thumb.tap(f"#site-{board}-{site}")


def test_a_tile_is_no_longer_chosen_once_it_lies_there(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    chosen, held = ana.page.locator("[name=tile]:checked"), list[tuple[Route, APIResponse]]()
    ana.page.route("**/enter", lambda route: held.append((route, route.fetch())))
    play(ana, "+5", 0, 0)
    arrive(ana.page, 1)
    expect(chosen).to_have_count(0)
    ana.tap("input[name=tile][value='+5']")
    expect(ana.page.locator("#line")).to_have_class("line waiting")
    [(route, answer)] = held
    route.fulfill(response=answer)
    expect(ana.page.locator("#line")).to_have_class("line live")
    expect(chosen).to_have_value("+5")


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
    for number, thumb in enumerate((ana, bo), 1):
        play(thumb, "+5", number - 1, 0)
        all_arrive([ana, bo], number)
        for page in (ana.page, bo.page):
            expect(page.locator(".lit, input[name=tile]:checked")).to_have_count(0)


def test_discarded_tiles_are_drawn_and_gone_with_their_entry(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    ana.tap("button[commandfor=more]")
    for tile in ("+2", "+2", "scarab"):
        ana.tap(f"#more [data-add='{tile}']")
    expect(ana.page.locator("[data-drawn] .tile")).to_have_count(3)
    ana.tap("#more button[value=Discard]")
    arrive(ana.page, 1)
    expect(ana.page.locator("#more")).to_be_hidden()
    ana.tap("button[commandfor=more]")
    expect(ana.page.locator("[data-drawn] .tile")).to_have_count(0)
    expect(ana.page.locator("#more input")).to_have_value("")


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
    landed = ana.page.evaluate("new Promise(done => setTimeout(done, 200, landed))")
    assert landed == ["site-1-0", "site-1-0"]


def test_own_stacks_open_and_no_others(phone: Make) -> None:
    ana, bo = seated(phone, "giza", ["Ana", "Bo"])
    play(ana, "+5", 0, 0)
    all_arrive([ana, bo], 1)
    play(bo, "-4", 0, 0)
    all_arrive([ana, bo], 2)
    ana.tap("button[commandfor=under-0]")
    expect(ana.page.locator("#under-0 .tile .quiet")).to_have_text(["−4", "+5"])
    expect(bo.page.locator("[commandfor^=under]")).to_have_count(0)
