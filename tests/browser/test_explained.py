"""Every number on the final sheet opens, and what is inside adds up: in recorded plays of each game."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import FilePayload, Page, expect

from companion.games import GAMES
from companion.games.seeds import plays
from companion.i18n import amount
from tests.browser.thumbs import Thumb
from tests.exports.test_exports import file_of
from tests.long import sample

pytestmark = pytest.mark.no_worker

Make = Callable[..., Page]
PLAYS = [
    (game.meta.slug, name)
    for game in GAMES
    for name in sample(
        [
            n
            for n, play in plays(game.meta.slug).items()
            if play.get("mode", "referee") == "referee"
        ],
        few=2,
    )
]
SUMS = """line => [line.querySelector("summary b").textContent.trim(),
  [...line.querySelectorAll(".parts b")].map(b => b.textContent.trim())]"""


@pytest.mark.parametrize(("slug", "name"), PLAYS, ids=[f"{slug}-{name}" for slug, name in PLAYS])
def test_every_number_opens_and_its_parts_add_up(phone: Make, slug: str, name: str) -> None:
    record = plays(slug)[name]
    page = phone()
    page.goto("/import")
    text = json.dumps(file_of(slug, name)).encode()
    file: FilePayload = {"name": "table.json", "mimeType": "application/json", "buffer": text}
    page.locator("input[name=file]").set_input_files([file])
    page.locator("button.primary").tap()
    page.wait_for_selector("#table")
    thumb = Thumb(page)
    thumb.tap("#menu a[href$='/scores']")
    sheets = page.locator("#drawer section.sheet")
    expect(sheets).to_have_count(len(record["seats"]))
    for seat, points in enumerate(record["end"]["points"]):
        total = 0
        for line in sheets.nth(seat).locator(".scoreline").all():
            number, parts = line.evaluate(SUMS)
            whole, *each = (int(text.replace("−", "-")) for text in (number, *parts))
            assert not each or sum(each) == whole
            total += whole
        expect(sheets.nth(seat).locator("h2 b")).to_have_text(amount(points))
        assert total == points
    thumb.tap("#drawer .scoreline .cause a >> nth=-1")
    expect(page.locator("#drawer .log")).to_be_visible()
