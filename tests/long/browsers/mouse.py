"""The mouse pointer instead of touch input, for engines without touch events."""

from playwright.sync_api import Page

from tests.browser.engines import Point

SCROLL_JS = """([x, y, across, down]) => {
  const rolls = (axis, room) => ["auto", "scroll"].includes(axis) && room > 0;
  for (let part = document.elementFromPoint(x, y); part?.parentElement; part = part.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(part);
    const sideways = across && rolls(overflowX, part.scrollWidth - part.clientWidth);
    const upwards = down && rolls(overflowY, part.scrollHeight - part.clientHeight);
    if (sideways || upwards) return part.scrollBy(-across, -down);
  }
  scrollBy(-across, -down);
}"""
"""Scrolls the element that a swipe from this position would scroll."""


class MouseTouchInput:
    """Clicks where a finger would tap, and scrolls where it would swipe."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def tap(self, x: float, y: float) -> None:
        self._page.mouse.click(x, y)

    def flick(self, start: Point, end: Point) -> None:
        self._page.evaluate(SCROLL_JS, [*start, end[0] - start[0], end[1] - start[1]])

    def dispatch(self, kind: str, x: float, y: float) -> None:
        self._page.mouse.move(x, y)
        if kind == "touchStart":
            self._page.mouse.down()

    def lift(self) -> None:
        self._page.mouse.up()
