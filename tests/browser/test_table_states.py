"""The table's page for everyone in each of its states, not only while it is live and at turn."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.table_states import table_states
from tests.browser.test_every_screen import AXE, CLIPPED, Make, faults, open_like

WIDER = "document.documentElement.scrollWidth > innerWidth"
SCROLLS = "document.documentElement.scrollHeight > innerHeight + 1"


@pytest.mark.parametrize(
    ("width", "scheme", "language"), [(390, "light", "en"), (320, "dark", "fr")]
)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_no_state_of_the_table_shuts_anybody_out(
    phone: Make, game: Any, width: int, scheme: str, language: str
) -> None:
    slug = game.meta.slug
    page = phone(
        color_scheme=scheme, locale=language, reduced_motion="reduce",
        viewport={"width": width, "height": 844 if width == 390 else 690},
    )  # fmt: skip
    page.add_init_script(AXE)
    record = plays(slug)[hands.play_of(slug)]
    code, log = open_like(page, slug, record), hands.log_of(slug, record)
    wrong: dict[str, list[str]] = {}
    for state in table_states(page, slug, code, log):
        told = faults(page)
        told += [f"at 200 %: {clip}" for clip in page.evaluate(CLIPPED)]
        told += ["wider than the glass"] if page.evaluate(WIDER) else []
        told += ["the page scrolls"] if page.evaluate(SCROLLS) else []
        if told:
            wrong[state] = told
    assert not wrong
