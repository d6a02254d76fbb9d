"""Whole games by keyboard and by touch."""

import pytest
from playwright.sync_api import expect

from companion.games import GAMES_BY_SLUG
from tests.app_server import Server
from tests.browser import game_drivers
from tests.browser.joining import (
    LARGE_TEXT_PHONES,
    PHONE_OPTIONS,
    SMALL_PHONES,
    MakePhone,
    open_with_one_phone,
    set_acting_seat,
)
from tests.browser.play_by_touch import FULLY_PLAYED_GAME, ResponseCounter, play_by_touch
from tests.browser.tables import open_page_as_recorded
from tests.browser.touch_user import wait_for_version
from tests.long.touch.keyboard import KeyboardUser, wait_until_settled

FIRST_ENTRY_COUNT = 16


@game_drivers.each_slug
def test_a_game_can_be_played_with_the_keyboard(phone: MakePhone, slug: str) -> None:
    page, record = phone(reduced_motion="reduce"), game_drivers.load_record(slug)
    open_page_as_recorded(page, slug, record)
    page.wait_for_selector("#line.live")
    keys = KeyboardUser(page)
    for version, line in enumerate(game_drivers.get_entries(slug, record)[:FIRST_ENTRY_COUNT], 1):
        set_acting_seat(keys, line["seat"])
        game_drivers.enter_move(keys, slug, line)
        wait_for_version(page, version, line)
        wait_until_settled(page)
        assert page.evaluate("document.activeElement !== document.body"), f"nothing is focused after {line}"


def test_the_arrow_keys_move_the_focus_to_the_nearest_control(phone: MakePhone) -> None:
    page = open_with_one_phone(phone, "giza", ["Ana", "Bo"]).page
    page.locator("#site-0-0").focus()
    for arrow, site in (("Right", "0-1"), ("Right", "0-2"), ("Left", "0-1")):
        page.keyboard.press(f"Arrow{arrow}")
        expect(page.locator(f"#site-{site}")).to_be_focused()


SPECIAL_PHONES = {"giza": LARGE_TEXT_PHONES, "cheops_dice": SMALL_PHONES, "cheops_catan": LARGE_TEXT_PHONES}


@pytest.mark.parametrize("slug", sorted(GAMES_BY_SLUG.keys() - {FULLY_PLAYED_GAME}))
def test_a_game_can_be_played_to_its_end_by_touch(phone: MakePhone, server: Server, slug: str) -> None:
    name, counter = game_drivers.get_play_name(slug), ResponseCounter(server.log)
    play = play_by_touch(phone, slug, name, counter, SPECIAL_PHONES.get(slug, PHONE_OPTIONS))
    assert play.loads == 0
