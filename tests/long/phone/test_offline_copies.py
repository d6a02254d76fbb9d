"""A phone with the offline bundle continues a running table offline, also if its worker stops."""

from functools import partial

from playwright.sync_api import Page, expect

from companion.games.seeds import load_plays
from tests.app_server import Server
from tests.browser import game_drivers
from tests.browser.game_drivers.cheops_catan import FOUNDING_BUTTON_VALUES, press_button, press_buttons
from tests.browser.game_drivers.giza import play_tile
from tests.browser.joining import (
    join_seat,
    open_table,
    set_seats_to_enter_for,
    wait_for_version,
    wait_on_all_phones,
)
from tests.browser.play_by_touch import check_pages_are_current
from tests.browser.touch_user import TouchUser
from tests.cuttable_proxy import CuttableProxy
from tests.long.phone.offline_phone import (
    READ_STORED_NAMES_JS,
    kill_worker,
    wait_for_copy,
)
from tests.long.processes.players import call_api
from tests.waiting import wait_until

NAMES = ["Ana", "Bo", "Cy"]
MAX_TAPS = 3


def open_after_founding(ana: TouchUser, bo: TouchUser, proxy: CuttableProxy) -> str:
    """Open a table after the founding phase, and return its code. Ana's phone also enters for Cy."""
    code = open_table(ana, "cheops_catan", NAMES, proxy.address, one_phone=True)
    join_seat(bo, code, 1)
    press_buttons(ana, FOUNDING_BUTTON_VALUES[:-1])
    wait_on_all_phones([ana, bo], 9)
    return code


def cut_after_copy(user: TouchUser, proxy: CuttableProxy) -> None:
    """Wait until the phone's copy has the newest entry, then cut the connection."""
    wait_for_copy(user.page, int(user.page.locator("#table").get_attribute("data-version") or 0))
    proxy.cut()
    expect(user.page.locator("#line")).to_contain_text("offline")


def wait_for_equal_boards(pages: list[Page]) -> None:
    """Wait until all phones show the same board."""
    boards = [page.locator("#board") for page in pages]
    wait_until(lambda: len({board.inner_text() for board in boards}) == 1, "one board on all phones")


def test_a_copy_that_lacks_an_entry_refuses_no_move(
    ana: TouchUser, bo: TouchUser, proxy: CuttableProxy
) -> None:
    """The connection is lost before the phone updates its copy, so that the roll is missing."""
    open_after_founding(ana, bo, proxy)
    set_seats_to_enter_for(bo, "all")
    wait_for_copy(ana.page, 9)
    proxy.fall_silent_at(b"along.json", passed=False)
    press_button(bo, "Roll 0 6")
    wait_for_version(ana.page, 10)
    press_button(ana, "Income 0 2")
    expect(ana.page.locator("#line")).to_contain_text("offline")
    expect(ana.page.locator("#waiting p")).to_have_count(1)
    proxy.speak()
    wait_on_all_phones([ana, bo], 11)
    expect(ana.page.locator("#waiting")).to_be_hidden()
    expect(ana.page.locator("#answer .answer")).to_have_count(0)


def test_with_a_silent_server_the_app_starts_in_offline_mode(ana: TouchUser, proxy: CuttableProxy) -> None:
    proxy.fall_silent()
    ana.page.goto(proxy.address)
    expect(ana.page).to_have_url(f"{proxy.address}/pocket/")


def test_a_play_continues_offline_and_is_checked_again_when_connected(
    ana: TouchUser, bo: TouchUser, proxy: CuttableProxy
) -> None:
    record = load_plays("cheops_catan")[game_drivers.get_play_name("cheops_catan")]
    code = open_table(ana, "cheops_catan", record["seats"], proxy.address, one_phone=True)
    join_seat(bo, code, 1)
    wait_for_version(ana.page, 0)
    cut_after_copy(ana, proxy)
    log = game_drivers.get_entries("cheops_catan", record)
    for version, entry in enumerate(log, 1):
        before = ana.taps
        game_drivers.enter_move(ana, "cheops_catan", entry)
        assert ana.taps - before <= MAX_TAPS, entry
        wait_for_version(ana.page, version, entry)
    proxy.mend()
    expect(ana.page.locator("#waiting")).to_be_hidden()
    wait_on_all_phones([ana, bo], len(log))
    for seat, points in enumerate(record["end"]["points"]):
        expect(bo.page.locator(f".standings .c{seat} a > b")).to_have_text(str(points))
    expect(ana.page.locator("#line")).to_have_class("line live")
    check_pages_are_current([ana, bo])


def test_a_table_with_hidden_information_has_no_offline_copy(
    ana: TouchUser, bo: TouchUser, proxy: CuttableProxy
) -> None:
    code = open_table(ana, "giza", ["Ana", "Bo"], proxy.address)
    join_seat(bo, code, 1)
    play_tile(ana, "+2", 0, 0)
    wait_on_all_phones([ana, bo], 1)
    play_tile(bo, "+3", 1, 0)
    wait_on_all_phones([ana, bo], 2)
    wait_until(
        lambda: f"withheld/{code}" in ana.page.evaluate(READ_STORED_NAMES_JS), "why there is no copy"
    )
    proxy.cut()
    play_tile(ana, "+4", 0, 1)
    expect(ana.page.locator("#waiting p")).to_have_count(1)
    expect(ana.page.locator("#withheld")).to_contain_text("hidden information")
    wait_for_version(ana.page, 2)
    kill_worker(ana)
    ana.page.reload()
    expect(ana.page.locator("#withheld")).to_be_visible()
    proxy.mend()
    wait_for_version(ana.page, 3)
    expect(ana.page.locator("#withheld")).to_have_count(0)


KILL_COUNT = 15
STOP_BEFORE_RESPONSE_JS = (
    "() => Object.defineProperty(IDBTransaction.prototype, 'oncomplete', { set() {} })"
)
"""Lets the worker wait forever after it has stored a change, before it responds."""


def count_rows(page: Page) -> int:
    return sum(name.startswith("row/") for name in page.evaluate(READ_STORED_NAMES_JS))


def has_more_rows(page: Page, count: int) -> bool:
    """Return whether more than ``count`` entries are stored on the phone."""
    return count_rows(page) > count


def enter_and_stop_worker(ana: TouchUser) -> list[int]:
    """Enter gold ``KILL_COUNT`` times. Each time, stop the worker before the tap, just after it, or between
    storing and answering. Return the amounts.
    """
    tapped = []
    for number in range(KILL_COUNT):
        moment = number % 3
        if moment == 0:
            kill_worker(ana)
        if moment == 2:
            ana.page.context.service_workers[-1].evaluate(STOP_BEFORE_RESPONSE_JS)
        before = count_rows(ana.page)
        tapped.append(1 + number % 5 % 2)
        press_button(ana, f"Income 0 {tapped[-1]}")
        if moment == 1:
            kill_worker(ana)
        if moment == 2:
            wait_until(partial(has_more_rows, ana.page, before), "the stored entry")
            kill_worker(ana)
        wait_for_version(ana.page, len(FOUNDING_BUTTON_VALUES) + number + 1)
    kill_worker(ana)
    return tapped


def test_a_stopped_worker_loses_no_entry_of_an_offline_copy(
    ana: TouchUser, bo: TouchUser, proxy: CuttableProxy, server: Server
) -> None:
    code = open_table(ana, "cheops_catan", NAMES, proxy.address, one_phone=True)
    join_seat(bo, code, 1)
    press_buttons(ana, FOUNDING_BUTTON_VALUES)
    cut_after_copy(ana, proxy)
    tapped = enter_and_stop_worker(ana)
    expect(ana.page.locator("#waiting p")).to_have_count(KILL_COUNT)
    wait_for_version(bo.page, len(FOUNDING_BUTTON_VALUES))
    proxy.mend()
    expect(ana.page.locator("#waiting")).to_be_hidden()
    wait_on_all_phones([ana, bo], len(FOUNDING_BUTTON_VALUES) + KILL_COUNT)
    cookies = ana.page.context.cookies()
    secret = next(one["value"] for one in cookies if one["name"] == f"t-{code}")
    log = call_api(server.address, f"/tables/{code}/log", secret=secret)[1]["entries"]
    assert [entry["data"]["gold"] for entry in log[len(FOUNDING_BUTTON_VALUES) :]] == tapped
    wait_for_equal_boards([ana.page, bo.page])
    shown = ana.page.locator("#board").inner_text()
    bo.page.reload()
    wait_for_version(bo.page, len(FOUNDING_BUTTON_VALUES) + KILL_COUNT)
    expect(bo.page.locator("#board")).to_have_text(shown, use_inner_text=True)
