"""A page that is used by keyboard alone: what a thumb taps is focused and pressed."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

REACHABLE = """e => e.checkVisibility() && e.tabIndex >= 0 && !e.disabled"""


class Keys:
    """Wraps a page or locator; ``tap`` and ``check`` become focus and a key, and must be reachable."""

    def __init__(self, of: Page | Locator) -> None:
        self._of = of

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._of, name)
        if isinstance(found, Locator):
            return Keys(found)
        if callable(found) and name in ("locator", "get_by_role", "nth"):
            return lambda *args, **kwargs: Keys(found(*args, **kwargs))
        return found

    def tap(self) -> None:
        """Enter on a button, link or summary; Space on a box."""
        assert isinstance(self._of, Locator)
        box = self._of.evaluate("e => e.matches('input[type=checkbox], input[type=radio]')")
        self._press("Space" if box else "Enter")

    def check(self, **_: Any) -> None:
        """Space on a box or a choice that is not chosen yet."""
        assert isinstance(self._of, Locator)
        if not self._of.is_checked():
            self._press("Space")

    def _press(self, key: str) -> None:
        assert isinstance(self._of, Locator)
        target = self._of.first
        target.wait_for(state="attached")
        assert target.evaluate(REACHABLE), "not reachable by keyboard"
        target.focus()
        assert target.evaluate("e => e === document.activeElement")
        self._of.page.keyboard.press(key)
