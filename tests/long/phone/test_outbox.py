"""Queued entries survive login pages, full storage, closed pages, and a server restored from a backup."""

import re
import subprocess
import time
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests import ROOT
from tests.app_server import Server
from tests.browser.game_drivers.giza import lay_tile, play_tile
from tests.browser.joining import MakePhone, open_with_one_phone, open_with_phone_each
from tests.browser.play_by_touch import check_pages_are_current
from tests.browser.touch_user import TouchUser, wait_for_version, wait_on_all_phones
from tests.waiting import wait_until

FORBID_STORAGE_JS = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("denied", "SecurityError"); } });"""
COUNT_QUEUED_JS = 'Object.keys(localStorage).filter(name => name.startsWith("tap-")).length'
LOGIN_PAGE = "<!doctype html><h1 id='login'>Log in to the café</h1><section id='table'></section>"
APP_ERROR = pytest.param(500, id="fault of the app's own")
"""A response with the app's header, so that it counts as the app's."""


@pytest.mark.parametrize("status", [200, 302, APP_ERROR])
def test_a_response_that_is_not_the_apps_keeps_the_entry_queued(phone: MakePhone, status: int) -> None:
    ana = TouchUser(phone(service_workers="block"))
    code = ana.open_table("giza", ["Ana", "Bo"])

    def send_other_response(route: Route) -> None:
        headers = {"Content-Type": "text/html", "Location": "https://login.example/"}
        headers |= {"X-Companion": "1"} if status == 500 else {}
        route.fulfill(status=status, headers=headers, body=LOGIN_PAGE)

    ana.page.route(f"**/t/{code}*", send_other_response)
    ana.page.route(f"**/t/{code}/**", send_other_response)
    play_tile(ana, "+5", 0, 0)
    if status == 200:
        expect(ana.page.locator("#captive-portal")).to_be_visible()
    expect(ana.page.locator("#line")).to_contain_text("offline")
    expect(ana.page.locator("#waiting")).to_contain_text("+5")
    expect(ana.page.locator("#login")).to_have_count(0)
    assert ana.page.evaluate(COUNT_QUEUED_JS) == 1
    ana.page.unroute_all()
    wait_for_version(ana.page, 1)
    expect(ana.page.locator("#captive-portal")).to_be_hidden()
    assert ana.page.evaluate(COUNT_QUEUED_JS) == 0


BUSY_HEADERS = {"Content-Type": "text/html", "X-Companion": "1", "Retry-After": "4"}
RECORD_CONNECTION_STATUS_JS = """() => { window.statuses = []; const line = document.querySelector("#line");
  new MutationObserver(() => statuses.push(line.className)).observe(line, { attributes: true }); }"""


def test_a_stream_waits_for_an_overloaded_server_and_reconnects(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    expect(bo.page.locator("#line")).to_have_class("line live")
    requests: list[float] = []

    def answer_429(route: Route) -> None:
        requests.append(time.monotonic())
        route.fulfill(status=429, headers=BUSY_HEADERS)

    bo.page.route("**/stream?*", answer_429)
    bo.page.evaluate("dispatchEvent(new Event('online'))")  # as after sleep
    wait_until(lambda: bo.page.title() and requests, "a question for the stream")
    expect(bo.page.locator("#line")).to_have_class("line live")
    bo.page.evaluate(RECORD_CONNECTION_STATUS_JS)
    wait_until(lambda: bo.page.title() and len(requests) > 2, "another one")
    assert requests[2] - requests[1] > 3.9
    ana.enter_for("all")
    play_tile(ana, "+5", 0, 0)
    wait_for_version(bo.page, 1)
    assert "line offline" not in bo.page.evaluate("statuses")
    bo.page.unroute_all()
    with bo.page.expect_response("**/stream?*") as again:
        pass
    assert again.value.status == 200


def test_a_login_page_is_never_cached_as_a_table(phone: MakePhone, server: Server) -> None:
    ana = TouchUser(phone())
    ana.open_table("giza", ["Ana", "Bo"], server.address.replace("127.0.0.1", "localhost"))
    ana.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    ana.page.reload()
    table = ana.page.url
    ana.page.context.route(table, lambda route: route.fulfill(status=200, body=LOGIN_PAGE))
    ana.page.goto(table)
    expect(ana.page.locator("#login")).to_have_count(0)
    ana.page.context.unroute_all()
    ana.page.context.set_offline(True)
    ana.page.goto(table)
    expect(ana.page.locator("#login")).to_have_count(0)
    expect(ana.page.locator("#board-0")).to_be_visible()


def test_the_game_works_without_browser_storage(phone: MakePhone) -> None:
    page = phone()
    page.context.add_init_script(FORBID_STORAGE_JS)
    ana = TouchUser(page)
    ana.open_table("giza", ["Ana", "Bo"])
    play_tile(ana, "+5", 0, 0)
    wait_for_version(page, 1)
    expect(page.locator("#storage-failed")).to_contain_text("cannot keep anything")


def test_the_home_page_lists_and_sends_queued_entries(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    table = ana.page.url
    ana.page.context.set_offline(True)
    play_tile(ana, "+5", 0, 0)
    expect(ana.page.locator("#waiting p")).to_have_count(1)
    home = ana.page.context.new_page()
    ana.page.close()
    home.context.set_offline(False)
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


def test_entries_stored_by_an_older_release_are_sent(phone: MakePhone) -> None:
    ana = open_with_one_phone(phone, "giza", ["Ana", "Bo"])
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


def send_server_command(server: Server, *arguments: str) -> None:
    subprocess.run([*server.command, *arguments], cwd=ROOT, env=server.environment, check=True)


def test_a_restore_updates_the_whole_page(phone: MakePhone, own_server: Server, tmp_path: Path) -> None:
    ana, bo = TouchUser(phone()), TouchUser(phone())
    code = ana.open_table("giza", ["Ana", "Bo"], own_server.address, one_phone=True)
    bo.join_seat(code, 1, own_server.address)
    bo.enter_for("all")
    for number, site in enumerate((0, 1), 1):
        lay_tile(ana, "+5", f"0-{site}", number)
    send_server_command(own_server, "backup", str(tmp_path / "copy"))
    for number, (tile, site) in enumerate((("+4", 0), ("+4", 1)), 3):
        lay_tile(ana, tile, f"0-{site}", number)
    wait_on_all_phones([ana, bo], 4)
    expect(ana.page.locator("#waiting")).to_be_hidden()  # the stream may be faster than the response
    own_server.kill()
    send_server_command(own_server, "restore", str(tmp_path / "copy"))
    table = bo.page.url
    bo.page.context.set_offline(True)
    own_server.start()
    wait_on_all_phones([ana], 2)
    for number, site in enumerate((0, 1), 3):
        lay_tile(ana, "+3", f"0-{site}", number)
    bo.page.context.set_offline(False)
    expect(bo.page.locator("#site-0-1")).to_have_accessible_name(re.compile(r"\+3, 2 deep"))
    check_pages_are_current([ana, bo])
    assert bo.page.url == table
