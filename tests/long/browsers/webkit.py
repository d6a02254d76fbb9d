"""Debian's WebKit, controlled with WebDriver, in windows of a phone's size."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from playwright.sync_api import Browser, Page, Playwright
from selenium.webdriver import WebKitGTK
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.long.browsers.mouse import MouseTouchInput
from tests.long.browsers.webkit_page import WebKitPage
from tests.waiting import WAIT_SECONDS

WINDOW_PROGRAM = Path(__file__).with_name("webkit_window.py")
SYSTEM_PYTHON = "/usr/bin/python3"
XVFB_COMMAND = ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"]
SCRIPT_ERROR_PATTERN = re.compile(r"CONSOLE JS ERROR (.*)")
StartDriver = Callable[[str, dict[str, Any]], WebDriver]
"""Starts a driver and a browser in its own folder, for a context with these options."""


class WebKit:
    """The engine of Safari and of every browser on an iPhone."""

    PACKAGES: tuple[str, ...] = ("webkit2gtk-driver", "gir1.2-webkit2-4.1", "python3-gi", "xvfb")
    PHONE: dict[str, Any] = {}

    def is_installed(self) -> bool:
        window = "import gi; gi.require_version('WebKit2', '4.1')"
        return (
            all(map(shutil.which, ("WebKitWebDriver", "Xvfb", SYSTEM_PYTHON)))
            and not subprocess.run([SYSTEM_PYTHON, "-c", window], capture_output=True).returncode
        )

    @contextmanager
    def launch(self, _playwright: Playwright) -> Iterator[Browser]:
        with subprocess.Popen(XVFB_COMMAND, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as screen:
            assert screen.stdout is not None
            display = f":{screen.stdout.readline().decode().strip()}"
            yield cast(
                Browser,
                WebKitBrowser("webkit", lambda *context_options: _open_window(display, *context_options)),
            )
            screen.terminate()

    def touch_input(self, page: Page) -> MouseTouchInput:
        return MouseTouchInput(page)


class WebKitBrowser:
    """A browser with those methods of Playwright that tests use. Each context is a process of its own."""

    def __init__(self, name: str, start: StartDriver) -> None:
        self.browser_type = SimpleNamespace(name=name)
        self._start = start

    def new_context(self, **options: Any) -> "WebKitContext":
        return WebKitContext(self, self._start, options)


class WebKitContext:
    def __init__(self, browser: WebKitBrowser, start: StartDriver, options: dict[str, Any]) -> None:
        self.browser, self._options = browser, options
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._start = start
        self._driver: WebDriver
        self._on_error: list[Callable[[str], None]] = []
        self.pages: list[WebKitPage] = []

    def new_page(self) -> WebKitPage:
        """Return the first page of the browser, or open another one if the first is already used."""
        if self.pages:
            self._driver.switch_to.new_window("window")
        else:
            self._driver = self._start(self._folder.name, self._options)
            self._driver.set_script_timeout(WAIT_SECONDS)
            self._driver.set_page_load_timeout(WAIT_SECONDS)
        viewport = self._options["viewport"]
        page = WebKitPage(self, self._driver, self._options["base_url"], viewport)
        self.pages.append(page)
        return page

    def add_init_script(self, script: str) -> None:
        """Run this script in each page before the page's own scripts. Call this before ``new_page``."""
        self._options.setdefault("scripts", []).append(script)

    def on_error(self, handler: Callable[[str], None]) -> None:
        """When the context is closed, call ``handler`` with each script error in the browser's log."""
        self._on_error.append(handler)

    def close(self) -> None:
        self._driver.quit()
        log = (Path(self._folder.name) / "log").read_text("utf-8", errors="replace")
        for message in SCRIPT_ERROR_PATTERN.findall(log):
            for handler in self._on_error:
                handler(message)
        self._folder.cleanup()


def _open_window(display: str, folder: str, options: dict[str, Any]) -> WebDriver:
    context_options = {
        "size": [options["viewport"]["width"], options["viewport"]["height"]],
        "language": options.get("locale", "en"),
        "dark": options.get("color_scheme") == "dark",
        "motion": options.get("reduced_motion") != "reduce",
        "profile": folder,
        "scripts": options.get("scripts", []),
    }
    driver_options = Options()
    driver_options.binary_location = SYSTEM_PYTHON
    for argument in (str(WINDOW_PROGRAM), json.dumps(context_options)):
        driver_options.add_argument(argument)
    settings = {"DISPLAY": display, "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1"}
    service = Service(log_output=f"{folder}/log", env={**make_clean_environment(), **settings})
    return WebKitGTK(options=driver_options, service=service)


def make_clean_environment() -> dict[str, str]:
    """Return the environment variables except Python's, so that Debian's Python starts as usual."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


ENGINE = WebKit()
