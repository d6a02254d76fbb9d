"""The accessibility of the table's page in each state, and not only during a player's turn."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser import game_drivers
from tests.browser.accessibility import AXE_JS, CLIPPED_ELEMENTS_JS, find_accessibility_faults
from tests.browser.joining import MakePhone
from tests.browser.tables import add_cookies, enter_recorded, open_as_recorded
from tests.browser.touch_user import TouchUser, wait_for_version
from tests.long.visual.test_head import HEAD_FAULTS_JS, NARROW_WIDTHS

IS_WIDER_THAN_SCREEN_JS = "document.documentElement.scrollWidth > innerWidth"
IS_SCROLLABLE_JS = "document.documentElement.scrollHeight > innerHeight + 1"
PHONE_LOOKS = [(390, "light", "en"), (320, "dark", "fr")]


@pytest.mark.parametrize(("width", "scheme", "language"), PHONE_LOOKS)
@game_drivers.each_slug
def test_states_are_accessible(phone: MakePhone, slug: str, width: int, scheme: str, language: str) -> None:
    viewport: ViewportSize = {"width": width, "height": 844 if width == 390 else 690}
    page = phone(color_scheme=scheme, locale=language, reduced_motion="reduce", viewport=viewport)
    page.add_init_script(AXE_JS)
    record = game_drivers.load_record(slug)
    code, log = open_as_recorded(page, slug, record), game_drivers.get_entries(slug, record)
    wrong: dict[str, list[str]] = {}
    for state in iterate_states(page, slug, code, log):
        faults = find_accessibility_faults(page)
        faults += [f"at 200 %: {clip}" for clip in page.evaluate(CLIPPED_ELEMENTS_JS)]
        faults += ["wider than the screen"] if page.evaluate(IS_WIDER_THAN_SCREEN_JS) else []
        faults += ["the page scrolls"] if page.evaluate(IS_SCROLLABLE_JS) else []
        for narrow in NARROW_WIDTHS:
            page.set_viewport_size({"width": narrow, "height": viewport["height"]})
            faults += [f"head at {narrow}: {each}" for each in page.evaluate(HEAD_FAULTS_JS)]
        page.set_viewport_size(viewport)
        if faults:
            wrong[state] = faults
    assert not wrong


def iterate_states(page: Page, slug: str, code: str, log: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Bring a table's page from the first entry to the end, and yield the name of each state to check."""
    half = next(n for n in range(len(log) // 2, len(log)) if "kind" not in log[n])
    page.goto(f"/t/{code}")
    yield "opened"
    enter_recorded(page, code, log, 0, half)
    wait_for_version(page, half)
    yield "in-turn"
    TouchUser(page).tap("[commandfor=menu]")
    yield "menu"
    page.keyboard.press("Escape")
    page.context.set_offline(True)
    game_drivers.enter_move(TouchUser(page), slug, log[half])
    yield "offline-waiting"
    page.context.set_offline(False)
    wait_for_version(page, half + 1)
    game_drivers.enter_move(TouchUser(page), slug, {"kind": "undo"})
    wait_for_version(page, half + 2)
    yield "taken-back"
    add_cookies(page, page.url, {f"for-{code}": ""})
    enter_recorded(page, code, log, half, half + 1)
    page.goto(f"/t/{code}")
    yield "own-seat-only"
    enter_recorded(page, code, log, half + 1, len(log))
    page.goto(f"/t/{code}")
    yield "over"
