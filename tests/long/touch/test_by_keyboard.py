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
)
from tests.browser.play_by_touch import FULLY_PLAYED_GAME, ResponseCounter, play_by_touch
from tests.long.touch.keyboard import play_with_keyboard

FIRST_ENTRY_COUNT = 16


@game_drivers.each_slug
def test_a_game_can_be_played_with_the_keyboard(phone: MakePhone, slug: str) -> None:
    assert play_with_keyboard(phone, slug, FIRST_ENTRY_COUNT) == 0


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
    kinds = SPECIAL_PHONES.get(slug, PHONE_OPTIONS)
    play = play_by_touch(phone, slug, name, counter, kinds, skips_similar=True)
    assert play.loads == 0
