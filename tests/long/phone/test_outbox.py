"""What was tapped survives the world between: networks that ask for a login, a full phone,
a page that is closed, a server that was put back to an older state.
"""

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests import ROOT
from tests.app_server import Server
from tests.browser.game_drivers.giza import lay, play
from tests.browser.joining import (
    MakePhone,
    enter_for,
    join_seat,
    one_phone_each,
    one_phone_for_all,
    open_table,
    wait_for_version,
    wait_on_all_phones,
)
from tests.browser.play_by_touch import check_up_to_date
from tests.browser.touch_user import TouchUser
from tests.waiting import wait_until, wait_until_idle

FILL = """() => {
  for (const size of [1e6, 1e5, 1e4, 1e3, 100, 10, 1])
    for (let n = 0; n < 60; n++)
      try { localStorage.setItem(`ballast-${size}-${n}`, "x".repeat(size)); } catch { break; }
}"""
FORBIDDEN = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("denied", "SecurityError"); } });"""
WAITING = 'Object.keys(localStorage).filter(name => name.startsWith("tap-")).length'
LOGIN = "<!doctype html><h1 id='login'>Log in to the café</h1><section id='table'></section>"


def kept(page: Page) -> int:
    return int(page.evaluate(WAITING))


# --- a network that answers for the app ---


FAULT = pytest.param(500, id="fault of the app's own")
"""Answered as the app answers, so that it is no stranger."""


@pytest.mark.parametrize("status", [200, 204, 302, 403, 404, 502, FAULT])
def test_an_answer_that_settles_nothing_takes_no_tap(phone: MakePhone, status: int) -> None:
    ana = TouchUser(phone(service_workers="block"))
    code = open_table(ana, "giza", ["Ana", "Bo"])

    def portal(route: Route) -> None:
        headers = {"Content-Type": "text/html", "Location": "https://login.example/"}
        headers |= {"X-Companion": "1"} if status == 500 else {}
        route.fulfill(status=status, headers=headers, body="" if status == 204 else LOGIN)

    ana.page.route(f"**/t/{code}*", portal)
    ana.page.route(f"**/t/{code}/**", portal)
    play(ana, "+5", 0, 0)
    if status not in (302, 500, 502):  # led nobody knows where; and a proxy without its app is no line
        expect(ana.page.locator("#captive-portal")).to_be_visible()
    expect(ana.page.locator("#line")).to_contain_text("offline")
    expect(ana.page.locator("#waiting")).to_contain_text("+5")
    expect(ana.page.locator("#login")).to_have_count(0)
    assert kept(ana.page) == 1
    ana.page.unroute_all()
    wait_for_version(ana.page, 1)
    expect(ana.page.locator("#captive-portal")).to_be_hidden()
    assert kept(ana.page) == 0


BUSY = {"Content-Type": "text/html", "X-Companion": "1", "Retry-After": "4"}
"""The app is there, and has no room just now."""
SAID = """() => { window.said = []; const line = document.querySelector("#line");
  new MutationObserver(() => said.push(line.className)).observe(line, { attributes: true }); }"""


def test_a_tap_that_is_told_to_come_again_waits_so_long_and_is_not_offline(phone: MakePhone) -> None:
    ana = TouchUser(phone(service_workers="block"))
    open_table(ana, "giza", ["Ana", "Bo"])
    expect(ana.page.locator("#line")).to_have_class("line live")
    asked: list[float] = []

    def turn_away(route: Route) -> None:
        asked.append(time.monotonic())
        if len(asked) > 1:
            route.continue_()
        else:
            route.fulfill(status=503, headers=BUSY, body="")

    ana.page.evaluate(SAID)
    ana.page.route("**/enter", turn_away)
    lay(ana, "+5", "0-0", 1)
    assert asked[1] - asked[0] > 3.9
    assert set(ana.page.evaluate("said")) <= {"line live", "line waiting"}


def test_a_stream_that_is_told_to_come_again_is_asked_for_then_and_the_phone_is_live(
    phone: MakePhone,
) -> None:
    ana, bo = one_phone_each(phone, "giza", ["Ana", "Bo"])
    expect(bo.page.locator("#line")).to_have_class("line live")
    asked: list[float] = []

    def turn_away(route: Route) -> None:
        asked.append(time.monotonic())
        route.fulfill(status=429, headers=BUSY, body="")

    bo.page.route("**/stream?*", turn_away)
    bo.page.evaluate("dispatchEvent(new Event('online'))")  # as after a sleep
    wait_until(lambda: bo.page.title() and asked, "a question for the stream")
    expect(bo.page.locator("#line")).to_have_class("line live")
    bo.page.evaluate(SAID)
    wait_until(lambda: bo.page.title() and len(asked) > 2, "another one")
    assert asked[2] - asked[1] > 3.9
    enter_for(ana, "all")
    play(ana, "+5", 0, 0)
    wait_for_version(bo.page, 1)
    assert "line offline" not in bo.page.evaluate("said")
    bo.page.unroute_all()
    with bo.page.expect_response("**/stream?*") as again:
        pass
    assert again.value.status == 200


def test_the_phone_never_keeps_a_login_page_for_the_tables(phone: MakePhone, server: Server) -> None:
    ana = TouchUser(phone())
    open_table(ana, "giza", ["Ana", "Bo"], server.address.replace("127.0.0.1", "localhost"))
    ana.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    ana.page.reload()
    table = ana.page.url
    ana.page.context.route(table, lambda route: route.fulfill(status=200, body=LOGIN))
    ana.page.goto(table)
    expect(ana.page.locator("#login")).to_have_count(0)
    ana.page.context.unroute_all()
    ana.page.context.set_offline(True)
    ana.page.goto(table)
    expect(ana.page.locator("#login")).to_have_count(0)
    expect(ana.page.locator("#board-0")).to_be_visible()


# --- a phone that keeps nothing ---


def test_a_tap_on_a_full_phone_is_sent_and_the_page_says_that_it_cannot_wait(phone: MakePhone) -> None:
    ana = one_phone_for_all(phone, "giza", ["Ana", "Bo"])
    ana.page.evaluate(FILL)
    lay(ana, "+5", "0-0", 1)
    expect(ana.page.locator("#storage-failed")).to_be_visible()
    ana.page.context.set_offline(True)
    play(ana, "+4", 1, 0)
    expect(ana.page.locator("#waiting")).to_contain_text("+4")
    ana.page.context.set_offline(False)
    wait_for_version(ana.page, 2)


def test_where_storage_is_forbidden_the_game_goes_on(phone: MakePhone) -> None:
    page = phone()
    page.context.add_init_script(FORBIDDEN)
    ana = TouchUser(page)
    open_table(ana, "giza", ["Ana", "Bo"])
    play(ana, "+5", 0, 0)
    wait_for_version(page, 1)
    expect(page.locator("#storage-failed")).to_contain_text("cannot keep anything")


def test_a_stream_that_was_on_its_way_when_the_line_went_is_not_believed(phone: MakePhone) -> None:
    page, asked = phone(), list[Route]()
    page.route("**/stream?*", lambda route: asked.append(route))
    open_table(TouchUser(page), "giza", ["Ana", "Bo"])
    wait_until(lambda: page.title() and asked, "a question for the stream")
    page.evaluate("dispatchEvent(new Event('offline'))")
    asked[0].continue_()
    wait_until(lambda: page.title() and len(asked) > 1, "another one")
    expect(page.locator("#line")).to_have_class("line offline")
    asked[1].continue_()
    expect(page.locator("#line")).to_have_class("line live")


# --- a page that is closed ---


def cut_off(user: TouchUser) -> None:
    user.page.context.set_offline(True)
    expect(user.page.locator("#line")).to_contain_text("offline")


def closed_with(user: TouchUser, taps: int) -> Page:
    """Close the table's page with its taps; another page of the same phone, with the line back."""
    expect(user.page.locator("#waiting p")).to_have_count(taps)
    other = user.page.context.new_page()
    user.page.close()
    user.page.context.set_offline(False)
    return other


def test_the_home_page_says_what_waits_and_where_and_sends_it(phone: MakePhone) -> None:
    ana, bo = one_phone_each(phone, "giza", ["Ana", "Bo"])
    table = ana.page.url
    cut_off(ana)
    play(ana, "+5", 0, 0)
    home = closed_with(ana, 1)
    home.route("**/enter", lambda route: route.abort())
    home.goto("/")
    link = home.locator("#elsewhere a")
    expect(link).to_have_text("Giza")
    expect(link).to_have_attribute("href", f"/t/{table.rsplit('/', 1)[1]}")
    expect(home.locator("#elsewhere")).to_contain_text("Waiting to be sent: 1")
    home.unroute_all()
    home.reload()
    wait_for_version(bo.page, 1)
    expect(home.locator("#elsewhere")).to_be_hidden()


def test_a_refusal_waits_at_its_table_until_it_is_read(phone: MakePhone) -> None:
    ana, bo = one_phone_each(phone, "giza", ["Ana", "Bo"])
    enter_for(bo, 0)
    table = ana.page.url
    cut_off(ana)
    play(ana, "+4", 0, 0)
    lay(bo, "+3", "0-0", 1)
    home = closed_with(ana, 1)
    home.goto("/")
    expect(home.locator("#elsewhere")).to_contain_text("Not entered")
    for _ in range(2):
        home.goto(table)
        expect(home.locator("#answer .answer")).to_have_count(1)
        expect(home.locator("#answer .answer small")).to_contain_text("+4")
        TouchUser(home).tap("#head .back")
        expect(home.locator("#code")).to_be_visible()
        expect(home.locator("#elsewhere")).to_be_hidden()  # it was seen, and stays at its table
    home.goto(table)
    TouchUser(home).tap("#answer .answer button:text('Leave it out')")
    expect(home.locator("#answer .answer")).to_have_count(0)
    home.reload()
    wait_for_version(home, 1)
    expect(home.locator("#answer .answer")).to_have_count(0)


def test_taps_kept_by_an_older_release_are_sent(phone: MakePhone) -> None:
    ana = one_phone_for_all(phone, "giza", ["Ana", "Bo"])
    code = ana.page.url.rsplit("/", 1)[1]
    ana.page.evaluate(
        """code => localStorage.setItem(`waiting-${code}`, JSON.stringify([1, 2].map(n => ({
          url: `/t/${code}/enter`, say: "note", then: "",
          body: `kind=note&text=number+${n}&key=old-release-${n}` }))))""",
        code,
    )
    ana.page.reload()
    wait_for_version(ana.page, 2)
    ana.tap("#menu a[href$='/log']")
    expect(ana.page.locator("#entry-1")).to_contain_text("number 1")
    expect(ana.page.locator("#entry-2")).to_contain_text("number 2")


# --- a server that was put back to an older state ---


def command(server: Server, *arguments: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "companion", *arguments], cwd=ROOT, env=server.environment, check=True
    )


def two_at_four_put_back_to_two(phone: MakePhone, server: Server, copy: Path) -> list[TouchUser]:
    """Two phones that show four entries; the server knows two of them, and is not running."""
    ana, bo = TouchUser(phone()), TouchUser(phone())
    code = open_table(ana, "giza", ["Ana", "Bo"], server.address, one_phone=True)
    join_seat(bo, code, 1, server.address)
    enter_for(bo, "all")
    for number, site in enumerate((0, 1), 1):
        lay(ana, "+5", f"0-{site}", number)
    command(server, "backup", str(copy))
    for number, (tile, site) in enumerate((("+4", 0), ("+4", 1)), 3):
        lay(ana, tile, f"0-{site}", number)
    wait_on_all_phones([ana, bo], 4)
    expect(ana.page.locator("#waiting")).to_be_hidden()  # its stream may be ahead of its answer
    server.kill()
    command(server, "restore", str(copy))
    return [ana, bo]


def test_a_phone_is_not_told_changes_of_a_log_that_is_gone(
    phone: MakePhone, own_server: Server, tmp_path: Path
) -> None:
    ana, bo = two_at_four_put_back_to_two(phone, own_server, tmp_path / "copy")
    table = bo.page.url
    bo.page.context.set_offline(True)
    own_server.start()
    wait_on_all_phones([ana], 2)
    for number, site in enumerate((0, 1), 3):
        lay(ana, "+3", f"0-{site}", number)
    bo.page.context.set_offline(False)
    expect(bo.page.locator("#site-0-1")).to_have_accessible_name(re.compile(r"\+3, 2 deep"))
    check_up_to_date([ana, bo])
    assert bo.page.url == table


def test_an_answer_that_comes_late_does_not_put_a_phone_back(phone: MakePhone) -> None:
    ana, bo = one_phone_each(phone, "giza", ["Ana", "Bo"])
    enter_for(ana, "all")
    late: list[Route] = []

    def hold(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append(route)

    bo.page.route("**/stream*", lambda route: route.abort())
    bo.page.reload()
    bo.page.route(f"{bo.page.url}", hold)
    lay(ana, "+5", "0-0", 1)
    wait_until(lambda: bo.page.title() and late, "a question for the table")
    answer = late[0].fetch()
    play(ana, "+4", 0, 0)
    bo.page.unroute("**/stream*")
    wait_for_version(bo.page, 2)
    late[0].fulfill(response=answer)
    wait_until_idle(bo.page)
    wait_for_version(bo.page, 2)


def test_nor_behind_the_stream_of_a_server_that_was_put_back(
    phone: MakePhone, own_server: Server, tmp_path: Path
) -> None:
    ana, bo = two_at_four_put_back_to_two(phone, own_server, tmp_path / "copy")
    table, newest = bo.page.url, bo.page.locator("#site-0-1")
    late: list[Route] = []
    for cut in (table, "**/stream*"):
        bo.page.route(cut, lambda route: route.abort())
    own_server.start()
    wait_on_all_phones([ana], 2)
    lay(ana, "+3", "0-0", 3)
    bo.page.route(table, lambda route: late.append(route))
    wait_until(lambda: bo.page.title() and late, "a question for the table")
    answer = late[0].fetch()
    play(ana, "+3", 0, 1)
    bo.page.unroute("**/stream*")
    expect(newest).to_have_accessible_name(re.compile(r"\+3, 2 deep"))
    late[0].fulfill(response=answer)
    check_up_to_date([ana, bo])
