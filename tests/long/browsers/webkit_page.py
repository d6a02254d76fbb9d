"""The methods of Playwright's pages that tests use, over WebDriver."""

from __future__ import annotations

import fnmatch
import json
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error, ViewportSize
from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.webdriver import WebDriver

from tests.long.browsers.webkit_locator import WebKitLocator
from tests.waiting import wait_until

if TYPE_CHECKING:
    from tests.long.browsers.webkit import WebKitContext

RUN_SCRIPT_JS = """const done = arguments[arguments.length - 1];
(async () => { %s })().then(
  value => done(JSON.stringify({ value: value ?? null })),
  error => done(JSON.stringify({ error: String(error) })));"""

ActionStep = dict[str, Any]
BUTTON_DOWN_STEP: ActionStep = {"type": "pointerDown", "button": 0}
BUTTON_UP_STEP: ActionStep = {"type": "pointerUp", "button": 0}


class WebKitPage:
    """A page with those methods of Playwright's page that tests use."""

    def __init__(
        self, context: WebKitContext, driver: WebDriver, home: str, viewport: ViewportSize
    ) -> None:
        self.context, self.viewport_size = context, viewport
        self._driver, self._home = driver, home
        self._handle = driver.current_window_handle
        self.keyboard, self.mouse = Keyboard(self), Mouse(self)

    @property
    def driver(self) -> WebDriver:
        if self._driver.current_window_handle != self._handle:
            self._driver.switch_to.window(self._handle)
        return self._driver

    @property
    def url(self) -> str:
        return self.driver.current_url

    def goto(self, address: str) -> None:
        """Open this address. Try twice, as the oldest browser sometimes does not load its first page."""
        whole = address if "://" in address else self._home + address
        try:
            self.driver.get(whole)
        except TimeoutException:
            self.driver.get(whole)

    def reload(self) -> None:
        self.driver.refresh()

    def go_back(self) -> None:
        self.driver.back()

    def close(self) -> None:
        self.driver.close()
        self.context.pages.remove(self)
        self._driver.switch_to.window(self._driver.window_handles[0])

    def on(self, event: str, handler: Any) -> None:
        """Call ``handler`` with each script error at the end. ``event`` must be ``pageerror``."""
        assert event == "pageerror", f"{event} is not supported"
        self.context.on_error(handler)

    def run_script(self, source: str) -> Any:
        """Run the body of a JavaScript function, and return its result. If it is a promise, wait for it."""
        try:
            result = json.loads(self.driver.execute_async_script(RUN_SCRIPT_JS % source))
        except WebDriverException as error:
            raise Error(str(error)) from error
        if "error" in result:
            raise Error(result["error"])
        return result["value"]

    def evaluate(self, source: str, argument: Any = None) -> Any:
        data = json.dumps(argument)
        return self.run_script(f"const it = ({source}); return typeof it === 'function' ? it({data}) : it;")

    def perform_actions(self, kind: str, steps: list[ActionStep]) -> None:
        """Perform WebDriver's action steps. ``kind`` is ``key`` (keyboard) or ``pointer`` (mouse)."""
        source = {"type": kind, "id": kind, "actions": steps}
        self.driver.execute(Command.W3C_ACTIONS, {"actions": [source]})

    def locator(self, selector: str) -> WebKitLocator:
        return WebKitLocator(self, selector)

    def wait_for_selector(self, selector: str, state: str = "visible") -> None:
        self.locator(selector).first.wait_for(state)

    def wait_for_url(self, pattern: str) -> None:
        wait_until(lambda: fnmatch.fnmatch(self.url, pattern), f"the address {pattern}")

    def set_default_timeout(self, milliseconds: float) -> None:
        """Do nothing, as the timeout of this engine cannot be changed."""


class Keyboard:
    def __init__(self, page: WebKitPage) -> None:
        self._page = page

    def press(self, keys: str) -> None:
        """Press a key with its modifiers, such as ``Control+A``."""
        named = [getattr(Keys, key.upper(), key.lower()) for key in keys.split("+")]
        self._send_keys([*(("keyDown", key) for key in named), *(("keyUp", key) for key in named[::-1])])

    def type(self, text: str) -> None:
        self._send_keys([(kind, letter) for letter in text for kind in ("keyDown", "keyUp")])

    def _send_keys(self, strokes: list[tuple[str, str]]) -> None:
        self._page.perform_actions("key", [{"type": kind, "value": key} for kind, key in strokes])


class Mouse:
    def __init__(self, page: WebKitPage) -> None:
        self._page = page

    def click(self, x: float, y: float) -> None:
        self._page.perform_actions("pointer", [_make_pointer_move(x, y), BUTTON_DOWN_STEP, BUTTON_UP_STEP])

    def move(self, x: float, y: float) -> None:
        self._page.perform_actions("pointer", [_make_pointer_move(x, y)])

    def down(self) -> None:
        self._page.perform_actions("pointer", [BUTTON_DOWN_STEP])

    def up(self) -> None:
        self._page.perform_actions("pointer", [BUTTON_UP_STEP])


def _make_pointer_move(x: float, y: float) -> ActionStep:
    return {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}
