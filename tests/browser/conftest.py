"""The fixture of browser tests."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.app_server import Server
from tests.browser.phones import Phones


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Yield the function that makes phones. At the end of the test, any script error fails it."""
    phones = Phones(browser, server.address)
    yield phones
    phones.close()
    assert phones.errors == []
