"""A phone with Debian's WebKit, controlled with WebDriver. No registry has Playwright's WebKit."""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.waiting import WAIT_SECONDS, wait_until

PACKAGES = ("webkit2gtk-driver", "gir1.2-webkit2-4.1", "python3-gi", "xvfb")
WINDOW_PROGRAM = Path(__file__).with_name("webkit_window.py")
SYSTEM_PYTHON = "/usr/bin/python3"
SCREEN_COMMAND = ["Xvfb", "-displayfd", "1", "-screen", "0", "800x1000x24", "-nolisten", "tcp"]
SCRIPT_ERROR_PATTERN = re.compile(r"CONSOLE JS ERROR (.*)")
LOOK_SECONDS = 0.5
"""A person looks before tapping. The app ignores a tap on a control that has just appeared."""
SCROLL_TO_JS = "arguments[0].scrollIntoView({ block: 'center', inline: 'center' })"


def is_installed() -> bool:
    window = "import gi; gi.require_version('WebKit2', '4.1')"
    programs = all(map(shutil.which, ("WebKitWebDriver", "Xvfb", SYSTEM_PYTHON)))
    return programs and not subprocess.run([SYSTEM_PYTHON, "-c", window], capture_output=True).returncode


class WebKitPhone:
    """A phone that opens pages of a server, and taps their controls."""

    def __init__(self, driver: WebKitGTK, address: str, log: Path) -> None:
        self.driver, self.address, self._log = driver, address, log

    def list_script_errors(self) -> list[str]:
        """Return the errors in the browser's log, which also has each request that failed."""
        return SCRIPT_ERROR_PATTERN.findall(self._log.read_text("utf-8", errors="replace"))

    def open(self, path: str) -> None:
        self.driver.get(self.address + path)

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression, or of its promise."""
        script = f"const done = arguments[0]; Promise.resolve({expression}).then(done, done);"
        return self.driver.execute_async_script(script)

    def wait_for(self, selector: str) -> None:
        """Wait until an element matches this selector."""
        self.wait_until_true(f"Boolean(document.querySelector({json.dumps(selector)}))")

    def wait_until_true(self, expression: str) -> None:
        wait_until(lambda: self.evaluate(expression) is True, expression)

    def is_visible(self, selector: str) -> bool:
        """Return whether an element with this selector can be tapped."""
        element = f"document.querySelector({json.dumps(selector)})"
        return bool(self.evaluate(f"Boolean({element}?.checkVisibility())"))

    def tap(self, selector: str) -> None:
        """Tap the first element with this selector as soon as it is visible."""
        wait_until(lambda: self.is_visible(selector), selector)
        control = self.driver.find_element(By.CSS_SELECTOR, selector)
        self.driver.execute_script(SCROLL_TO_JS, control)
        time.sleep(LOOK_SECONDS)
        control.click()


@contextmanager
def open_phone(
    folder: Path, address: str, language: str = "en", *, dark: bool = False
) -> Iterator[WebKitPhone]:
    """Yield a phone that stores its profile in this folder."""
    with subprocess.Popen(SCREEN_COMMAND, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as screen:
        assert screen.stdout is not None
        display = f":{screen.stdout.readline().decode().strip()}"
        driver = _start_driver(display, folder, {"language": language, "dark": dark})
        try:
            yield WebKitPhone(driver, address, folder / "log")
        finally:
            driver.quit()
            screen.terminate()


def _start_driver(display: str, folder: Path, window_options: dict[str, Any]) -> WebKitGTK:
    options = Options()
    options.binary_location = SYSTEM_PYTHON
    window = {"size": [390, 844], "motion": False, "profile": str(folder), **window_options}
    for argument in (str(WINDOW_PROGRAM), json.dumps(window)):
        options.add_argument(argument)
    # Debian's Python must not import our modules.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    screen = {"DISPLAY": display, "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1"}
    service = Service(log_output=f"{folder}/log", env={**environment, **screen})
    driver = WebKitGTK(options=options, service=service)
    driver.set_script_timeout(WAIT_SECONDS)
    driver.set_page_load_timeout(WAIT_SECONDS)
    return driver
