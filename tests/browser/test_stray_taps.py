"""A phone in a pocket, or in a child's hand: nothing is entered by taps on a glass that is not at turn."""

from __future__ import annotations

import os
import random

import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make, all_arrive, alone, another_tab, arrive, seated
from tests.browser.test_giza_game import play
from tests.browser.test_treasure_game import TURN
from tests.browser.thumbs import Thumb

TAPS = int(os.environ.get("COMPANION_STRAY_TAPS", "15"))
"""On each phone that is not at turn; ``COMPANION_STRAY_TAPS`` asks for more."""
ENTERED = 1
"""Entries before that, so that there is something to take back."""


def tap_anywhere(page: Page, chance: random.Random) -> None:
    glass = page.viewport_size
    assert glass
    page.touchscreen.tap(chance.randrange(glass["width"]), chance.randrange(glass["height"]))
    page.wait_for_timeout(50)


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_stray_taps_out_of_turn_enter_nothing(phone: Make, slug: str) -> None:
    record = plays(slug)[hands.play_of(slug)]
    thumbs = seated(phone, slug, record["seats"])
    entered = [line for line in hands.log_of(slug, record)[:ENTERED] if record.get("first", 0) == 0]
    for version, line in enumerate(entered, 1):
        hands.enter(thumbs[line["seat"]], slug, line)
        all_arrive(thumbs, version, line)
    table, chance = thumbs[0].page.url, random.Random(slug)
    others = [t.page for t in thumbs if t.page.locator("#turn[data-turn=others]").count()]
    assert others
    for page in others:
        expect(page.locator(".just-entered")).to_be_hidden()
        for _ in range(TAPS):
            tap_anywhere(page, chance)
            if page.url.partition("#")[0] != table:
                page.goto(table)
    thumbs[0].page.reload()
    arrive(thumbs[0].page, len(entered))


def test_what_comes_under_a_finger_while_it_is_down_is_not_entered(phone: Make) -> None:
    """The same is entered elsewhere as a finger lies on it; the next key stood there as it was lifted."""
    ana = alone(phone, "cheops_treasure", ["Ana", "Bo"])
    place, take = TURN[:2]
    hands.enter(ana, "cheops_treasure", place)
    arrive(ana.page, 1)
    other = Thumb(another_tab(ana.page))
    key = other.page.locator(f"button[value='Take {take['colour']} {take['deal']}']")
    box = key.bounding_box()
    assert box
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    ana.feel("touchStart", *at)
    other.page.touchscreen.tap(*at)
    arrive(ana.page, 2)
    ana.lift()
    ana.page.wait_for_timeout(500)
    arrive(ana.page, 2)
    arrive(other.page, 2)


def test_an_undo_out_of_turn_asks_and_takes_no_second_tap_in_a_row(phone: Make) -> None:
    thumbs = seated(phone, "giza", ["Ana", "Bo"])
    play(thumbs[0], "+5", 0, 0)
    all_arrive(thumbs, 1)
    for thumb in thumbs:
        sure = thumb.page.locator("#sure-undo .sure")
        sure.evaluate("button => { button.style.animationDuration = '60s' }")
        thumb.tap("[commandfor=sure-undo]")
        box = sure.bounding_box()
        assert box
        thumb.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        thumb.page.wait_for_timeout(200)
        thumb.page.reload()
        arrive(thumb.page, 1)
    thumbs[1].tap("#sure-undo .sure")
    all_arrive(thumbs, 2)
