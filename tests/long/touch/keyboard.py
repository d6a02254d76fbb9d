"""A simulated user with a keyboard, whose keys are counted. Arrow keys and Tab move the focus."""

from dataclasses import dataclass, field

from playwright.sync_api import ElementHandle, Locator, Page

from tests.browser import game_drivers
from tests.browser.joining import MakePhone, expect_result, set_acting_seat
from tests.browser.play_by_touch import MoveCosts
from tests.browser.tables import open_page_as_recorded
from tests.browser.touch_user import CLOSED_SHEET_JS, wait_for_version
from tests.waiting import wait_until_idle

IS_REACHABLE_JS = "e => e.checkVisibility() && e.tabIndex >= 0 && !e.disabled"
IS_CHECKBOX_OR_RADIO_JS = "e => e.matches('input[type=checkbox], input[type=radio]')"
IS_FOCUSED_JS = "e => e === document.activeElement"
FOCUSED_HTML_JS = "() => document.activeElement?.outerHTML.slice(0, 90)"
IS_BEFORE_FOCUS_JS = """e => {
  const here = document.activeElement;
  return here !== document.body && (here.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_PRECEDING) > 0;
}"""
FIND_ARROW_KEYS_JS = """goal => {
  const start = document.activeElement, ways = new Map([[start, []]]), waiting = [start];
  const alike = e => [...e.form.elements].filter(each => each.name === e.name && !each.disabled);
  const after = (e, key) => {
    if (e !== document.body) e.focus({ preventScroll: true });
    const pressed = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    if (!e.dispatchEvent(pressed)) return document.activeElement;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const chooses = step && e.type === "radio" && alike(e).includes(goal);
    return chooses ? alike(e).at((alike(e).indexOf(e) + step) % alike(e).length) : e;
  };
  while (waiting.length && !ways.has(goal)) {
    const here = waiting.shift();
    for (const key of ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"]) {
      const there = after(here, key);
      if (ways.has(there)) continue;
      ways.set(there, [...ways.get(here), key]);
      waiting.push(there);
    }
  }
  if (start === document.body) document.activeElement.blur();
  else start.focus({ preventScroll: true });
  return ways.get(goal) ?? [];
}"""
"""Returns the arrow keys from the focus to a control, as a viewer would choose them; maybe none."""
IS_SAME_GROUP_JS = """e => {
  const here = document.activeElement;
  return here === e || (e.type === "radio" && here.type === "radio" && here.name === e.name
    && here.form === e.form);
}"""
"""Returns whether a control, or another choice of its group, has the focus: arrow keys continue there."""
GET_RADIO_ARROW_JS = """e => {
  const alike = [...e.form.elements].filter(each => each.name === e.name && !each.disabled);
  return alike.indexOf(e) > alike.indexOf(document.activeElement) ? "ArrowRight" : "ArrowLeft";
}"""
MAX_TABS = 80
NEXT_FRAME_JS = "new Promise(requestAnimationFrame)"
"""In the next frame the page's script moves the focus."""


class KeyboardUser:
    """A simulated user with a keyboard. Without ``moves_focus_by_keys``, a script moves the focus."""

    def __init__(self, page: Page, *, moves_focus_by_keys: bool = False) -> None:
        self.page = page
        self.keys = 0
        self._moves_focus_by_keys = moves_focus_by_keys

    def tap(self, selector: str) -> None:
        """Press Enter on a control, or Space on a checkbox or radio button."""
        control = self._move_focus(self._open_hidden(selector))
        if not control.evaluate("e => e.type === 'radio' && e.checked"):
            self._press_key("Space" if control.evaluate(IS_CHECKBOX_OR_RADIO_JS) else "Enter")

    def write(self, selector: str, text: str) -> None:
        self._move_focus(self._open_hidden(selector))
        self._press_key("Control+A")
        self.page.keyboard.type(text)
        self.keys += len(text)

    def choose(self, selector: str, value: str) -> None:
        """Choose an option of a select element. Each step between two options counts as one key."""
        locator = self._open_hidden(selector)
        if locator.input_value() != value:
            control = self._move_focus(locator)
            before = control.evaluate("e => e.selectedIndex")
            control.select_option(value)
            self.keys += abs(control.evaluate("e => e.selectedIndex") - before)

    def _open_hidden(self, selector: str) -> Locator:
        locator = self.page.locator(selector)
        locator.first.wait_for(state="attached")
        visible = locator.locator("visible=true")
        control = (visible if visible.count() else locator).first
        if sheet := control.evaluate(CLOSED_SHEET_JS):
            self._move_focus(self._open_hidden(f"[commandfor={sheet}]"))
            self._press_key("Enter")
        for fold in control.locator("xpath=ancestor::details[not(@open)]/summary").all():
            self._move_focus(fold)
            self._press_key("Enter")
        return control

    def _move_focus(self, locator: Locator, attempts: int = 3) -> ElementHandle:
        """Move the focus to this control. Try again if an update of the page has moved the focus."""
        control = locator.element_handle()
        assert control.evaluate(IS_REACHABLE_JS), f"not reachable by keyboard: {locator}"
        if self._moves_focus_by_keys:
            for arrow in control.evaluate(FIND_ARROW_KEYS_JS):
                self._press_key(arrow)
            self._move_focus_by_tab(control)
        else:
            control.focus()
        here = control.evaluate("e => e.isConnected") and control.evaluate(IS_FOCUSED_JS)
        if not here and attempts:
            wait_until_settled(self.page)
            return self._move_focus(locator, attempts - 1)
        assert here, f"no key leads to {locator}, but to {self.page.evaluate(FOCUSED_HTML_JS)}"
        return control

    def _move_focus_by_tab(self, control: ElementHandle) -> None:
        tab = "Shift+Tab" if control.evaluate(IS_BEFORE_FOCUS_JS) else "Tab"
        for _ in range(MAX_TABS):
            if control.evaluate(IS_SAME_GROUP_JS):
                break
            self._press_key(tab)
        for _ in range(MAX_TABS):
            if control.evaluate(IS_FOCUSED_JS) or not control.evaluate(IS_SAME_GROUP_JS):
                break
            self._press_key(control.evaluate(GET_RADIO_ARROW_JS))

    def _press_key(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1


def wait_until_settled(page: Page) -> None:
    wait_until_idle(page)
    page.evaluate(NEXT_FRAME_JS)


@dataclass
class KeyCounts:
    """The keys that a play needed, and the number of entries after which no control had the focus."""

    costs: MoveCosts = field(default_factory=MoveCosts)
    unfocused: int = 0


def play_with_keyboard(phone: MakePhone, slug: str, counted: int = 9999, entered: int = 9999) -> KeyCounts:
    """Make the first ``entered`` entries of a recorded play. Count the keys of the first ``counted``."""
    record = game_drivers.load_record(slug)
    log = game_drivers.get_entries(slug, record)
    page = phone(reduced_motion="reduce")
    open_page_as_recorded(page, slug, record)
    page.wait_for_selector("#line.live")
    played = KeyCounts()
    for version, line in enumerate(log[:entered], 1):
        keys = KeyboardUser(page, moves_focus_by_keys=version <= counted)
        set_acting_seat(keys, line["seat"])
        keys.keys = 0
        game_drivers.enter_move(keys, slug, line)
        wait_for_version(page, version, line)
        if version <= counted:
            wait_until_settled(page)
            played.costs.add(line["move"], keys.keys)
            played.unfocused += page.evaluate("document.activeElement === document.body")
    if entered >= len(log):
        expect_result(page, record)
    return played
