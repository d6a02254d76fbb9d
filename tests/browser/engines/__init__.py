"""The browsers that the same thumbs drive: one class an engine, all of Debian's own packages.

Chromium is the gate's; the others are in ``tests/long/browsers``.
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
    """What tests ask of an engine. Its browser and its pages are Playwright's, or answer like them."""

    PACKAGES: tuple[str, ...]
    """Of Debian."""
    PHONE: dict[str, Any]
    """Options of a context that make it a phone, besides its size."""

    def is_here(self) -> bool:
        """Whether this machine has what it needs."""

    def launch(self, playwright: Playwright) -> AbstractContextManager[Browser]:
        """A running browser, closed in the end."""

    def touch_input(self, page: Page) -> TouchInput:
        """What touches the glass of a page."""


def engine_named(name: str) -> Engine:
    """The engine of that name; what it is driven by is asked for only then."""
    room = __name__ if name == "chromium" else "tests.long.browsers"
    engine: Engine = import_module(f"{room}.{name}").ENGINE
    return engine


def engine_of(browser: Browser | None) -> Engine:
    """The engine of a browser; a context that keeps its profile has none, and is Chromium's."""
    return engine_named(browser.browser_type.name if browser else "chromium")


def touch_input_for(page: Page) -> TouchInput:
    return engine_of(page.context.browser).touch_input(page)


def expect(locator: Locator) -> LocatorAssertions:
    """Playwright's ``expect``, for its own locators and for those that answer like them."""
    if isinstance(locator, Locator):
        return expect_of_playwright(locator)
    return cast("LocatorAssertions", locator.expected())
