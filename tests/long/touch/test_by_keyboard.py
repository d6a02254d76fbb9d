"""Whole games by keyboard and by touch."""

import pytest

from companion.games import GAMES_BY_SLUG
from tests.app_server import Server
from tests.browser import game_drivers
from tests.browser.joining import (
    LARGE_TEXT_PHONES,
    PHONE_OPTIONS,
    SMALL_PHONES,
    MakePhone,
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


SPECIAL_PHONES = {"giza": LARGE_TEXT_PHONES, "cheops_dice": SMALL_PHONES, "cheops_catan": LARGE_TEXT_PHONES}


@pytest.mark.parametrize("slug", sorted(GAMES_BY_SLUG.keys() - {FULLY_PLAYED_GAME}))
def test_a_game_can_be_played_to_its_end_by_touch(phone: MakePhone, server: Server, slug: str) -> None:
    name, counter = game_drivers.get_play_name(slug), ResponseCounter(server.log)
    play = play_by_touch(phone, slug, name, counter, SPECIAL_PHONES.get(slug, PHONE_OPTIONS))
    assert play.loads == 0
