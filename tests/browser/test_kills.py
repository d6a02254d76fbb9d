"""The browser ends the worker between any two taps or in the middle of one: nothing is lost or doubled."""

from __future__ import annotations

import os
import random
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser.arriving import all_arrive, arrive, open_table, sit
from tests.browser.conftest import Server
from tests.browser.hands.cheops_catan import press
from tests.browser.pocketed import KEPT, kill, lobby, wait_for
from tests.browser.test_along import NAMES, cut, show_one_board
from tests.browser.test_along import ana as ana
from tests.browser.test_along import bo as bo
from tests.browser.test_along import line as line
from tests.browser.test_along import taken as taken
from tests.browser.thumbs import Thumb
from tests.lines import Line
from tests.scaled.players import ask

KILLS = 50 if os.environ.get("COMPANION_CELLAR") == "all" else 3
FOUNDED = 10
"""Entries until gold may be entered as often as one likes."""
DRAWN_MS = 200
"""Within this an entry is on its way for certain, and mostly drawn at the end of it."""
UNHEARD = "() => Object.defineProperty(IDBTransaction.prototype, 'oncomplete', { set() {} })"
"""Has the worker wait forever once something is kept, before the page hears of it."""


def found(ana: Thumb) -> None:
    for number in range(1, FOUNDED):
        ana.tap("button[value='Found 0']")
        arrive(ana.page, number)
    press(ana, "Roll 0 6")
    arrive(ana.page, FOUNDED)


def rows(page: Page) -> int:
    return sum(name.startswith("row/") for name in page.evaluate(KEPT))


def is_longer(page: Page, before: int) -> bool:
    return rows(page) > before


def enter_and_kill(ana: Thumb, seed: int) -> list[int]:
    """Gold in an order of chance; by turns the worker ends before the tap, at a moment of chance after
    it, and when the entry is kept and the page has not heard of it.
    """
    chance = random.Random(seed)
    tapped = []
    for number in range(KILLS):
        moment = number % 3
        if moment == 0:
            kill(ana)
        if moment == 2:
            ana.page.context.service_workers[-1].evaluate(UNHEARD)
        before = rows(ana.page)
        tapped.append(chance.choice((1, 2)))
        press(ana, f"Income 0 {tapped[-1]}")
        if moment == 1:
            ana.page.wait_for_timeout(chance.uniform(0, DRAWN_MS))
            kill(ana)
        if moment == 2:
            wait_for(partial(is_longer, ana.page, before))
            kill(ana)
        arrive(ana.page, FOUNDED + number + 1)
    kill(ana)
    return tapped


@pytest.mark.long
def test_at_a_table_of_the_pocket(ana: Thumb, line: Line) -> None:
    line.cut()
    lobby(ana, "cheops_catan", len(NAMES))
    ana.tap("#hand button")
    ana.page.wait_for_selector("#play", state="attached")
    found(ana)
    tapped = enter_and_kill(ana, seed=1)
    ana.page.reload()
    arrive(ana.page, FOUNDED + KILLS)
    file = ana.page.evaluate("fetch(`${location.pathname}/home.json`).then(told => told.json())")
    assert [entry["data"]["move"]["gold"] for entry in file["log"][FOUNDED:]] == tapped


def test_at_the_copy_of_a_servers_table(ana: Thumb, bo: Thumb, line: Line, server: Server) -> None:
    code = open_table(ana, "cheops_catan", NAMES, line.address, one_phone=True)
    sit(bo, code, 1)
    found(ana)
    cut(ana, line)
    tapped = enter_and_kill(ana, seed=2)
    expect(ana.page.locator("#waiting p")).to_have_count(KILLS)
    arrive(bo.page, FOUNDED)
    line.mend()
    expect(ana.page.locator("#waiting")).to_be_hidden()
    all_arrive([ana, bo], FOUNDED + KILLS)
    cookies = ana.page.context.cookies()
    secret = next(one["value"] for one in cookies if one["name"] == f"t-{code}")
    log = ask(server.address, f"/tables/{code}/log", secret=secret)[1]["entries"]
    assert [entry["data"]["gold"] for entry in log[FOUNDED:]] == tapped
    show_one_board([ana.page, bo.page])
    shown = ana.page.locator("#board").inner_text()
    bo.page.reload()
    arrive(bo.page, FOUNDED + KILLS)
    expect(bo.page.locator("#board")).to_be_visible()
    assert bo.page.locator("#board").inner_text() == shown
