"""A running table goes on by itself on a phone that took the companion along and loses its line; its worker
may end between any two taps or in the middle of one.
"""

import pytest
from playwright.sync_api import Page, Request, expect

from companion.games.seeds import plays
from tests.app_server import Server
from tests.browser import game_drivers
from tests.browser.game_drivers.cheops_catan import FOUNDING, press, press_all
from tests.browser.game_drivers.giza import play
from tests.browser.joining import enter_for, join_seat, open_table, wait_for_version, wait_on_all_phones
from tests.browser.play_by_touch import check_up_to_date
from tests.browser.test_double_taps import CASES, double_tap, open_with_log
from tests.browser.touch_user import TouchUser
from tests.cuttable_proxy import CuttableProxy
from tests.long.phone.offline_phone import READ_STORED_NAMES, kill_worker, open_offline_lobby, wait_for_copy
from tests.long.processes.players import ask
from tests.waiting import wait_until, wait_until_idle

NAMES = ["Ana", "Bo", "Cy"]
MAX_TAPS = 3
"""For an event, of one person who tracks for all."""


def begun(ana: TouchUser, bo: TouchUser, line: CuttableProxy) -> str:
    """A table of three at which everything is founded; Ana's phone enters for Cy, too."""
    code = open_table(ana, "cheops_catan", NAMES, line.address, one_phone=True)
    join_seat(bo, code, 1)
    press_all(ana, FOUNDING[:-1])
    wait_on_all_phones([ana, bo], 9)
    return code


def cut(user: TouchUser, line: CuttableProxy) -> None:
    """Once the newest entry is in the copy."""
    wait_for_copy(user.page, int(user.page.locator("#table").get_attribute("data-version") or 0))
    line.cut()
    expect(user.page.locator("#line")).to_contain_text("offline")


def second_waiting(page: Page, code: str) -> bytes:
    names = page.evaluate("Object.keys(localStorage)")
    return str(sorted(name for name in names if name.startswith(f"tap-{code}-"))[1][-12:]).encode()


def show_one_board(pages: list[Page]) -> None:
    """Once all have heard of it: a phone that judged by itself had its number before."""
    boards = [page.locator("#board") for page in pages]
    wait_until(lambda: len({board.inner_text() for board in boards}) == 1, "one board on all phones")


def test_on_a_silent_line_nothing_waits_for_the_server_once_the_copy_has_answered(
    ana: TouchUser, bo: TouchUser, line: CuttableProxy
) -> None:
    code = begun(ana, bo, line)
    press_all(ana, ["Roll 0 6"], 10)
    wait_for_copy(ana.page, 10)
    line.fall_silent()
    gold = [1, 2, 2, 1, 1, 2, 1, 2]
    press_all(ana, [f"Income 0 {gold[0]}"], 11)
    asked: list[Request] = []
    ana.page.on("request", lambda each: asked.append(each))
    press_all(ana, [f"Income 0 {given}" for given in gold[1:]], 12)
    entered = [each.headers for each in asked if each.url.endswith("/enter")]
    assert [given.get("x-here") for given in entered] == ["1"] * (len(gold) - 1), "asked the server"
    expect(ana.page.locator("#waiting p")).to_have_count(len(gold))
    assert bo.page.locator("#table").get_attribute("data-version") == "10"
    line.fall_silent_at(second_waiting(ana.page, code), passed=True)
    line.speak()
    wait_for_version(bo.page, 12)  # the second came through, and its answer did not
    expect(ana.page.locator("#line")).to_contain_text("offline")
    press_all(ana, ["Knight 0"], 19)
    line.speak()
    expect(ana.page.locator("#waiting")).to_be_hidden()
    wait_on_all_phones([ana, bo], 19)
    show_one_board([ana.page, bo.page])
    bo.page.goto(f"{bo.page.url}/log")
    log = bo.page.locator(".log li").all_inner_texts()[1:9]
    assert [1 if "1 gold" in line else 2 for line in reversed(log)] == gold


def test_a_copy_that_lacks_an_entry_refuses_nothing(
    ana: TouchUser, bo: TouchUser, line: CuttableProxy
) -> None:
    """The copy is to be made anew when the line falls silent: it has not heard of the roll."""
    begun(ana, bo, line)
    enter_for(bo, "all")
    wait_for_copy(ana.page, 9)
    line.fall_silent_at(b"along.json", passed=False)
    press(bo, "Roll 0 6")
    wait_for_version(ana.page, 10)
    press(ana, "Income 0 2")
    expect(ana.page.locator("#line")).to_contain_text("offline")
    expect(ana.page.locator("#waiting p")).to_have_count(1)
    line.speak()
    wait_on_all_phones([ana, bo], 11)
    expect(ana.page.locator("#waiting")).to_be_hidden()
    expect(ana.page.locator("#answer .answer")).to_have_count(0)


def test_on_a_silent_line_the_app_starts_in_the_pocket(ana: TouchUser, line: CuttableProxy) -> None:
    line.fall_silent()
    ana.page.goto(line.address)
    expect(ana.page).to_have_url(f"{line.address}/pocket/")


def test_a_play_is_judged_and_drawn_without_a_line_and_once_more_on_return(
    ana: TouchUser, bo: TouchUser, line: CuttableProxy
) -> None:
    record = plays("cheops_catan")[game_drivers.get_play_name("cheops_catan")]
    code = open_table(ana, "cheops_catan", record["seats"], line.address, one_phone=True)
    join_seat(bo, code, 1)
    wait_for_version(ana.page, 0)
    cut(ana, line)
    log = game_drivers.get_entries("cheops_catan", record)
    for version, entry in enumerate(log, 1):
        before = ana.taps
        game_drivers.enter(ana, "cheops_catan", entry)
        assert ana.taps - before <= MAX_TAPS, entry
        wait_for_version(ana.page, version, entry)
    line.mend()
    expect(ana.page.locator("#waiting")).to_be_hidden()
    wait_on_all_phones([ana, bo], len(log))
    for seat, points in enumerate(record["end"]["points"]):
        expect(bo.page.locator(f".standings .c{seat} a > b")).to_have_text(str(points))
    expect(ana.page.locator("#line")).to_have_class("line live")
    check_up_to_date([ana, bo])


@pytest.mark.parametrize("case", CASES)
def test_in_offline_mode_a_second_tap_enters_nothing(
    ana: TouchUser, line: CuttableProxy, case: str
) -> None:
    slug, log, control = CASES[case]
    open_with_log(ana.page, slug, log)
    cut(ana, line)
    ana.page.reload()
    wait_until_idle(ana.page)
    double_tap(ana.page, control, "#outbox:not([hidden])")
    wait_until_idle(ana.page)
    expect(ana.page.locator("#waiting p")).to_have_count(1)


def test_the_copy_judges_and_does_not_what_the_server_alone_can_do(
    ana: TouchUser, bo: TouchUser, line: CuttableProxy
) -> None:
    code = begun(ana, bo, line)
    cut(ana, line)
    left = ana.page.evaluate(f"fetch('/t/{code}/leave', {{method: 'POST'}}).catch(() => 'unheard')")
    assert left == "unheard"
    press_all(ana, ["Roll 0 6"], 10)
    press(ana, "Build 1 road 0")
    expect(ana.page.locator("#answer .answer")).to_contain_text("Bo must roll first")
    ana.tap("#answer button:text('Got it')")
    kill_worker(ana)
    ana.page.goto(f"{line.address}/t/{code}")
    wait_for_version(ana.page, 10)
    press_all(ana, ["Knight 0"], 11)
    expect(ana.page.locator("#waiting p")).to_have_count(2)
    assert ana.page.evaluate("code => localStorage[`writes-${code}`]", code) == "1"


def test_a_table_that_hides_something_stays_with_the_server(
    ana: TouchUser, bo: TouchUser, line: CuttableProxy
) -> None:
    code = open_table(ana, "giza", ["Ana", "Bo"], line.address)
    join_seat(bo, code, 1)
    play(ana, "+2", 0, 0)
    wait_on_all_phones([ana, bo], 1)
    play(bo, "+3", 1, 0)
    wait_on_all_phones([ana, bo], 2)
    wait_until(lambda: f"withheld/{code}" in ana.page.evaluate(READ_STORED_NAMES), "why there is no copy")
    line.cut()
    play(ana, "+4", 0, 1)
    expect(ana.page.locator("#waiting p")).to_have_count(1)
    expect(ana.page.locator("#withheld")).to_contain_text("hidden information")
    wait_for_version(ana.page, 2)
    kill_worker(ana)
    ana.page.reload()
    expect(ana.page.locator("#withheld")).to_be_visible()
    line.mend()
    wait_for_version(ana.page, 3)
    expect(ana.page.locator("#withheld")).to_have_count(0)


KILLS = 15
UNHEARD = "() => Object.defineProperty(IDBTransaction.prototype, 'oncomplete', { set() {} })"
"""Has the worker wait forever once something is kept, before the page hears of it."""


def rows(page: Page) -> int:
    return sum(name.startswith("row/") for name in page.evaluate(READ_STORED_NAMES))


def enter_and_kill(ana: TouchUser) -> list[int]:
    """By turns the worker ends before the tap, at once after it, and when the entry is kept and the page
    has not heard of it; the gold that was tapped.
    """
    tapped = []
    for number in range(KILLS):
        moment = number % 3
        if moment == 0:
            kill_worker(ana)
        if moment == 2:
            ana.page.context.service_workers[-1].evaluate(UNHEARD)
        before = rows(ana.page)
        tapped.append(1 + number % 5 % 2)
        press(ana, f"Income 0 {tapped[-1]}")
        if moment == 1:
            kill_worker(ana)
        if moment == 2:
            wait_until(lambda: rows(ana.page) > before, "what was entered, in what is kept")  # noqa: B023
            kill_worker(ana)
        wait_for_version(ana.page, len(FOUNDING) + number + 1)
    kill_worker(ana)
    return tapped


def test_at_a_table_of_the_pocket(ana: TouchUser, line: CuttableProxy) -> None:
    line.cut()
    open_offline_lobby(ana, "cheops_catan", len(NAMES))
    ana.tap("#move-form button")
    ana.page.wait_for_selector("#play", state="attached")
    press_all(ana, FOUNDING)
    tapped = enter_and_kill(ana)
    ana.page.reload()
    wait_for_version(ana.page, len(FOUNDING) + KILLS)
    file = ana.page.evaluate("fetch(`${location.pathname}/home.json`).then(told => told.json())")
    assert [entry["data"]["move"]["gold"] for entry in file["log"][len(FOUNDING) :]] == tapped


def test_at_the_copy_of_a_servers_table(
    ana: TouchUser, bo: TouchUser, line: CuttableProxy, server: Server
) -> None:
    code = open_table(ana, "cheops_catan", NAMES, line.address, one_phone=True)
    join_seat(bo, code, 1)
    press_all(ana, FOUNDING)
    cut(ana, line)
    tapped = enter_and_kill(ana)
    expect(ana.page.locator("#waiting p")).to_have_count(KILLS)
    wait_for_version(bo.page, len(FOUNDING))
    line.mend()
    expect(ana.page.locator("#waiting")).to_be_hidden()
    wait_on_all_phones([ana, bo], len(FOUNDING) + KILLS)
    cookies = ana.page.context.cookies()
    secret = next(one["value"] for one in cookies if one["name"] == f"t-{code}")
    log = ask(server.address, f"/tables/{code}/log", secret=secret)[1]["entries"]
    assert [entry["data"]["gold"] for entry in log[len(FOUNDING) :]] == tapped
    show_one_board([ana.page, bo.page])
    shown = ana.page.locator("#board").inner_text()
    bo.page.reload()
    wait_for_version(bo.page, len(FOUNDING) + KILLS)
    expect(bo.page.locator("#board")).to_have_text(shown, use_inner_text=True)
