"""The methods of Playwright's locators and of its ``expect`` that tests use, over WebDriver."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.waiting import wait_until

if TYPE_CHECKING:
    from tests.long.browsers.webkit_page import WebKitPage

FIND_ELEMENTS_JS = r"""
const isSeen = element => {
  const { width, height } = element.getBoundingClientRect();
  const isVisible = getComputedStyle(element).visibility === "visible";
  return width > 0 && height > 0 && isVisible && (element.checkVisibility?.() ?? true);
};
const words = element => element.textContent.replace(/\s+/g, " ").trim();
const textTests = {
  "text": (element, text) => words(element).toLowerCase().includes(text.toLowerCase()),
  "text-is": (element, text) => words(element) === text,
};
const byCss = (roots, selector) => {
  const [, css, how, text] = /^(.*):(text|text-is)\('([^']*)'\)$/.exec(selector) ?? [null, selector];
  const all = new Set(roots.flatMap(root => [...root.querySelectorAll(css)]));
  return [...all].filter(element => !how || textTests[how](element, text));
};
const byPath = (roots, path) => {
  const all = new Set();
  for (const root of roots) {
    const found = document.evaluate(path, root, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
    for (let at = 0; at < found.snapshotLength; at++) all.add(found.snapshotItem(at));
  }
  return [...all];
};
const find = selector => selector.split(" >> ").reduce((found, step) => {
  const [, kind, value] = /^(nth|visible|xpath)=(.*)$/.exec(step) ?? [];
  if (kind === "nth") return found.slice(Number(value), Number(value) + 1);
  if (kind === "visible") return found.filter(isSeen);
  return kind === "xpath" ? byPath(found, value) : byCss(found, step);
}, [document]);
"""
"""Finds the elements of the Playwright selectors that the tests use."""
STATE_CONDITIONS_JS = {
    "attached": "found.length > 0",
    "detached": "found.length === 0",
    "visible": "found.some(isSeen)",
    "hidden": "!found.some(isSeen)",
}
CHOOSE_OPTION_JS = """(list, value) => {
  list.value = value;
  for (const type of ["input", "change"]) list.dispatchEvent(new Event(type, { bubbles: true }));
}"""


class WebKitLocator:
    def __init__(self, page: WebKitPage, selector: str) -> None:
        self.page, self._selector = page, selector

    def expected(self) -> LocatorExpectation:
        return LocatorExpectation(self)

    def __str__(self) -> str:
        return self._selector

    def locator(self, selector: str) -> WebKitLocator:
        return WebKitLocator(self.page, f"{self._selector} >> {selector}")

    def nth(self, number: int) -> WebKitLocator:
        return self.locator(f"nth={number}")

    @property
    def first(self) -> WebKitLocator:
        return self.nth(0)

    def all(self) -> list[WebKitLocator]:
        return [self.nth(number) for number in range(self.count())]

    def count(self) -> int:
        return int(self._evaluate("found.length"))

    def is_visible(self) -> bool:
        return bool(self._evaluate(STATE_CONDITIONS_JS["visible"]))

    def evaluate(self, source: str, argument: Any = None) -> Any:
        self.wait_for("attached")
        return self._evaluate(f"({source})(found[0], {json.dumps(argument)})")

    def get_attribute(self, name: str) -> str | None:
        value: str | None = self.evaluate("(element, name) => element.getAttribute(name)", name)
        return value

    def inner_text(self) -> str:
        return str(self.evaluate("element => element.innerText"))

    def input_value(self) -> str:
        return str(self.evaluate("field => field.value"))

    def select_option(self, value: str) -> None:
        self.evaluate(CHOOSE_OPTION_JS, value)

    def wait_for(self, state: str = "visible") -> None:
        wait_until(lambda: self._evaluate(STATE_CONDITIONS_JS[state]), f"{self} {state}")

    def get_text(self) -> str:
        return str(self._evaluate("words(found[0])"))

    def _evaluate(self, expression: str) -> Any:
        return self.page.run_script(
            f"{FIND_ELEMENTS_JS} const found = find({json.dumps(self._selector)}); return {expression};"
        )


class LocatorExpectation:
    def __init__(self, locator: Any) -> None:
        self._locator: WebKitLocator = locator

    def to_be_attached(self) -> None:
        self._locator.wait_for("attached")

    def to_be_visible(self) -> None:
        self._locator.wait_for("visible")

    def to_be_hidden(self) -> None:
        self._locator.wait_for("hidden")

    def to_have_class(self, name: str) -> None:
        self._wait_until_true(lambda: self._locator.get_attribute("class") == name, f"class {name}")

    def to_have_text(self, text: str) -> None:
        self._wait_until_true(lambda: self._locator.count() and self._locator.get_text() == text, text)

    def to_contain_text(self, text: str) -> None:
        self._wait_until_true(lambda: self._locator.count() and text in self._locator.get_text(), text)

    def to_have_count(self, number: int) -> None:
        self._wait_until_true(lambda: self._locator.count() == number, f"{number} of them")

    def not_to_have_attribute(self, name: str, value: str) -> None:
        self._wait_until_true(lambda: self._locator.get_attribute(name) != value, f"not {name}={value}")

    def not_to_have_js_property(self, name: str, value: object) -> None:
        read = "(element, name) => element[name]"
        self._wait_until_true(lambda: self._locator.evaluate(read, name) != value, f"not {name}={value}")

    def _wait_until_true(self, condition: Callable[[], object], description: str) -> None:
        wait_until(condition, f"{self._locator}: {description}")
