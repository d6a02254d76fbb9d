"""A phone that took the companion along, on a line that can be cut, and one that did not."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.arriving import Make
from tests.browser.thumbs import Thumb
from tests.lines import Line
from tests.long.phone.offline_phone import taken_along
from tests.served import Server


@pytest.fixture(scope="module")
def line(server: Server) -> Iterator[Line]:
    opened = Line(server.port)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def taken(browser: Browser, line: Line) -> Iterator[Thumb]:
    """Has the companion along, and a line that can be cut."""
    with taken_along(browser, line.address) as thumb:
        yield thumb


@pytest.fixture
def ana(taken: Thumb, line: Line) -> Iterator[Thumb]:
    yield taken
    line.speak()
    line.mend()


@pytest.fixture
def bo(phone: Make) -> Thumb:
    return Thumb(phone())
