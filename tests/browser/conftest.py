"""The fixture of browser tests."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.app_server import Server
from tests.browser.phones import Phones


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Yield a function that makes phones. The test fails at its end if a phone had a script error."""
    phones = Phones(browser, server.address)
    yield phones
    phones.close()
    assert phones.errors == []
