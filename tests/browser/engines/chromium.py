"""Chromium with Playwright: real touches with the DevTools protocol."""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, Playwright

from tests.browser.engines import Point

EXECUTABLE_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first installed one is used; the headless shell is the fastest."""
CHROMIUM_PATH = next(filter(None, map(shutil.which, EXECUTABLE_NAMES)), None)
LAUNCH_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--host-resolver-rules=MAP table.test 127.0.0.1",
]  # fmt: skip
PAUSE_SECONDS = 0.1
"""Seconds without movement before the finger lifts, so that nothing scrolls on."""


class Chromium:
    """The engine of Chrome, Edge, Samsung Internet and most browsers on Android."""

    PACKAGES: tuple[str, ...] = ("chromium-headless-shell",)
    PHONE: dict[str, Any] = {"has_touch": True, "is_mobile": True}
    """The options of a browser context that emulate a phone. They do not set a screen size."""

    def is_installed(self) -> bool:
        return CHROMIUM_PATH is not None

    @contextmanager
    def launch(self, playwright: Playwright) -> Iterator[Browser]:
        browser = playwright.chromium.launch(executable_path=CHROMIUM_PATH, args=LAUNCH_FLAGS)
        yield browser
        browser.close()

    def touch_input(self, page: Page) -> "ChromiumTouch":
        return ChromiumTouch(page)


class ChromiumTouch:
    """Sends touch events at points of the viewport, in CSS pixels."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)
        self._pause = 0.0

    def tap(self, x: float, y: float) -> None:
        self._page.touchscreen.tap(x, y)

    def flick(self, start: Point, end: Point) -> None:
        (x, y), (to_x, to_y) = start, end
        self.dispatch("touchStart", x, y)
        for step in (0.25, 0.5, 0.75, 1):
            self.dispatch("touchMove", x + (to_x - x) * step, y + (to_y - y) * step)
        self._pause = PAUSE_SECONDS
        self.dispatch("touchMove", to_x, to_y)
        self.lift()

    def dispatch(self, kind: str, x: float, y: float) -> None:
        """Send a ``touchStart`` or ``touchMove`` event at this point."""
        self._send({"type": kind, "touchPoints": [{"x": x, "y": y}]})

    def lift(self) -> None:
        self._send({"type": "touchEnd", "touchPoints": []})
        self._pause = 0.0

    def _send(self, touch: dict[str, Any]) -> None:
        """Send a touch event. A simulated pause only makes its timestamp later, so that nobody waits."""
        self._session.send("Input.dispatchTouchEvent", {**touch, "timestamp": time.time() + self._pause})


ENGINE = Chromium()
