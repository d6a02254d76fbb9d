"""A table in the oldest Safari that is meant: opened, entered at, taken back, and no script stumbles."""

import pytest

from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make, arrive, open_from_page
from tests.browser.thumbs import Thumb

SLUG = "giza"
ENTRIES = 3
WATCH = """() => {
  window.stumbled = [];
  addEventListener("error", event => window.stumbled.push(event.message));
  addEventListener("unhandledrejection", event => window.stumbled.push(String(event.reason)));
}"""
"""This browser writes no log of what its scripts stumble over."""


@pytest.mark.parametrize("browser", ["old_webkit"], indirect=True)
def test_a_table_is_opened_entered_at_and_taken_back(phone: Make) -> None:
    record = plays(SLUG)[hands.play_of(SLUG)]
    thumb = Thumb(phone())
    open_from_page(thumb, SLUG, record["seats"])
    thumb.page.evaluate(WATCH)
    for version, line in enumerate(hands.log_of(SLUG, record)[:ENTRIES]):
        arrive(thumb.page, version)
        hands.enter(thumb, SLUG, line)
    arrive(thumb.page, ENTRIES)
    hands.enter(thumb, SLUG, {"kind": "undo"})
    arrive(thumb.page, ENTRIES + 1)
    assert thumb.page.evaluate("window.stumbled") == []
