"""Fixtures for browser tests: phones of a real browser. Without a browser the tests are skipped."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize, expect

from tests import NOTHING_SKIPPED
from tests.app_server import Server
from tests.browser import engines
from tests.waiting import WAIT_SECONDS

MARK_HANDLED_TAPS_JS = """
  const now = performance.now.bind(performance);
  let looked = 0;
  performance.now = () => now() + looked;
  const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
  Object.defineProperty(Event.prototype, "timeStamp", { get() { return get.call(this) + looked; } });
  window.look = () => { looked += 2000; };
  addEventListener("pointerdown", () => window.isHasty || window.look(), true);
"""
"""Puts the page's clock forward before each tap, as a person looks before tapping, so that tests need not
wait.

Tests of hasty users turn this off (``MARK_HASTY_JS``).
"""
MARK_PENDING_JS = """
  window.onPending = names => {
    const { dataset } = document.documentElement;
    dataset.pending = names.join(" ");
    if (names.length) delete dataset.quiet;
    else dataset.quiet = "";
  };
  const { cloneNode } = Node.prototype;
  Document.prototype.cloneNode = function (deep) {
    const copy = cloneNode.call(this, deep);
    for (const mark of ["pending", "quiet"]) delete copy.documentElement?.dataset[mark];
    return copy;
  };
"""
"""Marks the tasks in progress on a page: ``html[data-pending]``, ``html[data-quiet]``. Copies of the page
have no marks.
"""
MARK_HASTY_JS = "window.isHasty = true"
PHONE_VIEWPORT: ViewportSize = {"width": 390, "height": 844}
DEFAULT_TIMEOUT_MS = WAIT_SECONDS * 1000

expect.set_options(timeout=DEFAULT_TIMEOUT_MS)


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Browser]:
    """Yield the browser of the engine that a test is parametrised with; by default Chromium."""
    name = getattr(request, "param", "chromium")
    browser = engines.launch(playwright, name)
    if browser is None:
        (pytest.fail if NOTHING_SKIPPED else pytest.skip)(f"{name} is not installed (tests/long/install)")
    yield browser
    browser.close()


class Phones:
    """Makes phones, each with its own cookies and storage, and collects their script errors."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self._address = browser, address
        self._contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def __call__(self, **options: Any) -> Page:
        """Return the page of a new phone with these options of a browser context."""
        defaults = {
            **engines.PHONE_OPTIONS[self._browser.browser_type.name], "viewport": PHONE_VIEWPORT,
            "locale": "en", "base_url": self._address,
        }  # fmt: skip
        context = self._browser.new_context(**{**defaults, **options})
        self._contexts.append(context)
        context.add_init_script(MARK_HANDLED_TAPS_JS)
        context.add_init_script(MARK_PENDING_JS)
        page = context.new_page()
        page.set_default_timeout(DEFAULT_TIMEOUT_MS)
        page.on("pageerror", lambda error: self.errors.append(error.stack or str(error)))
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()
        self._contexts.clear()


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Yield the function that makes phones. At the end of the test, any script error fails it."""
    phones = Phones(browser, server.address)
    yield phones
    phones.close()
    assert phones.errors == []
