"""Catan: Cheops on one phone that enters moves for all seats."""

from playwright.sync_api import expect

from tests.browser.game_drivers import cheops_catan
from tests.browser.joining import MakePhone, open_with_one_phone
from tests.browser.touch_user import wait_for_version


def test_screen_readers_announce_the_same_news_twice(phone: MakePhone) -> None:
    user = cheops_catan.open_founded_table(phone)
    cheops_catan.press_buttons(user, ["Roll 1 8"], 11)
    announcements = []
    for entry in (12, 13):
        cheops_catan.press_button(user, "Build 1 road 0")
        wait_for_version(user.page, entry)
        announcements.append(user.page.locator("#live").text_content() or "")
    assert announcements[0] != announcements[1]
    assert announcements[0].split() == announcements[1].split()


def test_building_through_a_site_asks_for_the_owner(phone: MakePhone) -> None:
    user = open_with_one_phone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    taps = [*["Found 0"] * 7, "Found 1", "Found 1", "Roll 0 6"]
    cheops_catan.press_buttons(user, taps)
    before = user.taps
    cheops_catan.press_button(user, "Lay 0 2")
    assert user.taps == before + 2
    wait_for_version(user.page, len(taps) + 1)
    expect(user.page.locator(".pyramid [data-last]")).to_have_class("c0")
    expect(user.page.locator("#board-0 .of-gold")).to_have_text("2")
