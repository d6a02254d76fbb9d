"""Chromium by Playwright: real touches, by the protocol of its own tools."""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, Playwright

from tests.browser.engines.touch_input import REST, Place

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first that is here is driven; the shell without windows of its own is the quickest."""
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--host-resolver-rules=MAP table.test 127.0.0.1",
]  # fmt: skip


class Chromium:
    """The engine of Chrome, Edge, Samsung Internet and most phones with Android."""

    PACKAGES: tuple[str, ...] = ("chromium-headless-shell",)
    PHONE: dict[str, Any] = {"has_touch": True, "is_mobile": True}

    def is_here(self) -> bool:
        return CHROMIUM is not None

    @contextmanager
    def launch(self, playwright: Playwright) -> Iterator[Browser]:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()

    def touch_input(self, page: Page) -> "ChromiumTouch":
        return ChromiumTouch(page)


class ChromiumTouch:
    def __init__(self, page: Page) -> None:
        self._page = page
        self._glass = page.context.new_cdp_session(page)
        self._rested = 0.0
        """Seconds."""

    def tap(self, x: float, y: float) -> None:
        self._page.touchscreen.tap(x, y)

    def flick(self, start: Place, end: Place) -> None:
        (x, y), (to_x, to_y) = start, end
        self.feel("touchStart", x, y)
        for step in (0.25, 0.5, 0.75, 1):
            self.feel("touchMove", x + (to_x - x) * step, y + (to_y - y) * step)
        self._rested = REST
        self.feel("touchMove", to_x, to_y)
        self.lift()

    def feel(self, kind: str, x: float, y: float) -> None:
        self._tell({"type": kind, "touchPoints": [{"x": x, "y": y}]})

    def lift(self) -> None:
        self._tell({"type": "touchEnd", "touchPoints": []})
        self._rested = 0.0

    def _tell(self, touch: dict[str, Any]) -> None:
        """At its moment: who rests is told later, and nobody waits."""
        self._glass.send("Input.dispatchTouchEvent", {**touch, "timestamp": time.time() + self._rested})


ENGINE = Chromium()
