"""The browsers of the tests: Chromium, and Firefox in ``tests/long/browsers``. Both are Debian packages."""

import shutil
import time
from typing import Any, Protocol

from playwright.sync_api import Browser, Page, Playwright

CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first installed one is used; the headless shell is the fastest."""
CHROMIUM_PATH = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
FIREFOX_PATH = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
LAUNCH_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--host-resolver-rules=MAP table.test 127.0.0.1",
]  # fmt: skip
PHONE_OPTIONS: dict[str, dict[str, Any]] = {
    "chromium": {"has_touch": True, "is_mobile": True}, "firefox": {"has_touch": True},
}  # fmt: skip
"""The options of a browser context that emulate a phone, without its size."""
FRAME_RATE_PREFERENCES: dict[str, str | float | bool] = {"layout.frame_rate": 20}
"""A low frame rate, since rendering without a graphics card takes a third of the time."""
PAUSE_SECONDS = 0.1
"""Seconds without movement before the finger lifts, so that nothing scrolls on."""
Point = tuple[float, float]


def launch(playwright: Playwright, name: str) -> Browser | None:
    """Start a browser. Return None if it is not installed."""
    if name == "chromium" and CHROMIUM_PATH:
        return playwright.chromium.launch(executable_path=CHROMIUM_PATH, args=LAUNCH_FLAGS)
    if name == "firefox" and FIREFOX_PATH:
        return playwright.firefox.launch(
            channel="moz-firefox", executable_path=FIREFOX_PATH, firefox_user_prefs=FRAME_RATE_PREFERENCES
        )
    return None


class TouchInput(Protocol):
    """Sends touch events at points of the viewport, in CSS pixels."""

    def tap(self, x: float, y: float) -> None:
        """Touch this point and lift the finger."""

    def flick(self, start: Point, end: Point) -> None:
        """Swipe from the first position to the second."""

    def dispatch(self, kind: str, x: float, y: float) -> None:
        """Send a ``touchStart`` or ``touchMove`` event at this point."""

    def lift(self) -> None:
        """Lift the finger."""


def get_touch_input(page: Page) -> TouchInput:
    browser = page.context.browser  # a persistent context, which has none, is always Chromium's
    is_firefox = browser is not None and browser.browser_type.name == "firefox"
    return FirefoxMouse(page) if is_firefox else ChromiumTouch(page)


class ChromiumTouch:
    """Real touches with the DevTools protocol."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)
        self._pause = 0.0
        """The seconds to add to the next timestamp."""

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
        self._send({"type": kind, "touchPoints": [{"x": x, "y": y}]})

    def lift(self) -> None:
        self._send({"type": "touchEnd", "touchPoints": []})
        self._pause = 0.0

    def _send(self, touch: dict[str, Any]) -> None:
        """Send a touch event. Its timestamp includes the pause so far, so that the test need not wait."""
        self._session.send("Input.dispatchTouchEvent", {**touch, "timestamp": time.time() + self._pause})


class FirefoxMouse:
    """The mouse pointer and its wheel instead of touches, which Firefox cannot simulate."""

    def __init__(self, page: Page) -> None:
        self._mouse = page.mouse

    def tap(self, x: float, y: float) -> None:
        self._mouse.click(x, y)

    def flick(self, start: Point, end: Point) -> None:
        self._mouse.move(*start)
        self._mouse.wheel(start[0] - end[0], start[1] - end[1])

    def dispatch(self, kind: str, x: float, y: float) -> None:
        self._mouse.move(x, y)
        if kind == "touchStart":
            self._mouse.down()

    def lift(self) -> None:
        self._mouse.up()
