"""The browser engines of the tests: Chromium here, and the others in ``tests/long/browsers``.

All engines and their touch inputs have the attributes of those in ``chromium.py``. Their browsers and pages
are Playwright's, or have the same methods.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from playwright.sync_api import Browser, Locator
from playwright.sync_api import expect as expect_of_playwright

if TYPE_CHECKING:
    from playwright.sync_api._generated import LocatorAssertions

    from tests.browser.engines.chromium import Chromium


Point = tuple[float, float]


def load_engine(name: str) -> Chromium:
    """Return the engine with this name. Only this call imports its module."""
    package = __name__ if name == "chromium" else "tests.long.browsers"
    engine: Chromium = import_module(f"{package}.{name}").ENGINE
    return engine


def get_engine(browser: Browser | None) -> Chromium:
    """Return the engine of a browser. Without a browser (a persistent context), return Chromium."""
    return load_engine(browser.browser_type.name if browser else "chromium")


def expect(locator: Locator) -> LocatorAssertions:
    """Return Playwright's ``expect(locator)``, or the equivalent object for a WebKit locator."""
    if isinstance(locator, Locator):
        return expect_of_playwright(locator)
    return cast("LocatorAssertions", locator.expected())
