"""A phone with the offline bundle continues a running table offline, also if its worker stops."""

from playwright.sync_api import Page, Request, expect

from tests.app_server import Server
from tests.browser import game_drivers
from tests.browser.game_drivers.cheops_catan import (
    FOUNDED_LOG,
    enter_founding,
    press_button,
    press_buttons,
)
from tests.browser.game_drivers.giza import play_tile
from tests.browser.play_by_touch import check_pages_are_current
from tests.browser.tables import get_secret
from tests.browser.touch_user import TouchUser, wait_for_version, wait_on_all_phones
from tests.cuttable_proxy import CuttableProxy
from tests.long.phone.offline_phone import (
    NAMES,
    READ_STORED_NAMES_JS,
    kill_worker,
    wait_for_copy,
)
from tests.long.processes.players import call_api
from tests.waiting import wait_until

ENTRY_COUNT = 24
MAX_TAPS_PER_ENTRY = 3


def open_after_founding(ana: TouchUser, bo: TouchUser, proxy: CuttableProxy) -> str:
    """Open a table after the founding phase. Ana's phone enters for Cy, too. Return the table's code."""
    code = ana.open_table("cheops_catan", NAMES, proxy.address, one_phone=True)
    bo.join_seat(code, 1)
    enter_founding(ana, 9)
    wait_on_all_phones([ana, bo], 9)
    return code


def cut_after_copy(user: TouchUser, proxy: CuttableProxy) -> None:
    wait_for_copy(user.page, int(user.page.locator("#table").get_attribute("data-version") or 0))
    proxy.cut()
    expect(user.page.locator("#line")).to_contain_text("offline")


def read_second_queued_body(page: Page, code: str) -> bytes:
    names = page.evaluate("Object.keys(localStorage)")
    return str(sorted(name for name in names if name.startswith(f"tap-{code}-"))[1][-12:]).encode()


def wait_for_equal_boards(pages: list[Page]) -> None:
    boards = [page.locator("#board") for page in pages]
    wait_until(lambda: len({board.inner_text() for board in boards}) == 1, "one board on all phones")


def test_after_the_first_answer_of_the_copy_no_request_waits_for_a_silent_server(
    ana: TouchUser, bo: TouchUser, proxy: CuttableProxy
) -> None:
    code = open_after_founding(ana, bo, proxy)
    press_buttons(ana, ["Roll 0 6"], 10)
    wait_for_copy(ana.page, 10)
    proxy.fall_silent()
    gold = [1, 2, 2, 1, 1, 2, 1, 2]
    press_buttons(ana, [f"Income 0 {gold[0]}"], 11)
    requests: list[Request] = []
    ana.page.on("request", lambda each: requests.append(each))
    press_buttons(ana, [f"Income 0 {number}" for number in gold[1:]], 12)
    entered = [each.headers for each in requests if each.url.endswith("/enter")]
    assert [headers.get("x-here") for headers in entered] == ["1"] * (len(gold) - 1), "asked the server"
    expect(ana.page.locator("#waiting p")).to_have_count(len(gold))
    assert bo.page.locator("#table").get_attribute("data-version") == "10"
    proxy.fall_silent_at(read_second_queued_body(ana.page, code), passed=True)
    proxy.end_silence()
    wait_for_version(bo.page, 12)  # the second entry arrived, but not its response
    expect(ana.page.locator("#line")).to_contain_text("offline")
    press_buttons(ana, ["Knight 0"], 19)
    proxy.end_silence()
    expect(ana.page.locator("#waiting")).to_be_hidden()
    wait_on_all_phones([ana, bo], 19)
    wait_for_equal_boards([ana.page, bo.page])
    bo.page.goto(f"{bo.page.url}/log")
    log = bo.page.locator(".log li").all_inner_texts()[1:9]
    assert [1 if "1 gold" in line else 2 for line in reversed(log)] == gold


def test_an_outdated_copy_refuses_no_move(ana: TouchUser, bo: TouchUser, proxy: CuttableProxy) -> None:
    open_after_founding(ana, bo, proxy)
    bo.enter_for("all")
    wait_for_copy(ana.page, 9)
    proxy.fall_silent_at(b"along.json", passed=False)
    press_button(bo, "Roll 0 6")
    wait_for_version(ana.page, 10)
    press_button(ana, "Income 0 2")
    expect(ana.page.locator("#line")).to_contain_text("offline")
    expect(ana.page.locator("#waiting p")).to_have_count(1)
    proxy.end_silence()
    wait_on_all_phones([ana, bo], 11)
    expect(ana.page.locator("#waiting")).to_be_hidden()
    expect(ana.page.locator("#answer .answer")).to_have_count(0)


def test_a_play_continues_offline_and_is_checked_again_when_connected(
    ana: TouchUser, bo: TouchUser, proxy: CuttableProxy
) -> None:
    record = game_drivers.load_record("cheops_catan")
    code = ana.open_table("cheops_catan", record["seats"], proxy.address, one_phone=True)
    bo.join_seat(code, 1)
    wait_for_version(ana.page, 0)
    cut_after_copy(ana, proxy)
    log = game_drivers.get_entries("cheops_catan", record)[:ENTRY_COUNT]
    for version, entry in enumerate(log, 1):
        before = ana.taps
        game_drivers.enter_move(ana, "cheops_catan", entry)
        assert ana.taps - before <= MAX_TAPS_PER_ENTRY, entry
        wait_for_version(ana.page, version, entry)
    proxy.restore()
    expect(ana.page.locator("#waiting")).to_be_hidden()
    wait_on_all_phones([ana, bo], len(log))
    expect(ana.page.locator("#line")).to_have_class("line live")
    check_pages_are_current([ana, bo])


def test_the_copy_accepts_only_moves(ana: TouchUser, bo: TouchUser, proxy: CuttableProxy) -> None:
    code = open_after_founding(ana, bo, proxy)
    cut_after_copy(ana, proxy)
    response = ana.page.evaluate(f"fetch('/t/{code}/leave', {{method: 'POST'}}).catch(() => 'unheard')")
    assert response == "unheard"
    press_buttons(ana, ["Roll 0 6"], 10)
    press_button(ana, "Build 1 road 0")
    expect(ana.page.locator("#answer .answer")).to_contain_text("Bo must roll first")
    ana.tap("#answer button:text('Got it')")
    kill_worker(ana)
    ana.page.goto(f"{proxy.address}/t/{code}")
    wait_for_version(ana.page, 10)
    press_buttons(ana, ["Knight 0"], 11)
    expect(ana.page.locator("#waiting p")).to_have_count(2)
    assert ana.page.evaluate("code => localStorage[`writes-${code}`]", code) == "1"


def undo_offline(user: TouchUser, *versions: int) -> None:
    for version in versions:
        user.tap("#undo button")
        wait_for_version(user.page, version)


def test_repeated_undos_take_back_the_same_entries_on_the_server(
    ana: TouchUser, bo: TouchUser, proxy: CuttableProxy
) -> None:
    open_after_founding(ana, bo, proxy)
    press_buttons(ana, ["Roll 0 6"], 10)
    cut_after_copy(ana, proxy)
    press_buttons(ana, ["Income 0 2", "Knight 0"], 11)
    undo_offline(ana, 13, 14, 15)
    proxy.restore()
    wait_on_all_phones([ana, bo], 15)
    expect(ana.page.locator("#waiting")).to_be_hidden()
    expect(ana.page.locator("#answer .answer")).to_have_count(0)
    expect(bo.page.locator("#news")).to_contain_text("Ana took back: “Ana rolled 6”")


def test_a_contested_undo_follows_the_entry_that_it_takes_back(
    ana: TouchUser, bo: TouchUser, proxy: CuttableProxy
) -> None:
    open_after_founding(ana, bo, proxy)
    bo.enter_for("all")
    cut_after_copy(ana, proxy)
    press_buttons(ana, ["Roll 0 6", "Knight 0"], 10)
    undo_offline(ana, 12)
    press_buttons(bo, ["Roll 0 6", "Income 0 1"], 10)
    proxy.restore()
    contested = ana.page.locator("#contested .yours li")
    expect(contested).to_have_count(1)
    ana.tap("#contested li button:text('Enter it')")
    wait_on_all_phones([ana, bo], 13)
    expect(ana.page.locator("#contested")).to_be_hidden()
    expect(bo.page.locator("#news")).to_contain_text("Ana took back: “Ana played a knight”")


def test_hidden_information_prevents_a_copy(ana: TouchUser, bo: TouchUser, proxy: CuttableProxy) -> None:
    code = ana.open_table("giza", ["Ana", "Bo"], proxy.address)
    bo.join_seat(code, 1)
    play_tile(ana, "+2", 0, 0)
    wait_on_all_phones([ana, bo], 1)
    play_tile(bo, "+3", 1, 0)
    wait_on_all_phones([ana, bo], 2)
    wait_until(lambda: f"withheld/{code}" in ana.page.evaluate(READ_STORED_NAMES_JS), "why no copy exists")
    proxy.cut()
    play_tile(ana, "+4", 0, 1)
    expect(ana.page.locator("#waiting p")).to_have_count(1)
    expect(ana.page.locator("#withheld")).to_contain_text("hidden information")
    wait_for_version(ana.page, 2)
    kill_worker(ana)
    ana.page.reload()
    expect(ana.page.locator("#withheld")).to_be_visible()
    proxy.restore()
    wait_for_version(ana.page, 3)
    expect(ana.page.locator("#withheld")).to_have_count(0)


KILL_COUNT = 6
HANG_BEFORE_RESPONSE_JS = (
    "() => Object.defineProperty(IDBTransaction.prototype, 'oncomplete', { set() {} })"
)
"""Lets the worker wait forever after it has stored a change, before it responds."""


def count_stored_entries(page: Page) -> int:
    return sum(name.startswith("row/") for name in page.evaluate(READ_STORED_NAMES_JS))


def wait_for_stored_entry(page: Page, stored: int) -> None:
    wait_until(lambda: count_stored_entries(page) > stored, "the stored entry")


def enter_and_stop_worker(ana: TouchUser) -> list[int]:
    """Enter gold ``KILL_COUNT`` times while the worker is often stopped. Return the gold of each entry."""
    tapped = []
    for number in range(KILL_COUNT):
        moment = number % 3
        if moment == 0:
            kill_worker(ana)
        if moment == 2:
            ana.page.context.service_workers[-1].evaluate(HANG_BEFORE_RESPONSE_JS)
        stored = count_stored_entries(ana.page)
        tapped.append(1 + number % 5 % 2)
        press_button(ana, f"Income 0 {tapped[-1]}")
        if moment == 1:
            kill_worker(ana)
        if moment == 2:
            wait_for_stored_entry(ana.page, stored)
            kill_worker(ana)
        wait_for_version(ana.page, len(FOUNDED_LOG) + number + 1)
    kill_worker(ana)
    return tapped


def test_a_stopped_worker_loses_no_entry_of_an_offline_copy(
    ana: TouchUser, bo: TouchUser, proxy: CuttableProxy, server: Server
) -> None:
    code = ana.open_table("cheops_catan", NAMES, proxy.address, one_phone=True)
    bo.join_seat(code, 1)
    enter_founding(ana)
    cut_after_copy(ana, proxy)
    tapped = enter_and_stop_worker(ana)
    expect(ana.page.locator("#waiting p")).to_have_count(KILL_COUNT)
    wait_for_version(bo.page, len(FOUNDED_LOG))
    proxy.restore()
    expect(ana.page.locator("#waiting")).to_be_hidden()
    wait_on_all_phones([ana, bo], len(FOUNDED_LOG) + KILL_COUNT)
    log = call_api(server.address, f"/tables/{code}/log", secret=get_secret(ana.page, code))[1]["entries"]
    assert [entry["data"]["gold"] for entry in log[len(FOUNDED_LOG) :]] == tapped
    wait_for_equal_boards([ana.page, bo.page])
    shown = ana.page.locator("#board").inner_text()
    bo.page.reload()
    wait_for_version(bo.page, len(FOUNDED_LOG) + KILL_COUNT)
    expect(bo.page.locator("#board")).to_have_text(shown, use_inner_text=True)
