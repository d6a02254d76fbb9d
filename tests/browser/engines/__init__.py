"""The browsers in which the tests run: one class for each engine, all from Debian packages.

Required tests run in Chromium; the others are in ``tests/long/browsers``.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from playwright.sync_api import Browser, Locator, Page, Playwright
from playwright.sync_api import expect as expect_of_playwright

from tests.browser.engines.touch_input import TouchInput

if TYPE_CHECKING:
    from playwright.sync_api._generated import LocatorAssertions


class Engine(Protocol):
    """The interface of an engine. Its browser and pages are Playwright's, or have the same methods."""

    PACKAGES: tuple[str, ...]
    """Debian packages."""
    PHONE: dict[str, Any]
    """Options of a browser context that emulate a phone, without its size."""

    def is_here(self) -> bool:
        """Return whether the browser is installed."""

    def launch(self, playwright: Playwright) -> AbstractContextManager[Browser]:
        """Yield a running browser and close it."""

    def touch_input(self, page: Page) -> TouchInput:
        """Return the touch input of a page."""


def engine_named(name: str) -> Engine:
    """Return the engine with this name. Its driver is imported only then."""
    package = __name__ if name == "chromium" else "tests.long.browsers"
    engine: Engine = import_module(f"{package}.{name}").ENGINE
    return engine


def engine_of(browser: Browser | None) -> Engine:
    """Return the engine of a browser. A persistent context has no browser, and is Chromium's."""
    return engine_named(browser.browser_type.name if browser else "chromium")


def touch_input_for(page: Page) -> TouchInput:
    return engine_of(page.context.browser).touch_input(page)


def expect(locator: Locator) -> LocatorAssertions:
    """Return Playwright's ``expect`` of a locator, or its equivalent for another engine's locator."""
    if isinstance(locator, Locator):
        return expect_of_playwright(locator)
    return cast("LocatorAssertions", locator.expected())
