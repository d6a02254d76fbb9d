"""Whole evenings in Firefox: ``make evenings-elsewhere``; ``make engines`` has the other games, too."""

from __future__ import annotations

import pytest

from tests.browser.arriving import Make
from tests.browser.conftest import Server
from tests.browser.test_evenings import IN_EVERY_ENGINE, goes_by

pytestmark = pytest.mark.long


@pytest.mark.parametrize("browser", ["firefox"], indirect=True)
@pytest.mark.parametrize(("slug", "play"), IN_EVERY_ENGINE)
def test_an_evening_goes_by_in_firefox(phone: Make, server: Server, slug: str, play: str) -> None:
    goes_by(phone, server, slug, play)
