"""A running table goes on by itself on a phone that took the companion along and loses its line."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make, all_arrive, arrive, open_table, sit
from tests.browser.conftest import Server
from tests.browser.cut import shown_by_all
from tests.browser.evening import all_show_what_is
from tests.browser.hands.cheops_catan import press
from tests.browser.pocketed import KEPT, kill, taken_along, wait_for, wait_for_copy
from tests.browser.thumbs import Thumb
from tests.lines import Line

NAMES = ["Ana", "Bo", "Cy"]
MOST = sys.maxsize if os.environ.get("COMPANION_CELLAR") == "all" else 20
"""Entries made without a line."""
TIMED = """() => {
  let version = document.querySelector("#now").dataset.version, tapped = 0;
  window.took = [];
  document.addEventListener("click", () => { tapped = performance.now(); }, true);
  document.addEventListener("table:drawn", () => {
    const shown = document.querySelector("#now").dataset.version;
    if (shown !== version) took.push(performance.now() - tapped);
    version = shown;
  });
}"""
"""Writes down in the page how many ms each entry needs from the tap to the table drawn anew."""
AT_ONCE_MS = 3000
"""On a busy machine; where one waits for the server, it is 4 s. `make bench-pocket` measures it."""


@pytest.fixture(scope="module")
def line(server: Server) -> Iterator[Line]:
    opened = Line(server.port)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def taken(browser: Browser, line: Line) -> Iterator[Thumb]:
    """Has the companion along, and a line that can be cut."""
    with taken_along(browser, line.address) as thumb:
        yield thumb


@pytest.fixture
def ana(taken: Thumb, line: Line) -> Iterator[Thumb]:
    yield taken
    line.speak()
    line.mend()


@pytest.fixture
def bo(phone: Make) -> Thumb:
    return Thumb(phone())


def begun(ana: Thumb, bo: Thumb, line: Line) -> str:
    """A table of three at which everything is founded; Ana's phone enters for Cy, too."""
    code = open_table(ana, "cheops_catan", NAMES, line.address, one_phone=True)
    sit(bo, code, 1)
    for number in range(1, 10):
        ana.tap("button[value='Found 0']")
        arrive(ana.page, number)
    all_arrive([ana, bo], 9)
    return code


def cut(thumb: Thumb, line: Line) -> None:
    """Once the newest entry is in the copy."""
    wait_for_copy(thumb.page)
    go_offline(thumb, line)


def go_offline(thumb: Thumb, line: Line) -> None:
    line.cut()
    expect(thumb.page.locator("#line")).to_contain_text("offline")


def second_waiting(page: Page, code: str) -> bytes:
    """The key of the second tap that waits on this phone."""
    names = page.evaluate("Object.keys(localStorage)")
    return str(sorted(name for name in names if name.startswith(f"tap-{code}-"))[1][-12:]).encode()


def show_one_board(pages: list[Page]) -> None:
    """Once all have heard of it: a phone that judged by itself had its number before."""
    wait_for(lambda: len({page.locator("#board").inner_text() for page in pages}) == 1)


def test_a_phone_without_a_line_judges_and_draws(ana: Thumb, bo: Thumb, line: Line) -> None:
    code = begun(ana, bo, line)
    cut(ana, line)
    press(ana, "Roll 0 6")
    arrive(ana.page, 10)
    press(ana, "Income 0 2")
    arrive(ana.page, 11)
    expect(ana.page.locator("#waiting p")).to_have_count(2)
    expect(ana.page.locator("#line")).to_contain_text("as of entry 9 + 2 of yours")
    press(ana, "Build 1 road 0")
    expect(ana.page.locator("#answer .answer")).to_contain_text("Bo rolls first")
    ana.tap("#answer button:text('Got it')")
    kill(ana)
    ana.page.goto(f"{line.address}/t/{code}")
    arrive(ana.page, 11)
    press(ana, "Knight 0")
    arrive(ana.page, 12)
    expect(ana.page.locator("#waiting p")).to_have_count(3)
    expect(ana.page.locator("#board [data-waiting]").first).to_be_visible()
    expect(ana.page.locator("#seats > .c0[data-waiting]")).to_be_visible()
    assert bo.page.locator("#table").get_attribute("data-version") == "9"
    line.mend()
    expect(ana.page.locator("#waiting")).to_be_hidden()
    all_arrive([ana, bo], 12)
    show_one_board([ana.page, bo.page])


def test_on_a_silent_line_nothing_waits_for_the_server_once_the_copy_has_answered(
    ana: Thumb, bo: Thumb, line: Line
) -> None:
    code = begun(ana, bo, line)
    press(ana, "Roll 0 6")
    arrive(ana.page, 10)
    wait_for_copy(ana.page)
    line.fall_silent()
    gold = [1, 2, 2, 1, 1, 2, 1, 2]
    press(ana, f"Income 0 {gold[0]}")
    arrive(ana.page, 11)
    ana.page.evaluate(TIMED)
    for version, given in enumerate(gold[1:], 12):
        press(ana, f"Income 0 {given}")
        arrive(ana.page, version)
    took = sorted(ana.page.evaluate("took"))
    print(f"drawn after {took[len(took) // 2]:.0f} ms, at most {took[-1]:.0f}")
    assert took[-1] < AT_ONCE_MS
    expect(ana.page.locator("#waiting p")).to_have_count(len(gold))
    assert bo.page.locator("#table").get_attribute("data-version") == "10"
    line.fall_silent_at(second_waiting(ana.page, code), passed=True)
    line.speak()
    arrive(bo.page, 12)  # the second came through, and its answer did not
    expect(ana.page.locator("#line")).to_contain_text("offline")
    press(ana, "Knight 0")
    arrive(ana.page, 19)
    line.speak()
    expect(ana.page.locator("#waiting")).to_be_hidden()
    all_arrive([ana, bo], 19)
    show_one_board([ana.page, bo.page])
    bo.page.goto(f"{bo.page.url}/log")
    entered = bo.page.locator(".log li").all_inner_texts()[1:9]
    assert [1 if "1 gold" in line else 2 for line in reversed(entered)] == gold


def test_a_copy_that_lacks_an_entry_refuses_nothing(ana: Thumb, bo: Thumb, line: Line) -> None:
    """The copy is to be made anew when the line falls silent: it has not heard of the roll."""
    begun(ana, bo, line)
    bo.tap("#menu button[value=all]")
    wait_for_copy(ana.page)
    line.fall_silent_at(b"along.json", passed=False)
    press(bo, "Roll 0 6")
    arrive(ana.page, 10)
    press(ana, "Income 0 2")
    expect(ana.page.locator("#line")).to_contain_text("offline")
    expect(ana.page.locator("#waiting p")).to_have_count(1)
    line.speak()
    all_arrive([ana, bo], 11)
    expect(ana.page.locator("#waiting")).to_be_hidden()
    expect(ana.page.locator("#answer .answer")).to_have_count(0)


def test_on_a_silent_line_the_app_starts_in_the_pocket(ana: Thumb, line: Line) -> None:
    line.fall_silent()
    ana.page.goto(line.address)
    assert ana.page.url == f"{line.address}/pocket/"


def test_a_play_is_judged_and_drawn_without_a_line_and_once_more_on_return(
    ana: Thumb, bo: Thumb, line: Line
) -> None:
    record = plays("cheops_catan")[hands.play_of("cheops_catan")]
    code = open_table(ana, "cheops_catan", record["seats"], line.address, one_phone=True)
    sit(bo, code, 1)
    arrive(ana.page, 0)
    cut(ana, line)
    log = hands.log_of("cheops_catan", record)[:MOST]
    took = []
    for version, entry in enumerate(log, 1):
        hands.enter(ana, "cheops_catan", entry)
        tapped = time.perf_counter()
        arrive(ana.page, version, entry)
        took.append(time.perf_counter() - tapped)
    print(
        f"drawn after {sorted(took)[len(took) // 2] * 1000:.0f} ms, at most {max(took) * 1000:.0f}"
    )
    line.mend()
    expect(ana.page.locator("#waiting")).to_be_hidden()
    all_arrive([ana, bo], len(log))
    if len(log) < MOST:
        for seat, points in enumerate(record["end"]["points"]):
            expect(bo.page.locator(f".standings .c{seat} b")).to_have_text(str(points))
    all_show_what_is([ana, bo])


def test_what_two_phones_entered_differently_is_shown_with_both(
    ana: Thumb, bo: Thumb, line: Line
) -> None:
    begun(ana, bo, line)
    bo.tap("#menu button[value=all]")
    cut(ana, line)
    press(ana, "Roll 0 6")
    arrive(ana.page, 10)
    press(ana, "Income 0 2")
    arrive(ana.page, 11)
    press(bo, "Roll 0 8")
    press(bo, "Income 0 2")
    arrive(bo.page, 11)
    line.mend()
    expect(ana.page.locator("#held .theirs")).to_contain_text("Ana rolled 8")
    expect(ana.page.locator("#held .yours li")).to_have_count(2)
    assert shown_by_all([ana.page, bo.page], least=11) == 11
    show_one_board([ana.page, bo.page])


def test_what_the_server_alone_can_do_is_not_done_in_the_copy(
    ana: Thumb, bo: Thumb, line: Line
) -> None:
    code = begun(ana, bo, line)
    cut(ana, line)
    left = ana.page.evaluate(f"fetch('/t/{code}/leave', {{method: 'POST'}}).catch(() => 'unheard')")
    assert left == "unheard"
    press(ana, "Roll 0 6")
    arrive(ana.page, 10)


def test_a_table_that_hides_something_stays_with_the_server(ana: Thumb, line: Line) -> None:
    code = open_table(ana, "giza", ["Ana", "Bo"], line.address, one_phone=True)
    wait_for(lambda: f"withheld/{code}" in ana.page.evaluate(KEPT))
    go_offline(ana, line)
    ana.tap("input[name=tile][value='+2']")
    ana.tap("#site-0-0")
    expect(ana.page.locator("#waiting p")).to_have_count(1)
    expect(ana.page.locator("#withheld")).to_contain_text("hides something")
    ana.page.wait_for_timeout(1000)
    arrive(ana.page, 0)
    kill(ana)
    ana.page.reload()
    expect(ana.page.locator("#withheld")).to_be_visible()
    line.mend()
    arrive(ana.page, 1)
    expect(ana.page.locator("#withheld")).to_have_count(0)
