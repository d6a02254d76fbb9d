"""A phone that is told only what changed shows what a phone shows that loads the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response

from tests.browser.test_giza_game import at_version, join, open_table, tap_entry

Make = Callable[..., Page]
PLAYED = [("+5", 0), ("+4", 0), ("+4", 0), ("-5", 1), ("+3", 0), ("scarab", 2)]


@pytest.mark.parametrize("names", [["Ana", "Bo"], ["Ana 𓂀", "🦂 Bo"]], ids=["plain", "wide"])
def test_a_board_made_of_changes_is_the_board(phone: Make, names: list[str]) -> None:
    host, guest = phone(), phone()
    code = open_table(host, names)
    join(guest, code, 1)
    told: list[str] = []

    def heard(response: Response) -> None:
        if response.url.endswith(f"/t/{code}") and response.headers.get("x-part"):
            told.append(response.headers["content-type"].split(";")[0])

    guest.on("response", heard)
    for number, (tile, site) in enumerate(PLAYED):
        mover = (host, guest)[number % 2]
        tap_entry(mover, {"move": "Play", "tile": tile, "board": number % 2, "site": site})
        for page in (host, guest):
            at_version(page, number + 1)
    assert "application/json" in told
    changed = guest.locator("#table").inner_text()
    guest.reload()
    assert guest.locator("#table").inner_text() == changed
