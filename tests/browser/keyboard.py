"""A page used by keyboard alone: what a thumb taps is focused and pressed, and must be reachable."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from tests.browser.thumbs import CLOSED_SHEET

REACHABLE = "e => e.checkVisibility() && e.tabIndex >= 0 && !e.disabled"


class Keys:
    """A hand on the keys."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def tap(self, selector: str) -> None:
        """Enter on a button, link or fold, Space on a box or a choice; what hides it is opened first."""
        control = self._unfolded(selector)
        box = control.evaluate("e => e.matches('input[type=checkbox], input[type=radio]')")
        if not control.evaluate("e => e.type === 'radio' && e.checked"):
            self._press(control, "Space" if box else "Enter")

    def write(self, selector: str, text: str) -> None:
        """Type over what stands in a field."""
        self._press(self._unfolded(selector), "Control+A")
        self.page.keyboard.type(text)

    def choose(self, selector: str, value: str) -> None:
        """Choose in a list."""
        self._unfolded(selector).select_option(value)

    def _unfolded(self, selector: str) -> Locator:
        found = self.page.locator(selector)
        found.first.wait_for(state="attached")
        seen = found.locator("visible=true")
        control = (seen if seen.count() else found).first
        sheet = control.evaluate(CLOSED_SHEET)
        if sheet:
            self._press(
                self.page.locator(f"[popovertarget={sheet}] >> visible=true").first, "Enter"
            )
        for fold in control.locator("xpath=ancestor::details[not(@open)]/summary").all():
            self._press(fold, "Enter")
        return control

    def _press(self, control: Locator, key: str) -> None:
        assert control.evaluate(REACHABLE), f"not reachable by keyboard: {control}"
        control.focus()
        assert control.evaluate("e => e === document.activeElement")
        self.page.keyboard.press(key)
