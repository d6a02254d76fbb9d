"""A simulated keyboard user: reaches controls with arrow keys and Tab, and counts each key."""

import sys
from dataclasses import dataclass, field

from playwright.sync_api import ElementHandle, Locator, Page, expect

from companion.games.seeds import load_plays
from tests.browser import game_drivers
from tests.browser.costs import Costs
from tests.browser.joining import MakePhone, act_for, wait_for_version
from tests.browser.tables import join_as_recorded
from tests.browser.touch_user import CLOSED_SHEET
from tests.waiting import wait_until_idle

REACHABLE = "e => e.checkVisibility() && e.tabIndex >= 0 && !e.disabled"
IS_BOX = "e => e.matches('input[type=checkbox], input[type=radio]')"
IS_HERE = "e => e === document.activeElement"
FOCUS = "() => document.activeElement?.outerHTML.slice(0, 90)"
IS_BEFORE_FOCUS = """e => {
  const here = document.activeElement;
  return here !== document.body && (here.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_PRECEDING) > 0;
}"""
"""Returns whether a control is before the focused one."""
FIND_ARROWS = """goal => {
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
IS_SAME_GROUP = """e => {
  const here = document.activeElement;
  return here === e || (e.type === "radio" && here.type === "radio" && here.name === e.name
    && here.form === e.form);
}"""
"""Returns whether a control, or another choice of its group, has the focus: arrow keys continue there."""
ALONG = """e => {
  const alike = [...e.form.elements].filter(each => each.name === e.name && !each.disabled);
  return alike.indexOf(e) > alike.indexOf(document.activeElement) ? "ArrowRight" : "ArrowLeft";
}"""
MAX_TABS = 80
NEXT_FRAME = "new Promise(requestAnimationFrame)"
"""The script moves the focus in the next frame."""


class KeyboardUser:
    """A simulated keyboard user. Without ``walks``, controls are focused directly."""

    def __init__(self, page: Page, *, walks: bool = False) -> None:
        self.page = page
        self.keys = 0
        self._walks = walks

    def tap(self, selector: str) -> None:
        """Press Enter on a button, link or fold, and Space on a box or radio button. A sheet or fold that
        hides it is opened first.
        """
        control = self._focus(self._open_hidden(selector))
        if not control.evaluate("e => e.type === 'radio' && e.checked"):
            self._press("Space" if control.evaluate(IS_BOX) else "Enter")

    def write(self, selector: str, text: str) -> None:
        self._focus(self._open_hidden(selector))
        self._press("Control+A")
        self.page.keyboard.type(text)
        self.keys += len(text)

    def choose(self, selector: str, value: str) -> None:
        """Choose an option of a select element with arrow keys."""
        locator = self._open_hidden(selector)
        if locator.input_value() != value:
            control = self._focus(locator)
            before = control.evaluate("e => e.selectedIndex")
            control.select_option(value)
            self.keys += abs(control.evaluate("e => e.selectedIndex") - before)

    def _open_hidden(self, selector: str) -> Locator:
        locator = self.page.locator(selector)
        locator.first.wait_for(state="attached")
        visible = locator.locator("visible=true")
        control = (visible if visible.count() else locator).first
        if sheet := control.evaluate(CLOSED_SHEET):
            self._focus(self._open_hidden(f"[commandfor={sheet}]"))
            self._press("Enter")
        for fold in control.locator("xpath=ancestor::details[not(@open)]/summary").all():
            self._focus(fold)
            self._press("Enter")
        return control

    def _focus(self, locator: Locator, attempts: int = 3) -> ElementHandle:
        """Move the focus with arrow keys if possible, otherwise with Tab or Shift+Tab, and return the
        focused control.

        If the page is updated meanwhile, the focus may move, and the search starts again.
        """
        control = locator.element_handle()
        assert control.evaluate(REACHABLE), f"not reachable by keyboard: {locator}"
        if self._walks:
            for arrow in control.evaluate(FIND_ARROWS):
                self._press(arrow)
            self._by_tab(control)
        else:
            control.focus()
        here = control.evaluate("e => e.isConnected") and control.evaluate(IS_HERE)
        if not here and attempts:
            is_settled(self.page)
            return self._focus(locator, attempts - 1)
        assert here, f"no key leads to {locator}, but to {self.page.evaluate(FOCUS)}"
        return control

    def _by_tab(self, control: ElementHandle) -> None:
        tab = "Shift+Tab" if control.evaluate(IS_BEFORE_FOCUS) else "Tab"
        for _ in range(MAX_TABS):
            if control.evaluate(IS_SAME_GROUP):
                break
            self._press(tab)
        for _ in range(MAX_TABS):
            if control.evaluate(IS_HERE) or not control.evaluate(IS_SAME_GROUP):
                break
            self._press(control.evaluate(ALONG))

    def _press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1


def is_settled(page: Page) -> None:
    """Wait until the page is idle and the focus no longer moves."""
    wait_until_idle(page)
    page.evaluate(NEXT_FRAME)


@dataclass
class Played:
    """The keys needed for a game, and how often nothing had the focus after an entry."""

    costs: Costs = field(default_factory=Costs)
    nowhere: int = 0


def play_with_keyboard(
    phone: MakePhone, slug: str, walked: int = sys.maxsize, most: int = sys.maxsize
) -> Played:
    """Play a recorded play with the keyboard on one phone for all: the first ``most`` entries, or to the
    podium.

    The keys of the first ``walked`` entries are counted.
    """
    record = load_plays(slug)[game_drivers.get_play_name(slug)]
    log = game_drivers.get_entries(slug, record)
    page = phone(reduced_motion="reduce")
    join_as_recorded(page, slug, record)
    page.wait_for_selector("#line.live")
    played = Played()
    for version, line in enumerate(log[:most], 1):
        keys = KeyboardUser(page, walks=version <= walked)
        act_for(keys, line["seat"])
        keys.keys = 0
        game_drivers.enter(keys, slug, line)
        wait_for_version(page, version, line)
        if version <= walked:
            is_settled(page)
            played.costs.add(line["move"], keys.keys)
            played.nowhere += page.evaluate("document.activeElement === document.body")
    if most < len(log):
        return played
    expect(page.locator("#end-title")).to_be_visible()
    for seat, points in enumerate(record["end"].get("points", ())):
        expect(page.locator(f".standings .c{seat} a > b")).to_have_text(str(points))
    return played
