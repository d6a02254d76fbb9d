"""What the phone owes its players: it comes back by itself, loses nothing, and mends slips quickly."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Server
from tests.browser.test_giza_game import at_version, join, open_table, play

Make = Callable[..., Page]
SLEEP = """asleep => { Object.defineProperty(document, "hidden", {value: asleep, configurable: true});
  document.dispatchEvent(new Event("visibilitychange")); }"""


def test_without_a_stream_the_phone_asks_by_itself(phone: Make) -> None:
    ana, bo = phone(), phone()
    code = open_table(ana, ["Ana", "Bo"])
    bo.route("**/events*", lambda route: route.abort())
    join(bo, code, 1)
    play(ana, "+5", "site-0-0")
    expect(bo.locator("#table")).to_have_attribute("data-version", "1", timeout=15_000)


def test_a_phone_that_slept_is_right_within_a_second_of_waking(phone: Make) -> None:
    ana, bo = phone(), phone()
    code = open_table(ana, ["Ana", "Bo"])
    join(bo, code, 1)
    bo.evaluate(SLEEP, True)

    def dead(route: Route) -> None:
        route.abort()

    bo.route("**/t/**", dead)
    for number, spot in enumerate(("site-0-0", "site-0-1", "site-0-2"), 1):
        play(ana, "+5", spot)
        at_version(ana, number)
    bo.unroute("**/t/**", dead)
    bo.evaluate(SLEEP, False)
    expect(bo.locator("#table")).to_have_attribute("data-version", "3", timeout=1_000)


def test_an_old_entry_is_changed_in_three_taps(phone: Make) -> None:
    ana = phone()
    open_table(ana, ["Ana", "Bo"])
    for number, spot in enumerate(("site-0-0", "site-1-0", "site-0-1", "site-1-1"), 1):
        play(ana, "+5", spot)
        at_version(ana, number)
    ana.goto(ana.url + "/log")
    taps = 0
    for tap in (
        lambda: ana.locator("#entry-2 a").tap(),
        lambda: ana.locator("input[name=tile][value='+4']").check(force=True),
        lambda: ana.locator("#site-1-0").tap(),
    ):
        tap()
        taps += 1
    ana.wait_for_url(re.compile(r"/t/\w+$"))
    at_version(ana, 5)
    assert taps == 3
    expect(ana.locator("#site-1-0")).to_have_accessible_name(re.compile(r"\+4, 1 deep"))
    expect(ana.locator("#site-1-1")).to_have_accessible_name(re.compile(r"\+5, 1 deep"))


def test_a_change_lists_what_no_longer_stands_and_offers_repair(phone: Make) -> None:
    ana = phone()
    open_table(ana, ["Ana", "Bo"])
    play(ana, "+5", "site-0-0")
    at_version(ana, 1)
    play(ana, "+4", "site-0-0")
    at_version(ana, 2)
    ana.goto(ana.url + "/change/1")
    play(ana, "+3", "site-0-0")
    ana.wait_for_url(re.compile(r"/t/\w+$"))
    fallen = ana.locator("#table .answer.refused").first
    expect(fallen).to_contain_text("Entry 2: +4 is not smaller than +3")
    fallen.get_by_role("button", name="Take out").tap()
    at_version(ana, 4)
    expect(ana.locator("#site-0-0")).to_have_accessible_name(re.compile(r"\+3, 1 deep"))


def test_a_seat_is_taken_over_and_the_old_phone_is_let_go(phone: Make) -> None:
    ana, bo, new = phone(), phone(), phone()
    code = open_table(ana, ["Ana", "Bo"])
    join(bo, code, 1)
    ana.goto(f"/t/{code}/seats")
    ana.locator("form[action$='/seats/1/invite'] button").tap()
    ana.wait_for_url("**/invite")
    new.goto(ana.locator(".qr a").get_attribute("href") or "")
    new.get_by_role("button", name="Take the seat").tap()
    expect(new.locator("#table")).to_be_visible()
    bo.reload()
    expect(bo.get_by_role("button", name="Only watch")).to_be_visible()


def two_enter_the_dice(phone: Make, first: str, second: str) -> tuple[Page, Page]:
    """Ana's dice are entered by her, and by Bo who had no line at that moment."""
    ana, bo = phone(), phone()
    ana.goto("/open/cheops_dice?seats=2")
    ana.locator("button.big").tap()
    ana.wait_for_selector("#table")
    join(bo, ana.url.rsplit("/", 1)[1], 1)
    bo.context.set_offline(True)
    for page, colours in ((ana, first), (bo, second)):
        for colour in colours.split():
            page.locator(f"[data-add={colour}]").tap()
        page.locator("button[value=Roll]").tap()
    at_version(ana, 1)
    bo.context.set_offline(False)
    return ana, bo


def test_the_same_fact_from_two_phones_is_one_entry(phone: Make) -> None:
    _, bo = two_enter_the_dice(phone, "red blue green", "red blue green")
    at_version(bo, 1)
    expect(bo.locator("#waiting")).to_be_hidden(timeout=15_000)
    expect(bo.locator("#answer .answer")).to_have_count(0)


def test_of_two_different_facts_the_table_picks_one(phone: Make) -> None:
    ana, bo = two_enter_the_dice(phone, "red blue green", "red blue violet")
    answer = bo.locator("#answer .answer")
    expect(answer).to_contain_text("entered this differently in entry 1", timeout=15_000)
    answer.get_by_role("button", name="Mine is right").tap()
    at_version(bo, 2)
    at_version(ana, 2)
    expect(ana.locator("#board-0")).to_be_visible()
    ana.goto(ana.url + "/log")
    expect(ana.locator("#entry-2")).to_contain_text("violet")
    expect(ana.locator("#entry-1")).to_contain_text("changed")


@pytest.fixture
def fragile(tmp_path: Path) -> Server:
    return Server(tmp_path)


def test_a_killed_server_loses_no_answered_entry_and_doubles_none(
    phone: Make, fragile: Server
) -> None:
    ana = phone()
    ana.goto(f"{fragile.address}/open/giza?seats=2")
    ana.get_by_role("button", name="Open the table").tap()
    ana.wait_for_selector("#table")
    play(ana, "+5", "site-0-0")
    at_version(ana, 1)
    fragile.kill()
    play(ana, "+5", "site-1-0")
    expect(ana.locator("#line")).to_contain_text("offline")
    expect(ana.locator("#waiting")).to_contain_text("+5")
    fragile.start()
    expect(ana.locator("#table")).to_have_attribute("data-version", "2", timeout=15_000)
    expect(ana.locator("#waiting")).to_be_hidden()
    ana.goto(ana.url + "/log")
    expect(ana.locator(".log li")).to_have_count(2)
    fragile.kill()


def test_the_running_game_opens_with_no_server_at_all(phone: Make, fragile: Server) -> None:
    ana = phone()
    ana.goto(f"{fragile.address.replace('127.0.0.1', 'localhost')}/open/giza?seats=2")
    ana.get_by_role("button", name="Open the table").tap()
    ana.wait_for_selector("#table")
    ana.evaluate("navigator.serviceWorker.ready.then(() => true)")
    ana.reload()
    ana.wait_for_selector("#table")
    ana.reload()
    fragile.kill()
    ana.reload()
    expect(ana.locator("#table")).to_be_visible()
    expect(ana.locator("#line")).to_contain_text("offline")


def test_a_newer_app_is_announced_and_never_forced(phone: Make, fragile: Server) -> None:
    ana = phone()
    ana.goto(f"{fragile.address.replace('127.0.0.1', 'localhost')}/open/giza?seats=2")
    ana.get_by_role("button", name="Open the table").tap()
    ana.wait_for_selector("#table")
    ana.evaluate("navigator.serviceWorker.ready.then(() => true)")
    ana.reload()
    expect(ana.locator("#fresh")).to_be_hidden()
    fragile.kill()
    fragile.start(COMPANION_RELEASE="next")
    ana.evaluate("navigator.serviceWorker.getRegistration().then(kept => kept.update())")
    expect(ana.locator("#fresh")).to_be_visible()
    expect(ana.locator("#table")).to_be_visible()
    with ana.expect_navigation():
        ana.locator("#fresh button").tap()
    expect(ana.locator("#table")).to_be_visible()
    expect(ana.locator("#fresh")).to_be_hidden()
    fragile.kill()
