"""Boards do not move when the turn changes, so that players can see what has changed."""

import pytest
from playwright.sync_api import Page

from companion.games import GAMES
from tests.browser.joining import MakePhone, join_seat, wait_for_version
from tests.browser.tables import enter_recorded, open_as_recorded
from tests.browser.touch_user import TouchUser
from tests.recorded_plays import get_watched_play

FIXED_ELEMENT_SELECTORS = {
    "cheops_catan": "#board :is(.course i, .obelisk, .family)",
    "cheops_dice": "#board :is(.front > .pad, .front .cell, .tray)",
    "cheops_treasure": "#board :is(.space, .tablet)",
    "deadline": "#board :is(.rival, .own, .drawing)",
    "giza": "#board :is(.side, .spot)",
}
MAX_ROUNDING_PIXELS = 2
ELEMENT_BOXES_JS = """selector => [...document.querySelectorAll(selector)]
  .map(place => place.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round))"""


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_no_element_moves_when_the_turn_passes(phone: MakePhone, slug: str) -> None:
    phones = [
        phone(reduced_motion="reduce"),
        phone(reduced_motion="reduce", locale="fr", viewport={"width": 320, "height": 690}),
    ]
    host, guest = phones
    record = get_watched_play(slug)
    code = open_as_recorded(host, slug, record)
    host.context.clear_cookies(name=f"for-{code}")
    host.goto(f"/t/{code}")
    join_seat(TouchUser(guest), code, 1)
    first = [find_positions(page, slug) for page in phones]
    moved: list[str] = []
    for entered in range(1, len(record["log"])):
        enter_recorded(host, code, record["log"], entered - 1, entered)
        for page, before in zip(phones, first, strict=True):
            wait_for_version(page, entered)
            after = find_positions(page, slug)
            for one, other in zip(before, after, strict=True):
                if any(abs(a - b) > MAX_ROUNDING_PIXELS for a, b in zip(one, other, strict=True)):
                    moved.append(f"entry {entered} on {page.viewport_size}: {one} to {other}")
                    break
    assert not moved, "\n".join(moved)


def find_positions(page: Page, slug: str) -> list[list[int]]:
    """Return the positions of the game's fixed elements on the page, in pixels."""
    boxes: list[list[int]] = page.evaluate(ELEMENT_BOXES_JS, FIXED_ELEMENT_SELECTORS[slug])
    assert boxes
    return boxes
