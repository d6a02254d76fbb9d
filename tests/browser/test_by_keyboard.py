"""Every game from its first to its last entry without a pointer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make, arrive
from tests.browser.keyboard import Keys
from tests.browser.test_every_screen import open_like


def enter_for(page: Page, seat: int) -> None:
    """Where several seats are waited for at once, the menu leads to each of the others."""
    link = f"#menu button[value='{seat}']"
    if page.locator(link).count():
        Keys(page).tap(link)
        expect(page.locator("#entering input[name=seat]")).to_have_value(str(seat))


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_a_whole_game_without_a_pointer(phone: Make, slug: str) -> None:
    record = plays(slug)[hands.play_of(slug)]
    page = phone(reduced_motion="reduce")
    code = open_like(page, slug, record)
    page.goto(f"/t/{code}")
    for version, line in enumerate(hands.log_of(slug, record), 1):
        enter_for(page, line["seat"])
        hands.enter(Keys(page), slug, line)
        arrive(page, version, line)
    expect(page.locator("#end-title")).to_be_visible()
    for seat, points in enumerate(record["end"].get("points", ())):
        expect(page.locator(f".standings .c{seat} b")).to_have_text(str(points))
