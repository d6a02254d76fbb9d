"""The table's page for everyone in each state of an evening, not only while it is live and at turn."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make, arrive
from tests.browser.looks import AXE, CLIPPED, faults
from tests.browser.tables import open_like, play_some
from tests.browser.thumbs import Thumb
from tests.long.visual.test_head import HEAD, NARROW

WIDER = "document.documentElement.scrollWidth > innerWidth"
SCROLLS = "document.documentElement.scrollHeight > innerHeight + 1"
SIGHTS = [(390, "light", "en"), (320, "dark", "fr"), (320, "light", "de")]
LOOKS = [(game.meta.slug, *sight) for game in GAMES for sight in SIGHTS]


@pytest.mark.parametrize(("slug", "width", "scheme", "language"), LOOKS)
def test_no_state_of_the_table_shuts_anybody_out(
    phone: Make, slug: str, width: int, scheme: str, language: str
) -> None:
    glass: ViewportSize = {"width": width, "height": 844 if width == 390 else 690}
    page = phone(color_scheme=scheme, locale=language, reduced_motion="reduce", viewport=glass)
    page.add_init_script(AXE)
    record = plays(slug)[hands.play_of(slug)]
    code, log = open_like(page, slug, record), hands.log_of(slug, record)
    wrong: dict[str, list[str]] = {}
    for state in table_states(page, slug, code, log):
        told = faults(page)
        told += [f"at 200 %: {clip}" for clip in page.evaluate(CLIPPED)]
        told += ["wider than the glass"] if page.evaluate(WIDER) else []
        told += ["the page scrolls"] if page.evaluate(SCROLLS) else []
        for narrow in NARROW:
            page.set_viewport_size({"width": narrow, "height": glass["height"]})
            told += [f"head at {narrow}: {each}" for each in page.evaluate(HEAD)]
        page.set_viewport_size(glass)
        if told:
            wrong[state] = told
    assert not wrong


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
