"""Giza on phones: laying tiles, refused places, discarding, and stacks."""

from playwright.sync_api import APIResponse, Route, expect

from tests.browser.game_drivers.giza import lay_tile, play_tile
from tests.browser.joining import MakePhone, open_with_one_phone, open_with_phone_each
from tests.browser.touch_user import wait_for_version, wait_on_all_phones


def test_a_laid_tile_is_no_longer_chosen(phone: MakePhone) -> None:
    ana = open_with_one_phone(phone, "giza", ["Ana", "Bo"])
    chosen, held_requests = ana.page.locator("[name=tile]:checked"), list[tuple[Route, APIResponse]]()
    ana.page.route("**/enter", lambda route: held_requests.append((route, route.fetch())))
    lay_tile(ana, "+5", "0-0", 1)
    expect(chosen).to_have_count(0)
    ana.tap("input[name=tile][value='+5']")
    expect(ana.page.locator("#line")).to_have_class("line waiting")
    [(route, answer)] = held_requests
    route.fulfill(response=answer)
    expect(ana.page.locator("#line")).to_have_class("line live")
    expect(chosen).to_have_value("+5")


def test_a_refused_tile_shows_the_reason_and_stays_chosen(phone: MakePhone) -> None:
    ana = open_with_one_phone(phone, "giza", ["Ana", "Bo"])
    lay_tile(ana, "+2", "0-0", 1)
    play_tile(ana, "-4", 0, 0)
    expect(ana.page.locator("#answer .answer")).to_contain_text("Lay a smaller number on a +2 stone")
    expect(ana.page.locator("#site-0-0.refused-here")).to_be_visible()
    expect(ana.page.locator("input[type=radio][value='-4']")).to_be_checked()
    ana.tap("#answer button:text('Got it')")
    expect(ana.page.locator(".refused-here")).to_have_count(0)
    ana.tap("#site-0-0")
    ana.tap("#answer button:text('Allow anyway')")
    wait_for_version(ana.page, 2)


def test_tiles_to_discard_are_shown_until_they_are_entered(phone: MakePhone) -> None:
    ana = open_with_one_phone(phone, "giza", ["Ana", "Bo"])
    ana.tap("button[commandfor=more]")
    for tile in ("+2", "+2", "scarab"):
        ana.tap(f"#more [data-add='{tile}']")
    expect(ana.page.locator(".drawn .tile")).to_have_count(3)
    ana.tap("#more button[value=Discard]")
    wait_for_version(ana.page, 1)
    expect(ana.page.locator("#more")).to_be_hidden()
    ana.tap("button[commandfor=more]")
    expect(ana.page.locator(".drawn .tile")).to_have_count(0)
    expect(ana.page.locator("#more input")).to_have_value("")


def test_a_play_is_changed_to_a_discard_of_its_tile(phone: MakePhone) -> None:
    ana = open_with_one_phone(phone, "giza", ["Ana", "Bo"])
    lay_tile(ana, "+5", "0-0", 1)
    ana.page.goto(f"{ana.page.url.partition('?')[0]}/change/1")
    ana.tap("button.only[value=Discard]")
    wait_for_version(ana.page, 2)
    expect(ana.page.locator("#site-0-0 .tile")).to_have_count(0)


def test_only_the_players_own_stacks_can_be_opened(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    play_tile(ana, "+5", 0, 0)
    wait_on_all_phones([ana, bo], 1)
    play_tile(bo, "-4", 0, 0)
    wait_on_all_phones([ana, bo], 2)
    ana.tap("button[commandfor=under-0]")
    expect(ana.page.locator("#under-0 .tile .quiet")).to_have_text(["−4", "+5"])
    expect(bo.page.locator("[commandfor^=under]")).to_have_count(0)
