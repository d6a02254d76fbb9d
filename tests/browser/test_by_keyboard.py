"""Every game from its first to its last entry without a pointer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.games.seeds import plays
from tests.browser import (
    test_catan_game,
    test_deadline_game,
    test_dice_game,
    test_giza_game,
    test_treasure_game,
)
from tests.browser.keyboard import Keys
from tests.browser.test_every_screen import open_like

Make = Callable[..., Page]


def dice(page: Any, line: dict[str, Any]) -> None:
    if line["move"] != "Roll":
        test_dice_game.tap_turn(page, line)
        return
    for die in line["dice"]:
        page.locator(f"[data-add='{die}']").tap()
    page.locator("button[value=Roll]").tap()


GAMES: dict[str, tuple[str, Callable[..., Any]]] = {
    "giza": ("finished_by_a_rival", test_giza_game.tap_entry),
    "cheops_dice": ("three_at_the_table", dice),
    "deadline": ("six_seats", test_deadline_game.tap_entry),
    "cheops_treasure": ("tablets_full", test_treasure_game.tap),
    "cheops_catan": ("shared_win", test_catan_game.tap_entry),
}


@pytest.mark.parametrize("slug", GAMES)
def test_a_whole_game_without_a_pointer(phone: Make, slug: str) -> None:
    name, enter = GAMES[slug]
    record = plays(slug)[name]
    page = phone()
    code = open_like(page, slug, record)
    page.goto(f"/t/{code}")
    for version, line in enumerate(record["log"], 1):
        if slug == "cheops_dice":
            page.goto(f"/t/{code}?for={line['seat']}")
        enter(Keys(page), line)
        expect(page.locator("#table")).to_have_attribute("data-version", str(version))
    expect(page.locator("#end-title")).to_be_visible()
    for seat, points in enumerate(record["end"]["points"]):
        expect(page.locator(f".podium .c{seat} b")).to_have_text(str(points))
