"""After an entry, the browser computes the styles of few elements again.

If one ``:has`` rule has a target without class or id (``> *``), Chromium restyles every element.
"""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser import game_drivers
from tests.browser.tables import enter_recorded, join_as_recorded
from tests.recorded_plays import get_watched_play

WARM_UP_ENTRIES, LAST_ENTRY, MAX_ELEMENTS = 8, 24, 260
"""The entries skipped at the start and at the end, and the maximum number of elements per entry."""


@game_drivers.each_slug
def test_an_entry_restyles_few_elements(browser: Browser, phone: Callable[..., Page], slug: str) -> None:
    record, page = get_watched_play(slug), phone()
    code = join_as_recorded(page, slug, record, WARM_UP_ENTRIES)
    session, events = browser.new_browser_cdp_session(), list[Any]()
    session.on("Tracing.dataCollected", lambda some: events.extend(some["value"]))
    session.send("Tracing.start", {"categories": "devtools.timeline", "transferMode": "ReportEvents"})
    for number in range(WARM_UP_ENTRIES, LAST_ENTRY):
        enter_recorded(page, code, record["log"], number, number + 1)
        page.wait_for_selector(f"[data-version='{number + 1}']", state="attached")
    session.once("Tracing.tracingComplete", lambda _: events.append(None))
    session.send("Tracing.end")
    while None not in events:
        page.wait_for_timeout(10)
    styled = [event["args"]["elementCount"] for event in events[:-1] if event["name"] == "UpdateLayoutTree"]
    assert sum(styled) / (LAST_ENTRY - WARM_UP_ENTRIES) <= MAX_ELEMENTS, styled
