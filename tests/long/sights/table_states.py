"""The states a table's page is in over an evening, for pictures and audits."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playwright.sync_api import Page

from tests.browser import hands
from tests.browser.arriving import arrive
from tests.browser.tables import play_some
from tests.browser.thumbs import Thumb


def table_states(page: Page, slug: str, code: str, log: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Bring the table's page into one state after the other; yields the name of each."""
    half = next(n for n in range(len(log) // 2, len(log)) if "kind" not in log[n])
    page.goto(f"/t/{code}")
    yield "opened"
    play_some(page, code, log, 0, half)
    arrive(page, half)
    yield "in-turn"
    Thumb(page).tap("[commandfor=menu]")
    yield "menu"
    page.keyboard.press("Escape")
    page.context.set_offline(True)
    hands.enter(Thumb(page), slug, log[half])
    yield "offline-waiting"
    page.context.set_offline(False)
    arrive(page, half + 1)
    hands.enter(Thumb(page), slug, {"kind": "undo"})
    arrive(page, half + 2)
    yield "taken-back"
    page.context.add_cookies([{"name": f"for-{code}", "value": "", "url": page.url}])
    play_some(page, code, log, half, half + 1)
    page.goto(f"/t/{code}")
    yield "own-seat-only"
    play_some(page, code, log, half + 1, len(log))
    page.goto(f"/t/{code}")
    yield "over"
