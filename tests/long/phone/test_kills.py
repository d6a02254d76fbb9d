"""The browser ends the worker between any two taps or in the middle of one: nothing is lost or doubled."""

from playwright.sync_api import Page, expect

from tests.browser.arriving import all_arrive, arrive, open_table, sit
from tests.browser.hands.cheops_catan import FOUNDED, press, press_all
from tests.browser.thumbs import Thumb
from tests.lines import Line
from tests.long.phone.pocketed import KEPT, kill, lobby
from tests.long.phone.test_along import NAMES, cut, show_one_board
from tests.long.processes.players import ask
from tests.served import Server
from tests.waiting import until

KILLS = 15
UNHEARD = "() => Object.defineProperty(IDBTransaction.prototype, 'oncomplete', { set() {} })"
"""Has the worker wait forever once something is kept, before the page hears of it."""


def rows(page: Page) -> int:
    return sum(name.startswith("row/") for name in page.evaluate(KEPT))


def enter_and_kill(ana: Thumb) -> list[int]:
    """By turns the worker ends before the tap, at once after it, and when the entry is kept and the page
    has not heard of it; the gold that was tapped.
    """
    tapped = []
    for number in range(KILLS):
        moment = number % 3
        if moment == 0:
            kill(ana)
        if moment == 2:
            ana.page.context.service_workers[-1].evaluate(UNHEARD)
        before = rows(ana.page)
        tapped.append(1 + number % 5 % 2)
        press(ana, f"Income 0 {tapped[-1]}")
        if moment == 1:
            kill(ana)
        if moment == 2:
            until(lambda: rows(ana.page) > before, "what was entered, in what is kept")  # noqa: B023
            kill(ana)
        arrive(ana.page, len(FOUNDED) + number + 1)
    kill(ana)
    return tapped


def test_at_a_table_of_the_pocket(ana: Thumb, line: Line) -> None:
    line.cut()
    lobby(ana, "cheops_catan", len(NAMES))
    ana.tap("#hand button")
    ana.page.wait_for_selector("#play", state="attached")
    press_all(ana, FOUNDED)
    tapped = enter_and_kill(ana)
    ana.page.reload()
    arrive(ana.page, len(FOUNDED) + KILLS)
    file = ana.page.evaluate("fetch(`${location.pathname}/home.json`).then(told => told.json())")
    assert [entry["data"]["move"]["gold"] for entry in file["log"][len(FOUNDED) :]] == tapped


def test_at_the_copy_of_a_servers_table(ana: Thumb, bo: Thumb, line: Line, server: Server) -> None:
    code = open_table(ana, "cheops_catan", NAMES, line.address, one_phone=True)
    sit(bo, code, 1)
    press_all(ana, FOUNDED)
    cut(ana, line)
    tapped = enter_and_kill(ana)
    expect(ana.page.locator("#waiting p")).to_have_count(KILLS)
    arrive(bo.page, len(FOUNDED))
    line.mend()
    expect(ana.page.locator("#waiting")).to_be_hidden()
    all_arrive([ana, bo], len(FOUNDED) + KILLS)
    cookies = ana.page.context.cookies()
    secret = next(one["value"] for one in cookies if one["name"] == f"t-{code}")
    log = ask(server.address, f"/tables/{code}/log", secret=secret)[1]["entries"]
    assert [entry["data"]["gold"] for entry in log[len(FOUNDED) :]] == tapped
    show_one_board([ana.page, bo.page])
    shown = ana.page.locator("#board").inner_text()
    bo.page.reload()
    arrive(bo.page, len(FOUNDED) + KILLS)
    expect(bo.page.locator("#board")).to_have_text(shown, use_inner_text=True)
