"""An evening of each game by touch, as friends spend it: no page loads between first entry and podium."""

from __future__ import annotations

import pytest

from tests.browser.arriving import Make
from tests.browser.evening import spend

SHORT = {
    "giza": "finished_by_a_rival",
    "cheops_dice": "three_at_the_table",
    "deadline": "symmetry",
    "cheops_treasure": "tablets_full",
    "cheops_catan": "pyramid_complete",
}
"""A whole play of each game. The others are spent by ``make evenings``."""


@pytest.mark.parametrize("slug", SHORT)
def test_an_evening_goes_by_without_loading_a_page(phone: Make, slug: str) -> None:
    evening = spend(phone, slug, SHORT[slug])
    assert evening.loads == 0
