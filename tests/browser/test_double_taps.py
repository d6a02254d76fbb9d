"""An impatient second tap at the same place enters nothing that the first did not mean."""

from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.joining import MakePhone, wait_for_version
from tests.browser.tables import join_as_recorded
from tests.browser.touch_user import REACH, TouchUser
from tests.waiting import wait_until_idle

Log = list[dict[str, Any]]
FOUNDED: Log = [{"seat": seat, "move": "Found", "at_site": False} for seat in (0, 1, 2, 2, 1, 0, 0, 1, 2)]
ROLLED: Log = [*FOUNDED, {"seat": 0, "move": "Roll", "total": 6}]
PLACED: Log = [{"seat": 0, "move": "Place", "row": 1, "column": 3, "pawn": "B"}]
CASES: dict[str, tuple[str, Log, str]] = {
    "another control comes under the finger": ("cheops_catan", FOUNDED, "button[value='Roll 0 6']"),
    "the same button stays": ("cheops_catan", ROLLED, "button[value='Build 0 road 0']"),
    "the next step of a turn": ("cheops_treasure", PLACED, "button[value='Take brown keep']"),
    "the arrow that takes back": ("cheops_catan", ROLLED, "#undo button"),
}
CLOCK = """
  window.clock = document.readyState === "complete" ? performance.now() + 5000 : 0;
  performance.now = () => window.clock;
  Object.defineProperty(Event.prototype, "timeStamp", { get: () => window.clock });
"""
"""The page's own clock moves only when the test sets it; what was painted was so long ago."""
STOPPED = "Date.now = () => 1_800_000_000_000"
LINK = """
  document.addEventListener("readystatechange", () => {
    if (!location.pathname.endsWith("/log")) return;
    const link = document.createElement("a");
    link.href = `../${location.pathname.split("/")[2]}`;
    link.style = "position: fixed; inset: 0; z-index: 9";
    document.body.append(link);
  }, { once: true });
"""
"""The log is covered by a link to the board."""


TAPPED_ON_A_BUSY_PAGE = """() => new Promise(done => {
  const menu = document.querySelector("#menu"), link = menu.querySelector("a[href]");
  let isHeard = false;
  link.addEventListener("click", event => { event.preventDefault(); isHeard = true; });
  menu.showModal();
  Promise.resolve().then(() => requestAnimationFrame(() => {
    clock += 500;
    const place = link.getBoundingClientRect();
    const tap = { clientX: place.x + 9, clientY: place.y + 9, detail: 1, bubbles: true, cancelable: true };
    link.dispatchEvent(new PointerEvent("pointerdown", tap));
    link.dispatchEvent(new MouseEvent("click", tap));
    done(isHeard);
  }));
})"""
"""The menu was drawn half a second ago, and the page had no time for anything before the tap."""


def table(page: Page, slug: str, log: Log) -> str:
    record = {"seats": ["Ana", "Bo", "Cy"], "log": log}
    return join_as_recorded(page, slug, record, len(log))


def double_tap(page: Page, control: str, until: str) -> None:
    """Touch a control, and the same place again as soon as the page shows something."""
    page.wait_for_selector(control)
    point = page.locator(control).first.evaluate(REACH)["tap"]
    page.evaluate(CLOCK)
    page.touchscreen.tap(*point)
    page.wait_for_selector(until, state="attached")
    page.evaluate("clock += 300")
    page.touchscreen.tap(*point)


@pytest.mark.parametrize("case", CASES)
def test_the_second_tap_of_two_enters_nothing(phone: MakePhone, case: str) -> None:
    slug, log, control = CASES[case]
    page = phone()
    table(page, slug, log)
    wait_until_idle(page)
    double_tap(page, control, f"#table[data-version='{len(log) + 1}']")
    wait_until_idle(page)
    asked = page.locator("#confirm-entry[open]").count()
    assert asked == ("same" in case or "arrow" in case)
    expect(page.locator("#table")).to_have_attribute("data-version", str(len(log) + 1))


def test_a_busy_page_knows_since_when_a_control_is_shown(phone: MakePhone) -> None:
    page = phone()
    table(page, "cheops_catan", ROLLED)
    wait_until_idle(page)
    page.evaluate(CLOCK)
    assert page.evaluate(TAPPED_ON_A_BUSY_PAGE)


def test_taps_go_on_over_the_load_of_a_page(phone: MakePhone) -> None:
    """The second one meant the link, and not what lies there on the page that it leads to."""
    page = phone()
    code = table(page, "cheops_catan", ROLLED)
    point = page.locator("button[value='Build 0 road 0']").evaluate(REACH)["tap"]
    page.context.add_init_script(CLOCK)
    page.context.add_init_script(STOPPED)
    page.context.add_init_script(LINK)
    page.goto(f"/t/{code}/log")
    page.evaluate("clock = 5000")
    page.touchscreen.tap(*point)
    page.wait_for_selector("#table")
    wait_until_idle(page)
    page.evaluate("clock = 500")
    page.touchscreen.tap(*point)
    wait_until_idle(page)
    expect(page.locator("#table")).to_have_attribute("data-version", str(len(ROLLED)))


@pytest.mark.parametrize("case", CASES)
def test_without_a_connection_the_first_tap_waits_alone(phone: MakePhone, case: str) -> None:
    slug, log, control = CASES[case]
    page = phone()
    table(page, slug, log)
    wait_until_idle(page)
    page.context.set_offline(True)
    double_tap(page, control, "#outbox:not([hidden])")
    expect(page.locator("#take-back")).to_be_visible()
    expect(page.locator("#waiting p")).to_have_count(1)


def test_a_tap_elsewhere_is_a_question_while_the_first_is_unanswered(phone: MakePhone) -> None:
    ana = TouchUser(phone())
    table(ana.page, "cheops_catan", ROLLED)
    held: list[Route] = []
    ana.page.route("**/enter", lambda route: held.append(route))
    with ana.page.expect_request("**/enter"):
        ana.tap("button[value='Build 0 road 0']")
    expect(ana.page.locator("#board [data-waiting]")).to_be_visible()
    ana.tap("button[value='Build 0 settlement 0']")
    expect(ana.page.locator("#confirm-entry [data-why=unanswered]")).to_be_visible()
    held.pop().continue_()
    expect(ana.page.locator("#confirm-entry")).to_be_hidden()
    wait_for_version(ana.page, len(ROLLED) + 1)


def test_a_tap_on_what_the_first_made_is_entered_once_that_is_answered(phone: MakePhone) -> None:
    """The stream may draw an entry before the answer to it has come."""
    ana = TouchUser(phone())
    table(ana.page, "cheops_catan", ROLLED)
    held: list[tuple[Route, APIResponse]] = []
    ana.page.route("**/enter", lambda route: held.append((route, route.fetch())), times=1)
    ana.tap("button[value='Build 0 road 0']")
    wait_for_version(ana.page, len(ROLLED) + 1)
    ana.tap("button[value='Build 0 settlement 0']")
    expect(ana.page.locator("#confirm-entry [data-why=unanswered]")).to_be_visible()
    route, response = held.pop()
    route.fulfill(response=response)
    expect(ana.page.locator("#confirm-entry")).to_be_hidden()
    wait_for_version(ana.page, len(ROLLED) + 2)


def test_a_keyboard_does_not_wait(phone: MakePhone) -> None:
    page = phone()
    table(page, "cheops_catan", ROLLED)
    wait_until_idle(page)
    for version in (len(ROLLED) + 1, len(ROLLED) + 2):
        page.locator("button[value='Build 0 road 0']").focus()
        page.keyboard.press("Enter")
        wait_for_version(page, version)
        wait_until_idle(page)  # the answer is there too: until then another move asks
