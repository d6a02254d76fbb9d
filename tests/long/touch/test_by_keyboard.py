"""Whole games by keyboard and by touch, and games with random taps."""

import random

import pytest

from companion.games import GAMES
from companion.games.seeds import load_plays
from tests.all_games import few_or_many
from tests.app_server import Server
from tests.browser import game_drivers
from tests.browser.joining import LARGE_TEXT_PHONES, PHONE_OPTIONS, SMALL_PHONES, MakePhone, PhoneOptions
from tests.browser.play_by_touch import ResponseCounter, play_and_check, play_by_touch
from tests.browser.test_play_by_touch import PARTLY_PLAYED_GAMES
from tests.long.touch.keyboard import play_with_keyboard
from tests.long.touch.random_taps import tap_randomly

MAX_KEYS_PER_TURN = 12
COUNTED_ENTRIES, ENTERED_ENTRIES = 10, 16
"""The numbers of entries whose keys are counted, and that are made. Only long runs count all."""


@game_drivers.each_slug
def test_a_game_can_be_played_with_the_keyboard(phone: MakePhone, slug: str) -> None:
    played = play_with_keyboard(phone, slug, COUNTED_ENTRIES, ENTERED_ENTRIES)
    assert played.unfocused == 0
    assert played.costs.turn(game_drivers.load_driver(slug).TURN_STEPS) <= MAX_KEYS_PER_TURN


@pytest.mark.long
@game_drivers.each_slug
def test_a_whole_game_can_be_played_with_the_keyboard(phone: MakePhone, slug: str) -> None:
    costs = play_with_keyboard(phone, slug).costs
    keys_per_turn = costs.turn(game_drivers.load_driver(slug).TURN_STEPS)
    print(f"{slug}: {keys_per_turn:.1f} keys a turn, at most {costs.most()}")


@game_drivers.each_slug
@few_or_many
def test_random_taps_anywhere_enter_only_what_was_tapped(phone: MakePhone, slug: str, many: bool) -> None:
    taps, seed = (2000, random.randrange(10**6)) if many else (150, 1)
    results = tap_randomly(phone, slug, taps, seed)
    assert results.find_errors() == [], f"by seed {seed}"
    assert results.taps >= taps


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
