"""A phone that is told only what changed shows what a phone shows that loads the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Request, expect

from tests.browser.arriving import Make, all_arrive, seated
from tests.browser.test_giza_game import play

pytestmark = pytest.mark.no_worker

PLAYED = [("+5", 0), ("+4", 0), ("+4", 0), ("-5", 1), ("+3", 0), ("scarab", 2)]


@pytest.mark.parametrize("names", [["Ana", "Bo"], ["Ana 𓂀", "🦂 Bo"]], ids=["plain", "wide"])
def test_a_board_made_of_changes_is_the_board(phone: Make, names: list[str]) -> None:
    thumbs = seated(phone, "giza", names)
    guest = thumbs[1].page
    guest.wait_for_selector("#line.live")
    asked: list[str] = []

    def heard(request: Request) -> None:
        # scripts and styles for later come when the page has rest
        if "/static/" not in request.url:
            asked.append(request.method + request.url[request.url.rindex("/") :])

    guest.on("request", heard)
    for number, (tile, site) in enumerate(PLAYED):
        play(thumbs[number % 2], tile, number % 2, site)
        all_arrive(thumbs, number + 1)
    assert asked == ["POST/enter"] * 3, "one request for one entry, none for another phone's"
    expect(guest.locator("#waiting")).to_be_hidden()
    changed = guest.locator("#table").inner_text()
    guest.reload()
    assert guest.locator("#table").inner_text() == changed
