"""The table's page for everyone in each of its states, not only while it is live and at turn."""

import pytest
from playwright.sync_api import ViewportSize

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make
from tests.browser.looks import AXE, CLIPPED, faults
from tests.browser.tables import open_like
from tests.long.sights.table_states import table_states
from tests.long.sights.test_head import HEAD, NARROW

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
