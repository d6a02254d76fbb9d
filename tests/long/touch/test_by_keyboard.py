"""Every game by touch for an evening, without a pointer, and by thumbs that tap anywhere."""

import random

import pytest

from companion.games import GAMES
from companion.games.seeds import plays
from tests.all_games import few_or_many
from tests.browser import hands
from tests.browser.arriving import LARGE, PHONES, SMALL, Kinds, Make
from tests.browser.evening import Answered, goes_by, spend
from tests.browser.test_evenings import BEGUN
from tests.long.touch.keyboard import play_by_keyboard
from tests.long.touch.random_thumbs import tap_anywhere
from tests.served import Server

MOST_KEYS = 12
WALKED, MOST = 10, 16
"""How many entries have their keys counted, and how many are made. `make recorded-plays` counts all."""
each_slug = pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])


@each_slug
def test_a_game_without_a_pointer(phone: Make, slug: str) -> None:
    played = play_by_keyboard(phone, slug, WALKED, MOST)
    assert played.nowhere == 0
    assert played.costs.turn(hands.turn_of(slug)) <= MOST_KEYS


@pytest.mark.long
@each_slug
def test_a_whole_game_without_a_pointer(phone: Make, slug: str) -> None:
    costs = play_by_keyboard(phone, slug).costs
    print(f"{slug}: {costs.turn(hands.turn_of(slug)):.1f} keys a plain turn, at most {costs.most()}")


@each_slug
@few_or_many
def test_taps_anywhere_enter_only_what_was_tapped(phone: Make, slug: str, many: bool) -> None:
    taps, seed = (2000, random.randrange(10**6)) if many else (150, 1)
    figures = tap_anywhere(phone, slug, taps, seed)
    assert figures.judge() == [], f"by seed {seed}"
    assert figures.taps >= taps


@pytest.mark.parametrize("slug", BEGUN)
def test_an_evening_goes_by_without_loading_a_page(phone: Make, server: Server, slug: str) -> None:
    goes_by(phone, server, slug, hands.play_of(slug))


EVENINGS = {
    **{
        f"{game.meta.slug} {name}": (game.meta.slug, name, PHONES)
        for game in GAMES
        for name, play in plays(game.meta.slug).items()
        if play.get("mode", "referee") == "referee"
    },
    **{
        f"{game.meta.slug} {size}": (game.meta.slug, hands.play_of(game.meta.slug), kinds)
        for game in GAMES
        for size, kinds in (("small screens", SMALL), ("large text", LARGE))
    },
}


@pytest.mark.long
@pytest.mark.parametrize(("slug", "play", "kinds"), EVENINGS.values(), ids=EVENINGS)
def test_every_recorded_play_goes_by(
    phone: Make, server: Server, slug: str, play: str, kinds: Kinds
) -> None:
    evening = spend(phone, slug, play, Answered(server.log), kinds)
    print(evening)
    assert evening.loads == 0
