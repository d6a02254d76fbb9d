"""The WebKit of Safari 16.0 (WPE WebKit 2.38) over WebDriver. Its viewport is always 1280 × 720."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Browser, Playwright
from selenium.webdriver import WPEWebKit
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.wpewebkit.options import Options
from selenium.webdriver.wpewebkit.service import Service

from tests.long.browsers.webkit import WebKit, WebKitBrowser, make_clean_environment

MINI_BROWSER_PATH = next(Path("/usr/lib").glob("*/wpe-webkit-1.1/MiniBrowser"), None)


class OldWebKit(WebKit):
    """The engine of Safari in the year 2022."""

    PACKAGES: tuple[str, ...] = ("wpewebkit-driver", "libwpewebkit-1.1-0")

    def is_installed(self) -> bool:
        return bool(shutil.which("WPEWebDriver") and MINI_BROWSER_PATH)

    @contextmanager
    def launch(self, _playwright: Playwright) -> Iterator[Browser]:
        yield cast(Browser, WebKitBrowser("old_webkit", _start_headless))


def _start_headless(folder: str, _options: dict[str, Any]) -> WebDriver:
    options = Options()
    options.binary_location = str(MINI_BROWSER_PATH)
    for argument in ("--headless", "--automation"):
        options.add_argument(argument)
    service = Service(log_output=f"{folder}/log", env=make_clean_environment())
    return WPEWebKit(options=options, service=service)


ENGINE = OldWebKit()
