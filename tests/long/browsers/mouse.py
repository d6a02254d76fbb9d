"""A finger where an engine has no touches to send: the pointer of a mouse at the same places."""

from playwright.sync_api import Page

from tests.browser.engines.touch_input import Place

PUSH = """([x, y, across, down]) => {
  const rolls = (axis, room) => ["auto", "scroll"].includes(axis) && room > 0;
  for (let part = document.elementFromPoint(x, y); part?.parentElement; part = part.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(part);
    const sideways = across && rolls(overflowX, part.scrollWidth - part.clientWidth);
    const upwards = down && rolls(overflowY, part.scrollHeight - part.clientHeight);
    if (sideways || upwards) return part.scrollBy(-across, -down);
  }
  scrollBy(-across, -down);
}"""
"""Moves what a thumb that lands there would push."""


class Mouse:
    """Clicks for taps; what a thumb would push is scrolled."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def tap(self, x: float, y: float) -> None:
        self._page.mouse.click(x, y)

    def flick(self, start: Place, end: Place) -> None:
        self._page.evaluate(PUSH, [*start, end[0] - start[0], end[1] - start[1]])

    def feel(self, kind: str, x: float, y: float) -> None:
        self._page.mouse.move(x, y)
        if kind == "touchStart":
            self._page.mouse.down()

    def lift(self) -> None:
        self._page.mouse.up()
