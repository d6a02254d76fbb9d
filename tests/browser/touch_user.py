"""A simulated user who taps only visible controls, swipes to others, and counts both."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.engines import touch_input_for

FIND_TAP_POINT = """async control => {
  await new Promise(next => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(next))));
  await Promise.all(control.getAnimations().map(motion => motion.finished.catch(() => {})));
  const box = control.getBoundingClientRect();
  const middle = part => [(part.left + part.right) / 2, (part.top + part.bottom) / 2];
  const hits = [];
  for (let row = 0; row <= 8; row++) for (let column = 0; column <= 8; column++) {
    const x = box.left + box.width * (0.1 + row * 0.1), y = box.top + box.height * (0.1 + column * 0.1);
    const hit = document.elementFromPoint(x, y);
    if (hit && control.contains(hit)) hits.push([x, y]);
  }
  const mean = axis => hits.reduce((sum, point) => sum + point[axis], 0) / hits.length;
  if (hits.length * 2 > 81) {
    window.look?.();
    const { dataset } = document.documentElement;
    dataset.touched = "";
    addEventListener("click", () => delete dataset.touched, { capture: true, once: true });
    const far = ([x, y]) => (x - mean(0)) ** 2 + (y - mean(1)) ** 2;
    return { tap: hits.reduce((best, point) => far(point) < far(best) ? point : best) };
  }
  const [x, y] = middle(box);
  const stuck = element => element && (["sticky", "fixed"].includes(getComputedStyle(element).position)
    || stuck(element.parentElement));
  let clear = [0, 0], start = null;
  for (let at = 0; at < innerHeight + 4; at += 4) {
    const free = at < innerHeight && !stuck(document.elementFromPoint(innerWidth / 2, at));
    if (free) start ??= at;
    else if (start !== null) { if (at - start > clear[1] - clear[0]) clear = [start, at]; start = null; }
  }
  const [high, low] = stuck(control) ? [0, innerHeight] : clear;
  for (let strip = control.parentElement; strip && strip !== document.body; strip = strip.parentElement) {
    const style = getComputedStyle(strip), seen = strip.getBoundingClientRect();
    const [across, down] = middle(seen);
    const sideways = ["auto", "scroll"].includes(style.overflowX) && strip.scrollWidth > strip.clientWidth;
    const upwards = ["auto", "scroll"].includes(style.overflowY) && strip.scrollHeight > strip.clientHeight;
    if (upwards && down > high && down < low && (y < seen.top || y > seen.bottom))
      return { on: seen, push: [0, down - y] };
    if (sideways && y > high && y < low && (x < seen.left || x > seen.right))
      return { on: { left: seen.left, right: seen.right, top: y, bottom: y }, push: [across - x, 0] };
  }
  const on = { left: 0, top: clear[0], right: innerWidth, bottom: clear[1] };
  return { on, push: [0, middle(on)[1] - y], under: document.elementFromPoint(x, y)?.outerHTML };
}"""
"""Returns the point where a control can be tapped; otherwise the element to swipe and the distance. The
page is marked until it has handled the tap.
"""
SCRIPTS_LOADED = "html[data-pending]:not([data-pending~=page])"
"""The page's scripts are loaded."""
TAP_HANDLED = "html:not([data-touched])"
"""The tap was handled by the page, or the next one."""

CLOSED_SHEET = "e => e.parentElement.closest('dialog.bottom-sheet:not([open])')?.id"
"""The id of the closed sheet that contains a control."""
FOLDS = "xpath=ancestor::details[not(@open)]/summary"
HIDDEN_BY = f"""control => [({CLOSED_SHEET})(control), !!control.closest("details:not([open])"),
  control.matches("input[type=radio], input[type=checkbox]")]"""
"""Returns the closed sheet, whether a closed fold hides the control, and whether to tap its label."""
MAX_FLICKS = 16
EDGE = 12
"""The distance of touches from the screen's edges."""


class TouchUser:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.flicks = 0
        self._touch_input = touch_input_for(page)

    def tap(self, selector: str) -> None:
        """Tap a control. A sheet or fold that hides it is opened first, and the page is swiped if
        necessary.
        """
        control = self._find(selector)
        sheet, folded, box = control.evaluate(HIDDEN_BY)
        if sheet:
            self.tap(f"[commandfor={sheet}]")
        for fold in control.locator(FOLDS).all() if folded else ():
            self._touch(fold)
        self._touch(control.locator("xpath=ancestor::label") if box else control)

    def drag(self, selector: str, over: str, onto: str) -> None:
        """Drag a control over one element and drop it on another; it counts as one tap."""
        control = self._find(selector)
        self.touch("touchStart", *self._reach(control))
        for place in (over, onto):
            box = self._find(place).bounding_box()
            assert box is not None, f"{place} is not drawn"
            self.touch("touchMove", box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.lift()
        self.taps += 1

    def write(self, selector: str, text: str) -> None:
        self.tap(selector)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def choose(self, selector: str, value: str) -> None:
        """Choose an option of a select element: one tap opens it, one chooses."""
        control = self._find(selector)
        if control.input_value() != value:
            self.tap(selector)
            control.select_option(value)
            self.taps += 1

    def _find(self, selector: str) -> Locator:
        controls = self.page.locator(selector)
        controls.first.wait_for(state="attached")
        visible = controls.locator("visible=true")
        return (visible if visible.count() else controls).first

    def _touch(self, control: Locator) -> None:
        self._touch_input.tap(*self._reach(control))
        self.page.wait_for_selector(TAP_HANDLED, state="attached")
        self.taps += 1

    def _reach(self, control: Locator) -> tuple[float, float]:
        """Swipe until at least half of the control is uncovered, and return the point to tap."""
        self.page.wait_for_selector(SCRIPTS_LOADED, state="attached")
        expect(control).not_to_have_js_property("disabled", True)
        result: dict[str, Any] = {}
        for _ in range(MAX_FLICKS):
            result = control.evaluate(FIND_TAP_POINT)
            if "tap" in result:
                return result["tap"][0], result["tap"][1]
            self._flick(result["on"], *result["push"])
        raise AssertionError(f"no tap reaches {control}: {result}")

    def _flick(self, on: dict[str, float], across: float, down: float) -> None:
        """Swipe an area, as far as the screen allows."""
        screen = self.page.viewport_size or {"width": 0, "height": 0}
        (x, to_x), (y, to_y) = (
            _swipe(on["left"], on["right"], across, screen["width"]),
            _swipe(on["top"], on["bottom"], down, screen["height"]),
        )
        self._touch_input.flick((x, y), (to_x, to_y))
        self.flicks += 1

    def touch(self, kind: str, x: float, y: float) -> None:
        """Send ``touchStart`` or ``touchMove`` at a position."""
        self._touch_input.dispatch(kind, x, y)

    def lift(self) -> None:
        self._touch_input.lift()


def _swipe(low: float, high: float, push: float, screen: float) -> tuple[float, float]:
    """Return the start and end of a swipe along one axis."""
    if not push:
        return (low + high) / 2, (low + high) / 2
    start = min(max(low, 0) + EDGE if push > 0 else min(high, screen) - EDGE, screen - EDGE)
    return start, max(EDGE, min(screen - EDGE, start + push))
