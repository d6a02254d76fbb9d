"""A simulated user who taps only visible controls, swipes to reach others, and counts both."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Error, FloatRect, Locator, Page

from tests.browser.engines import expect, get_engine
from tests.waiting import wait_until_idle

FORM_HEADERS = {"Content-Type": "application/x-www-form-urlencoded"}
OPEN_TABLE_BY_FETCH_JS = """async ([slug, names]) => {
  const form = [["start", "1"], ["one_phone", "on"], ...names.map(name => ["name", name])];
  return (await fetch(`/open/${slug}`, { method: "POST", body: new URLSearchParams(form) })).url;
}"""
"""Opens a table with a request of the page, which every engine supports, and returns its URL."""

FIND_TAP_POINT_JS = """async control => {
  await new Promise(next => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(next))));
  const slides = document.getAnimations().filter(motion => motion instanceof CSSTransition
    && motion.effect.target.contains(control));
  const motions = [...slides, ...control.getAnimations()];
  await Promise.all(motions.map(motion => motion.finished.catch(() => {})));
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
"""Returns the point where a control can be tapped; otherwise the area to swipe, and the distance."""
SCRIPTS_LOADED_SELECTOR = "html[data-pending]:not([data-pending~=page])"
TAP_HANDLED_SELECTOR = "html:not([data-touched])"
"""The page, or the next one, has handled the last tap."""

CLOSED_SHEET_JS = "e => e.parentElement.closest('dialog.bottom-sheet:not([open])')?.id"
CLOSED_FOLDS_SELECTOR = "xpath=ancestor::details[not(@open)]/summary"
HIDING_ELEMENTS_JS = f"""control => [({CLOSED_SHEET_JS})(control), !!control.closest("details:not([open])"),
  control.matches("input[type=radio], input[type=checkbox]")]"""
"""Returns the closed sheet around a control, whether a closed fold hides it, and whether it has a label."""
MAX_FLICKS = 16
EDGE_PIXELS = 12


class TouchUser:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.flicks = 0
        self.touch = get_engine(page.context.browser).touch_input(page)

    def tap(self, selector: str) -> None:
        """Tap a control, after opening the sheet or fold that hides it and swiping as necessary."""
        control = self._find(selector)
        sheet, folded, box = control.evaluate(HIDING_ELEMENTS_JS)
        if sheet:
            self.tap(f"[commandfor={sheet}]")
        for fold in control.locator(CLOSED_FOLDS_SELECTOR).all() if folded else ():
            self._tap_control(fold)
        self._tap_control(control.locator("xpath=ancestor::label") if box else control)

    def write(self, selector: str, text: str) -> None:
        self.tap(selector)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def choose(self, selector: str, value: str) -> None:
        """Choose an option of a select element. This counts as two taps, to open the list and to choose."""
        control = self._find(selector)
        if control.input_value() != value:
            self.tap(selector)
            control.select_option(value)
            self.taps += 1

    def get_bounds(self, selector: str) -> FloatRect:
        box = self._find(selector).bounding_box()
        assert box is not None, f"{selector} is not drawn"
        return box

    def _find(self, selector: str) -> Locator:
        controls = self.page.locator(selector)
        controls.first.wait_for(state="attached")
        visible = controls.locator("visible=true")
        return (visible if visible.count() else controls).first

    def _tap_control(self, control: Locator) -> None:
        self.touch.tap(*self._scroll_to(control))
        self.page.wait_for_selector(TAP_HANDLED_SELECTOR, state="attached")
        self.taps += 1

    def _scroll_to(self, control: Locator) -> tuple[float, float]:
        """Swipe until at least half of the control is visible. Return the point of the control to tap."""
        self.page.wait_for_selector(SCRIPTS_LOADED_SELECTOR, state="attached")
        expect(control).not_to_have_js_property("disabled", True)
        result: dict[str, Any] = {}
        for _ in range(MAX_FLICKS):
            result = control.evaluate(FIND_TAP_POINT_JS)
            if "tap" in result:
                return result["tap"][0], result["tap"][1]
            self._swipe_within(result["on"], *result["push"])
        raise AssertionError(f"no tap reaches {control}: {result}")

    def _swipe_within(self, on: dict[str, float], across: float, down: float) -> None:
        screen = self.page.viewport_size or {"width": 0, "height": 0}
        (x, to_x), (y, to_y) = (
            _get_swipe_range(on["left"], on["right"], across, screen["width"]),
            _get_swipe_range(on["top"], on["bottom"], down, screen["height"]),
        )
        self.touch.flick((x, y), (to_x, to_y))
        self.flicks += 1

    def open_table(
        self,
        slug: str,
        names: list[str],
        address: str = "",
        *,
        one_phone: bool = False,
        mode: str = "referee",
    ) -> str:
        """Open and start a table on this phone with a request, and return its code.

        With ``one_phone``, this phone enters moves for all seats. ``address`` is that of another server.
        """
        form = [("start", "1"), ("mode", mode), *(("name", name) for name in names)]
        form += [("one_phone", "on")] * one_phone
        answer = self.page.request.post(
            f"{address}/open/{slug}", data=urlencode(form), headers=FORM_HEADERS, max_redirects=0,
            max_retries=1,  # if the connection had been cut before
        )  # fmt: skip
        code = answer.headers["location"].rsplit("/", 1)[1]
        self.page.goto(f"{address}/t/{code}")
        return code

    def open_table_by_fetch(self, slug: str, names: list[str], address: str = "") -> None:
        self.page.goto(f"{address}/")
        self.page.goto(self.page.evaluate(OPEN_TABLE_BY_FETCH_JS, [slug, names]))
        self.wait_for_start()

    def join_seat(self, code: str, seat: int, address: str = "") -> None:
        self.page.goto(f"{address}/j/{code}")
        self.take_seat(seat)

    def take_seat(self, seat: int) -> None:
        self.tap(f".join-seat:has([value='{seat}'])")
        self.tap("#sit-down")
        self.page.wait_for_selector("#table")

    def choose_game(self, slug: str) -> None:
        self.page.goto("/")
        self.tap(f"a[href='/open/{slug}']")

    def open_lobby(self) -> str:
        self.tap("button:text('Open the table')")
        self.page.wait_for_selector("#place-0")
        return self.page.url.rsplit("/", 1)[1]

    def name_seat(self, seat: int, name: str) -> None:
        self.tap(f"#place-{seat} a")
        self.write("#drawer input[name=name]", name)
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#drawer")).to_be_hidden()
        expect(self.page.locator(f"#place-{seat} .whose")).to_have_text(name)

    def start_game(self) -> None:
        self.tap("#move-form button")
        self.wait_for_start()

    def wait_for_start(self) -> None:
        self.page.wait_for_selector("#play", state="attached")

    def enter_for(self, seat: int | str) -> None:
        """Let this phone also enter moves for another seat, or for ``all`` seats."""
        self.tap("#menu a[href$='/for']")
        self.tap(f"#drawer [name=seat][value='{seat}']")
        expect(self.page.locator("#drawer")).to_be_hidden()
        wait_until_idle(self.page)  # the new stream brings the controls of the other seats


def wait_for_version(page: Page, version: int, after: object = "") -> None:
    """Wait until the page shows this version. The error after a timeout names ``after``, the entry."""
    try:
        page.wait_for_selector(f"#table[data-version='{version}']", state="attached")
    except (AssertionError, Error) as error:
        shown = page.locator("#table").get_attribute("data-version")
        text = page.locator("#answer").inner_text() or page.locator(".prompt").inner_text()
        status = page.locator("#line").inner_text()
        raise AssertionError(f"at {shown}, not {version} {after} ({status}): {text}") from error


def wait_on_all_phones(users: Sequence[TouchUser], version: int, after: object = "") -> None:
    for user in users:
        wait_for_version(user.page, version, after)


def _get_swipe_range(low: float, high: float, push: float, screen: float) -> tuple[float, float]:
    if not push:
        return (low + high) / 2, (low + high) / 2
    start = min(
        max(low, 0) + EDGE_PIXELS if push > 0 else min(high, screen) - EDGE_PIXELS, screen - EDGE_PIXELS
    )
    return start, max(EDGE_PIXELS, min(screen - EDGE_PIXELS, start + push))
