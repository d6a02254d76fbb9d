"""A thumb on one phone's glass: it taps what it can see, flicks what it cannot, and counts both."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.engines import touch_input_for

REACH = """async control => {
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
"""Where a control can be tapped; else what has to be pushed, and how far each way. The page is
marked until it has heard of the tap."""
HEEDS_TAPS = "html[data-pending]:not([data-pending~=page])"
"""Its scripts are there."""
HAS_HEARD = "html:not([data-touched])"
"""The page, or the one that it led to."""

CLOSED_SHEET = "e => e.parentElement.closest('dialog.bottom-sheet:not([open])')?.id"
"""The sheet that a control lies in, if it has to be opened first."""
FOLDS = "xpath=ancestor::details[not(@open)]/summary"
HIDDEN_BY = f"""control => [({CLOSED_SHEET})(control), !!control.closest("details:not([open])"),
  control.matches("input[type=radio], input[type=checkbox]")]"""
"""The closed sheet and whether a closed fold hide a control; whether its label is tapped in its place."""
MAX_FLICKS = 16
EDGE = 12
"""A thumb lands and leaves this far from an edge."""


class TouchUser:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.flicks = 0
        self._finger = touch_input_for(page)

    def tap(self, selector: str) -> None:
        """Tap a control. What hides it is opened first; what is off the glass is flicked to."""
        control = self._find(selector)
        sheet, folded, box = control.evaluate(HIDDEN_BY)
        if sheet:
            self.tap(f"[commandfor={sheet}]")
        for fold in control.locator(FOLDS).all() if folded else ():
            self._touch(fold)
        self._touch(control.locator("xpath=ancestor::label") if box else control)

    def drag(self, selector: str, over: str, onto: str) -> None:
        """Drag a control over something, and drop it on a part of that; it counts as one tap."""
        control = self._find(selector)
        self.feel("touchStart", *self._reach(control))
        for place in (over, onto):
            box = self._find(place).bounding_box()
            assert box is not None, f"{place} is not drawn"
            self.feel("touchMove", box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.lift()
        self.taps += 1

    def write(self, selector: str, text: str) -> None:
        self.tap(selector)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def choose(self, selector: str, value: str) -> None:
        """Choose in a list of the phone's own: one tap opens it, one chooses."""
        control = self._find(selector)
        if control.input_value() != value:
            self.tap(selector)
            control.select_option(value)
            self.taps += 1

    def _find(self, selector: str) -> Locator:
        found = self.page.locator(selector)
        found.first.wait_for(state="attached")
        seen = found.locator("visible=true")
        return (seen if seen.count() else found).first

    def _touch(self, control: Locator) -> None:
        self._finger.tap(*self._reach(control))
        self.page.wait_for_selector(HAS_HEARD, state="attached")
        self.taps += 1

    def _reach(self, control: Locator) -> tuple[float, float]:
        """Flick until at least half of the control is under no other thing; the point to tap."""
        self.page.wait_for_selector(HEEDS_TAPS, state="attached")
        expect(control).not_to_have_js_property("disabled", True)
        there: dict[str, Any] = {}
        for _ in range(MAX_FLICKS):
            there = control.evaluate(REACH)
            if "tap" in there:
                return there["tap"][0], there["tap"][1]
            self._flick(there["on"], *there["push"])
        raise AssertionError(f"no thumb reaches {control}: {there}")

    def _flick(self, on: dict[str, float], across: float, down: float) -> None:
        """Push what lies there, as far as the thumb stays on the glass."""
        glass = self.page.viewport_size or {"width": 0, "height": 0}
        (x, to_x), (y, to_y) = (
            _stroke(on["left"], on["right"], across, glass["width"]),
            _stroke(on["top"], on["bottom"], down, glass["height"]),
        )
        self._finger.flick((x, y), (to_x, to_y))
        self.flicks += 1

    def feel(self, kind: str, x: float, y: float) -> None:
        """The glass feels a thumb land or move there."""
        self._finger.feel(kind, x, y)

    def lift(self) -> None:
        self._finger.lift()


def _stroke(low: float, high: float, push: float, glass: float) -> tuple[float, float]:
    """Where along one axis a thumb lands and leaves."""
    if not push:
        return (low + high) / 2, (low + high) / 2
    start = min(max(low, 0) + EDGE if push > 0 else min(high, glass) - EDGE, glass - EDGE)
    return start, max(EDGE, min(glass - EDGE, start + push))
