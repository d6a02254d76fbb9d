"""Whole games by keyboard and by touch."""

import pytest
from playwright.sync_api import expect

from companion.games import GAMES
from companion.games.seeds import load_plays
from tests.all_games import few_or_many
from tests.app_server import Server
from tests.browser import game_drivers
from tests.browser.joining import (
    LARGE_TEXT_PHONES,
    PHONE_OPTIONS,
    SMALL_PHONES,
    MakePhone,
    PhoneOptions,
    open_with_one_phone,
)
from tests.browser.play_by_touch import ResponseCounter, play_and_check, play_by_touch
from tests.browser.test_play_by_touch import PARTLY_PLAYED_GAMES
from tests.long.touch.keyboard import play_with_keyboard

FIRST_ENTRY_COUNT = 16


@game_drivers.each_slug
@few_or_many
def test_a_game_can_be_played_with_the_keyboard(phone: MakePhone, slug: str, many: bool) -> None:
    unfocused = play_with_keyboard(phone, slug, 9999 if many else FIRST_ENTRY_COUNT)
    assert many or not unfocused


def test_the_arrow_keys_move_the_focus_to_the_nearest_control(phone: MakePhone) -> None:
    page = open_with_one_phone(phone, "giza", ["Ana", "Bo"]).page
    page.locator("#site-0-0").focus()
    for arrow, site in (("Right", "0-1"), ("Right", "0-2"), ("Left", "0-1")):
        page.keyboard.press(f"Arrow{arrow}")
        expect(page.locator(f"#site-{site}")).to_be_focused()


@pytest.mark.parametrize("slug", PARTLY_PLAYED_GAMES)
def test_a_game_is_played_without_loading_a_page(phone: MakePhone, server: Server, slug: str) -> None:
    play_and_check(phone, server, slug, game_drivers.get_play_name(slug))


TOUCH_PLAY_CASES = {
    **{
        f"{game.meta.slug} {name}": (game.meta.slug, name, PHONE_OPTIONS)
        for game in GAMES
        for name, play in load_plays(game.meta.slug).items()
        if play.get("mode", "referee") == "referee"
    },
    **{
        f"{game.meta.slug} {size}": (game.meta.slug, game_drivers.get_play_name(game.meta.slug), kinds)
        for game in GAMES
        for size, kinds in (("small screens", SMALL_PHONES), ("large text", LARGE_TEXT_PHONES))
    },
}


@pytest.mark.long
@pytest.mark.parametrize(("slug", "play", "kinds"), TOUCH_PLAY_CASES.values(), ids=TOUCH_PLAY_CASES)
def test_every_recorded_play_can_be_played_by_touch(
    phone: MakePhone, server: Server, slug: str, play: str, kinds: PhoneOptions
) -> None:
    result = play_by_touch(phone, slug, play, ResponseCounter(server.log), kinds)
    assert result.loads == 0
