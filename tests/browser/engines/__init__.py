"""The browser engines of the tests: Chromium here, and the others in ``tests/long/browsers``."""

from __future__ import annotations

from contextlib import AbstractContextManager
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from playwright.sync_api import Browser, Locator, Page, Playwright
from playwright.sync_api import expect as expect_of_playwright

if TYPE_CHECKING:
    from playwright.sync_api._generated import LocatorAssertions


Point = tuple[float, float]


class TouchInput(Protocol):
    """Sends touch events at points of the viewport, in CSS pixels."""

    def tap(self, x: float, y: float) -> None: ...

    def flick(self, start: Point, end: Point) -> None:
        """Swipe from the first point to the second."""

    def dispatch(self, kind: str, x: float, y: float) -> None:
        """Send a ``touchStart`` or ``touchMove`` event at this point."""

    def lift(self) -> None:
        """Lift the finger."""


class Engine(Protocol):
    """A browser engine. Its browsers and pages are Playwright's, or have the same methods."""

    PACKAGES: tuple[str, ...]
    PHONE: dict[str, Any]
    """The options of a browser context that emulate a phone. They do not set a screen size."""

    def is_installed(self) -> bool:
        """Return whether the browser is installed."""

    def launch(self, playwright: Playwright) -> AbstractContextManager[Browser]:
        """Start the browser, yield it, and close it at the end."""

    def touch_input(self, page: Page) -> TouchInput: ...


def load_engine(name: str) -> Engine:
    """Return the engine with this name. Only this call imports its module."""
    package = __name__ if name == "chromium" else "tests.long.browsers"
    engine: Engine = import_module(f"{package}.{name}").ENGINE
    return engine


def get_engine(browser: Browser | None) -> Engine:
    """Return the engine of a browser. Without a browser (a persistent context), return Chromium."""
    return load_engine(browser.browser_type.name if browser else "chromium")


def get_touch_input(page: Page) -> TouchInput:
    return get_engine(page.context.browser).touch_input(page)


def expect(locator: Locator) -> LocatorAssertions:
    """Return Playwright's ``expect(locator)``, or the equivalent object for a WebKit locator."""
    if isinstance(locator, Locator):
        return expect_of_playwright(locator)
    return cast("LocatorAssertions", locator.expected())
