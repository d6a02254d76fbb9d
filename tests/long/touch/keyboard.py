"""A simulated user with a keyboard. A script moves the focus to controls that Tab can reach."""

from playwright.sync_api import ElementHandle, Locator, Page

from tests.browser.touch_user import CLOSED_FOLDS_SELECTOR, CLOSED_SHEET_JS
from tests.waiting import wait_until_idle

IS_REACHABLE_JS = "e => e.checkVisibility() && e.tabIndex >= 0 && !e.disabled"
IS_CHECKBOX_OR_RADIO_JS = "e => e.matches('input[type=checkbox], input[type=radio]')"
IS_FOCUSED_JS = "e => e.isConnected && e === document.activeElement"
NEXT_FRAME_JS = "new Promise(requestAnimationFrame)"
"""In the next frame the page's script moves the focus."""


class KeyboardUser:
    def __init__(self, page: Page) -> None:
        self.page = page

    def tap(self, selector: str) -> None:
        """Press Enter on a control, or Space on a checkbox or radio button."""
        control = self._move_focus(self._open_hidden(selector))
        if not control.evaluate("e => e.type === 'radio' && e.checked"):
            self.page.keyboard.press("Space" if control.evaluate(IS_CHECKBOX_OR_RADIO_JS) else "Enter")

    def write(self, selector: str, text: str) -> None:
        self._move_focus(self._open_hidden(selector))
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def choose(self, selector: str, value: str) -> None:
        self._move_focus(self._open_hidden(selector)).select_option(value)

    def _open_hidden(self, selector: str) -> Locator:
        locator = self.page.locator(selector)
        locator.first.wait_for(state="attached")
        visible = locator.locator("visible=true")
        control = (visible if visible.count() else locator).first
        if sheet := control.evaluate(CLOSED_SHEET_JS):
            self.tap(f"[commandfor={sheet}]")
        for fold in control.locator(CLOSED_FOLDS_SELECTOR).all():
            self._move_focus(fold)
            self.page.keyboard.press("Enter")
        return control

    def _move_focus(self, locator: Locator, attempts: int = 3) -> ElementHandle:
        """Move the focus to this control. Try again if an update of the page has moved the focus."""
        control = locator.element_handle()
        assert control.evaluate(IS_REACHABLE_JS), f"not reachable by keyboard: {locator}"
        control.focus()
        if not control.evaluate(IS_FOCUSED_JS):
            assert attempts, f"{locator} does not keep the focus"
            wait_until_settled(self.page)
            return self._move_focus(locator, attempts - 1)
        return control


def wait_until_settled(page: Page) -> None:
    wait_until_idle(page)
    page.evaluate(NEXT_FRAME_JS)
