"""Fixtures for browser tests: phones of a real browser. Without a browser, the tests are skipped."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize, expect

from tests import MAY_SKIP_NOTHING
from tests.browser.engines import get_engine, load_engine
from tests.browser.engines.chromium import CHROMIUM_PATH, LAUNCH_FLAGS
from tests.waiting import WAIT_SECONDS

TEXT_SIZE_JS = """
  const larger = new CSSStyleSheet();
  larger.replaceSync(":root { font-size: %d%% }");
  document.adoptedStyleSheets = [larger];
"""
ADVANCE_CLOCK_AT_TAPS_JS = """
  const now = performance.now.bind(performance);
  let looked = 0;
  performance.now = () => now() + looked;
  const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
  Object.defineProperty(Event.prototype, "timeStamp", { get() { return get.call(this) + looked; } });
  window.look = () => { looked += 2000; };
  addEventListener("pointerdown", () => window.isHasty || window.look(), true);
"""
"""Puts the clock forward before each tap, as people look first. ``STOP_ADVANCING_CLOCK_JS`` ends this."""
MARK_PENDING_JS = """
  let tasks = [];
  const requests = new Set();
  const mark = () => {
    const { dataset } = document.documentElement;
    dataset.pending = [...tasks, ...(requests.size ? ["request"] : [])].join(" ");
    if (dataset.pending) delete dataset.quiet;
    else dataset.quiet = "";
  };
  window.onPending = names => {
    tasks = names;
    mark();
  };
  addEventListener("htmx:before:request", ({ detail }) => {
    requests.add(detail.ctx);
    mark();
  });
  addEventListener("htmx:finally:request", ({ detail }) => {
    requests.delete(detail.ctx);
    mark();
  });
  const { cloneNode } = Node.prototype;
  Document.prototype.cloneNode = function (deep) {
    const copy = cloneNode.call(this, deep);
    for (const mark of ["pending", "quiet"]) delete copy.documentElement?.dataset[mark];
    return copy;
  };
"""
"""Shows a page's unfinished tasks in ``html[data-pending]``, and ``html[data-quiet]`` without any."""
STOP_ADVANCING_CLOCK_JS = "window.isHasty = true"
PHONE_VIEWPORT: ViewportSize = {"width": 390, "height": 844}
DEFAULT_TIMEOUT_MS = WAIT_SECONDS * 1000
LOCAL_ADDRESS = "127.0.0.5"
"""The address of each host name. A URL with a loopback address itself would be trusted without https."""

expect.set_options(timeout=DEFAULT_TIMEOUT_MS)


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Browser]:
    """Yield the browser of the engine that a test is parametrised with; by default Chromium."""
    engine = load_engine(getattr(request, "param", "chromium"))
    if not engine.is_installed():
        command = f"apt-get install {' '.join(engine.PACKAGES)}"
        if MAY_SKIP_NOTHING:
            pytest.fail(f"nothing may be skipped: {command}")
        pytest.skip(f"its browser is not on this machine: {command}")
    with engine.launch(playwright) as browser:
        yield browser


class Phones:
    """Makes phones, each with cookies and storage of its own, and collects their script errors."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self._address = browser, address
        self._contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def __call__(self, text: int = 100, **options: Any) -> Page:
        """Return the page of a new phone. ``text`` is its text size in percent.

        ``options`` are those of Playwright's ``new_context``.
        """
        defaults = {
            **get_engine(self._browser).PHONE, "viewport": PHONE_VIEWPORT, "locale": "en",
            "base_url": self._address,
        }  # fmt: skip
        context = self._browser.new_context(**{**defaults, **options})
        self._contexts.append(context)
        if text != 100:
            context.add_init_script(TEXT_SIZE_JS % text)
        return _open_page(context, self.errors)

    def close(self) -> None:
        for context in self._contexts:
            context.close()
        self._contexts.clear()


@contextmanager
def launch_phone(playwright: Playwright, folder: Path, name: str, **options: Any) -> Iterator[Page]:
    """Yield the page of a phone with its profile in ``folder``, which finds the test server as ``name``."""
    context = playwright.chromium.launch_persistent_context(
        folder / "profile", executable_path=CHROMIUM_PATH, viewport=PHONE_VIEWPORT,
        has_touch=True, is_mobile=True, locale="en", env={**os.environ, "HOME": str(folder)},
        args=[*LAUNCH_FLAGS, f"--host-resolver-rules=MAP {name} {LOCAL_ADDRESS}"], **options,
    )  # fmt: skip
    errors: list[str] = []
    yield _open_page(context, errors)
    context.close()
    assert errors == []


def _open_page(context: BrowserContext, errors: list[str]) -> Page:
    context.add_init_script(ADVANCE_CLOCK_AT_TAPS_JS)
    context.add_init_script(MARK_PENDING_JS)
    page = context.new_page()
    page.set_default_timeout(DEFAULT_TIMEOUT_MS)
    page.on("pageerror", lambda error: errors.append(getattr(error, "stack", "") or str(error)))
    return page
