"""A second tap that follows too early at the same place makes no entry."""

from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.game_drivers.cheops_catan import FOUNDED_LOG
from tests.browser.joining import MakePhone
from tests.browser.tables import open_page_as_recorded
from tests.browser.touch_user import FIND_TAP_POINT_JS, TouchUser, wait_for_version
from tests.waiting import wait_until_idle

Log = list[dict[str, Any]]
TREASURE_LOG: Log = [{"seat": 0, "move": "Place", "row": 1, "column": 3, "pawn": "B"}]
CONTROLS_UNDER_SECOND_TAP: dict[str, tuple[str, Log, str]] = {
    "another control comes under the finger": (
        "cheops_catan",
        FOUNDED_LOG[:-1],
        "button[value='Roll 0 6']",
    ),
    "the same button stays": ("cheops_catan", FOUNDED_LOG, "button[value='Build 0 road 0']"),
    "the next step of a turn": ("cheops_treasure", TREASURE_LOG, "button[value='Take brown keep']"),
    "the arrow that takes back": ("cheops_catan", FOUNDED_LOG, "#undo button"),
}
STOP_CLOCK_JS = """
  window.clock = document.readyState === "complete" ? performance.now() + 5000 : 0;
  performance.now = () => window.clock;
  Object.defineProperty(Event.prototype, "timeStamp", { get: () => window.clock });
"""
"""Stops the page's clock at a moment long after the first paint."""
FREEZE_DATE_JS = "Date.now = () => 1_800_000_000_000"
COVER_LOG_PAGE_WITH_LINK_JS = """
  document.addEventListener("readystatechange", () => {
    if (!location.pathname.endsWith("/log")) return;
    const link = document.createElement("a");
    link.href = `../${location.pathname.split("/")[2]}`;
    link.style = "position: fixed; inset: 0; z-index: 9";
    document.body.append(link);
  }, { once: true });
"""
"""Covers the log with a link to the board."""


TAP_ON_BUSY_PAGE_JS = """() => new Promise(done => {
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
"""Simulates a tap on a menu that appeared before, while the page was too busy to notice."""


def open_with_log(page: Page, slug: str, log: Log) -> str:
    record = {"seats": ["Ana", "Bo", "Cy"], "log": log}
    return open_page_as_recorded(page, slug, record, len(log))


def double_tap(page: Page, control: str, until: str) -> None:
    """Tap a control, and tap the same point again as soon as the page has the element ``until``."""
    page.wait_for_selector(control)
    point = page.locator(control).first.evaluate(FIND_TAP_POINT_JS)["tap"]
    page.evaluate(STOP_CLOCK_JS)
    page.touchscreen.tap(*point)
    page.wait_for_selector(until, state="attached")
    page.evaluate("clock += 300")
    page.touchscreen.tap(*point)


@pytest.mark.parametrize("case", CONTROLS_UNDER_SECOND_TAP)
def test_the_second_tap_of_a_double_tap_enters_nothing(phone: MakePhone, case: str) -> None:
    slug, log, control = CONTROLS_UNDER_SECOND_TAP[case]
    page = phone()
    open_with_log(page, slug, log)
    wait_until_idle(page)
    double_tap(page, control, f"#table[data-version='{len(log) + 1}']")
    wait_until_idle(page)
    questions = page.locator("#confirm-entry[open]").count()
    assert questions == ("same" in case or "arrow" in case)
    expect(page.locator("#table")).to_have_attribute("data-version", str(len(log) + 1))


def test_a_busy_page_knows_when_a_control_appeared(phone: MakePhone) -> None:
    page = phone()
    open_with_log(page, "cheops_catan", FOUNDED_LOG)
    wait_until_idle(page)
    page.evaluate(STOP_CLOCK_JS)
    assert page.evaluate(TAP_ON_BUSY_PAGE_JS)


def test_the_second_tap_is_ignored_on_the_next_page(phone: MakePhone) -> None:
    page = phone()
    code = open_with_log(page, "cheops_catan", FOUNDED_LOG)
    point = page.locator("button[value='Build 0 road 0']").evaluate(FIND_TAP_POINT_JS)["tap"]
    page.context.add_init_script(STOP_CLOCK_JS)
    page.context.add_init_script(FREEZE_DATE_JS)
    page.context.add_init_script(COVER_LOG_PAGE_WITH_LINK_JS)
    page.goto(f"/t/{code}/log")
    page.evaluate("clock = 5000")
    page.touchscreen.tap(*point)
    page.wait_for_selector("#table")
    wait_until_idle(page)
    page.evaluate("clock = 500")
    page.touchscreen.tap(*point)
    wait_until_idle(page)
    expect(page.locator("#table")).to_have_attribute("data-version", str(len(FOUNDED_LOG)))


def test_a_second_tile_chosen_quickly_is_laid_on_the_same_place_without_a_question(
    phone: MakePhone,
) -> None:
    page = phone()
    open_with_log(page, "giza", [])
    wait_until_idle(page)
    page.evaluate(STOP_CLOCK_JS)
    for version, tile in enumerate(("+5", "+4"), 1):
        for control in (f"label:has(input[name=tile][value='{tile}'])", "#site-0-0"):
            page.evaluate("clock += 450")
            page.touchscreen.tap(*page.locator(control).first.evaluate(FIND_TAP_POINT_JS)["tap"])
        wait_for_version(page, version)
        wait_until_idle(page)
    expect(page.locator("#confirm-entry")).to_be_hidden()


@pytest.mark.parametrize("case", ["another control comes under the finger", "the same button stays"])
def test_offline_a_double_tap_queues_one_entry(phone: MakePhone, case: str) -> None:
    slug, log, control = CONTROLS_UNDER_SECOND_TAP[case]
    page = phone()
    open_with_log(page, slug, log)
    wait_until_idle(page)
    page.context.set_offline(True)
    double_tap(page, control, "#outbox:not([hidden])")
    expect(page.locator("#take-back")).to_be_visible()
    expect(page.locator("#waiting p")).to_have_count(1)


def test_the_same_move_on_the_updated_board_is_entered_after_the_response(phone: MakePhone) -> None:
    ana = TouchUser(phone())
    open_with_log(ana.page, "cheops_catan", FOUNDED_LOG)
    held_requests: list[tuple[Route, APIResponse]] = []
    ana.page.route("**/enter", lambda route: held_requests.append((route, route.fetch())), times=1)
    ana.tap("button[value='Build 0 road 0']")
    wait_for_version(ana.page, len(FOUNDED_LOG) + 1)
    ana.tap("button[value='Build 0 road 0']")
    expect(ana.page.locator("#confirm-entry [data-why=waiting]")).to_be_visible()
    route, response = held_requests.pop()
    route.fulfill(response=response)
    expect(ana.page.locator("#confirm-entry")).to_be_hidden()
    wait_for_version(ana.page, len(FOUNDED_LOG) + 2)


def test_a_move_is_not_entered_if_the_board_lacked_the_last_one_before_it(phone: MakePhone) -> None:
    ana = TouchUser(phone())
    open_with_log(ana.page, "cheops_catan", FOUNDED_LOG)
    held_requests: list[tuple[Route, APIResponse]] = []
    ana.page.route("**/enter", lambda route: held_requests.append((route, route.fetch())), times=1)
    ana.tap("button[value='Build 0 road 0']")
    wait_for_version(ana.page, len(FOUNDED_LOG) + 1)
    ana.tap("button[value='Build 0 settlement 0']")
    ana.tap("#confirm-entry [value=yes]")
    ana.tap("button[value='Build 0 settlement 0']")
    expect(ana.page.locator("#confirm-entry [data-why=waiting]")).to_be_visible()
    route, response = held_requests.pop()
    route.fulfill(response=response)
    expect(ana.page.locator("#confirm-entry")).to_be_hidden()
    wait_until_idle(ana.page)
    wait_for_version(ana.page, len(FOUNDED_LOG) + 2)


def test_an_entry_that_is_confirmed_is_made_once(phone: MakePhone) -> None:
    ana = TouchUser(phone())
    open_with_log(ana.page, "cheops_catan", FOUNDED_LOG)
    held_requests: list[Route] = []
    ana.page.route("**/enter", lambda route: held_requests.append(route))
    ana.tap("button[value='Build 0 road 0']")
    for number, piece in enumerate(("settlement", "road"), 1):
        ana.tap(f"button[value='Build 0 {piece} 0']")
        with ana.page.expect_request("**/enter"):  # of the entry before, which is made now
            ana.tap("#confirm-entry [value=yes]")
            held_requests.pop().continue_()
        wait_for_version(ana.page, len(FOUNDED_LOG) + number)
    expect(ana.page.locator("#waiting p")).to_have_count(1)
    held_requests.pop().continue_()
    wait_for_version(ana.page, len(FOUNDED_LOG) + 3)


END_TRANSITIONS_JS = "e => Promise.all(e.getAnimations().map(motion => motion.finished))"


def test_fast_taps_in_a_drawer_that_slid_in_are_all_accepted(phone: MakePhone) -> None:
    ana = TouchUser(phone())
    page, numbers = ana.page, (5, 10, 15, 20)
    ana.choose_game("cheops_treasure")
    ana.open_lobby()
    ana.tap("#plan a[href$='/box']")
    page.wait_for_selector("#drawer[open] [data-own]", state="attached")
    page.locator("#drawer").evaluate(END_TRANSITIONS_JS)
    keys = [page.locator(f"#drawer [data-writes='{number}']") for number in numbers]
    points = [key.evaluate(FIND_TAP_POINT_JS)["tap"] for key in keys]
    page.evaluate(STOP_CLOCK_JS)
    for point in points:
        page.evaluate("clock += 200")
        page.touchscreen.tap(*point)
    expect(page.locator("#drawer [data-own='I-a']")).to_have_value("5 10 15 20")


def test_every_fast_tap_on_a_die_counts_although_its_number_changes(phone: MakePhone) -> None:
    page = phone()
    open_with_log(page, "cheops_dice", [])
    wait_until_idle(page)
    die = page.locator("#dice [data-add=red]")
    point = die.evaluate(FIND_TAP_POINT_JS)["tap"]
    page.evaluate(STOP_CLOCK_JS)
    for _ in range(3):
        page.evaluate("clock += 200")
        page.touchscreen.tap(*point)
    expect(die.locator(".count")).to_have_text("3")


def test_fast_keyboard_entries_are_never_ignored(phone: MakePhone) -> None:
    page = phone()
    open_with_log(page, "cheops_catan", FOUNDED_LOG)
    wait_until_idle(page)
    for version in (len(FOUNDED_LOG) + 1, len(FOUNDED_LOG) + 2):
        page.locator("button[value='Build 0 road 0']").focus()
        page.keyboard.press("Enter")
        wait_for_version(page, version)
        wait_until_idle(page)  # wait for the response: another move before it opens a question
