"""An evening of each game by touch, as friends spend it: no page loads between first entry and podium."""

import pytest

from tests.browser import hands
from tests.browser.arriving import Make
from tests.browser.evening import goes_by
from tests.served import Server


@pytest.mark.parametrize("slug", ["giza", "cheops_dice", "cheops_treasure", "cheops_catan"])
def test_an_evening_goes_by_without_loading_a_page(phone: Make, server: Server, slug: str) -> None:
    goes_by(phone, server, slug, hands.play_of(slug))
