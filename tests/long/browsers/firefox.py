"""Debian's Firefox, which Playwright controls with WebDriver BiDi."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, Playwright

from tests.long.browsers.mouse import MouseTouchInput

FRAME_RATE_PREFERENCES: dict[str, str | float | bool] = {"layout.frame_rate": 20}
"""A low frame rate, since rendering without a graphics card takes a third of the time."""
FIREFOX_PATH = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)


class Firefox:
    PACKAGES: tuple[str, ...] = ("firefox-esr",)
    PHONE: dict[str, Any] = {"has_touch": True}

    def is_installed(self) -> bool:
        return FIREFOX_PATH is not None

    @contextmanager
    def launch(self, playwright: Playwright) -> Iterator[Browser]:
        browser = playwright.firefox.launch(
            channel="moz-firefox", executable_path=FIREFOX_PATH, firefox_user_prefs=FRAME_RATE_PREFERENCES
        )
        yield browser
        browser.close()

    def touch_input(self, page: Page) -> MouseTouchInput:
        return MouseTouchInput(page)


ENGINE = Firefox()
