"""Sending an offline table to the server, and deleting it with all its data."""

from playwright.sync_api import Page, expect

from tests.browser.game_drivers.giza import lay_tile
from tests.browser.joining import MakePhone
from tests.browser.touch_user import TouchUser, wait_for_version
from tests.cuttable_proxy import CuttableProxy
from tests.long.phone.offline_phone import (
    NAMES,
    OPEN_OFFLINE_SELECTOR,
    READ_STORED_NAMES_JS,
    kill_worker,
    open_offline_lobby,
    start_offline_table,
    wait_for_copy,
)
from tests.waiting import wait_until

LEAVE_SELECTOR = "a:text('Leave this table, on this device only')"


def list_stored_tables(page: Page) -> list[str]:
    return [name for name in page.evaluate(READ_STORED_NAMES_JS) if not name.startswith("cookie/companion")]


def test_giving_up_the_seat_deletes_an_offline_table(ana: TouchUser, proxy: CuttableProxy) -> None:
    proxy.cut()
    start_offline_table(ana)
    lay_tile(ana, "+2", "0-0", 1)
    assert list_stored_tables(ana.page)
    ana.tap("#menu a:text-is('Seats')")
    drawer = ana.page.locator("#drawer")
    expect(drawer).to_contain_text("This table is only on this phone.")
    expect(drawer.locator("svg.qr, .qr, button:text('QR')")).to_have_count(0)
    ana.tap(f"#drawer {LEAVE_SELECTOR}")
    expect(ana.page.locator("main")).to_contain_text("whoever leaves this table deletes it")
    ana.tap("button:text-is('Leave')")
    ana.page.wait_for_url("**/pocket/")
    expect(ana.page.locator(".running")).to_have_count(0)
    assert list_stored_tables(ana.page) == []
    kill_worker(ana)
    ana.page.reload()
    expect(ana.page.locator(".running")).to_have_count(0)


def test_giving_up_the_seat_deletes_the_offline_copy(ana: TouchUser, proxy: CuttableProxy) -> None:
    ana.open_table("cheops_catan", NAMES, proxy.address, one_phone=True)
    wait_for_copy(ana.page, 0)
    ana.tap("#menu a:text('Seats and QR codes')")
    ana.tap(f"#drawer {LEAVE_SELECTOR}")
    ana.tap("button:text-is('Leave')")
    ana.page.wait_for_url(f"{proxy.address}/")
    wait_until(lambda: list_stored_tables(ana.page) == [], "a phone that keeps nothing of the table")


LIST_REMAINING_DATA_JS = """async () => [
  ...(await indexedDB.databases()).map(({ name }) => name),
  ...(await caches.keys()).filter(name => name === "pocket"),
  (await navigator.serviceWorker.ready).active.scriptURL.replace(location.origin, ""),
]"""


def test_the_bundle_can_be_removed_and_downloaded_again(ana: TouchUser, proxy: CuttableProxy) -> None:
    page = ana.page
    for tile in ("+2", "+3"):
        start_offline_table(ana)
        lay_tile(ana, tile, "0-0", 1)
    page.goto("/pocket/")
    ana.tap("#menu a:text('Remove from this phone')")
    lost, alert = page.locator("main h2"), page.locator("#kept-here")
    expect(lost).to_have_text("2 tables are only on this phone and would be lost")
    expect(page.locator("#room b")).not_to_have_text("")
    ana.tap(".card:nth-child(1) button:text('Send to the server')")
    expect(lost).to_have_text("1 table is only on this phone and would be lost")
    expect(page.locator("#room b")).not_to_have_text("")  # its script is loaded
    proxy.cut()
    ana.tap("#remove")
    expect(alert).to_be_visible()
    proxy.restore()
    ana.tap("#remove")
    page.wait_for_selector("#take")
    assert page.evaluate(LIST_REMAINING_DATA_JS) == ["/sw.js"]
    ana.tap("#take")
    page.wait_for_selector(OPEN_OFFLINE_SELECTOR)
    expect(page.locator(".running")).to_have_count(0)


SEND_SELECTOR = "#menu button:text('Send to the server')"


def send_to_server(user: TouchUser, version: int) -> str:
    user.tap(SEND_SELECTOR)
    user.page.wait_for_url(lambda url: "/t/0" not in url)
    wait_for_version(user.page, version)
    return user.page.url.rsplit("/", 1)[1]


def test_a_table_sent_twice_is_stored_once(ana: TouchUser, proxy: CuttableProxy, phone: MakePhone) -> None:
    proxy.cut()
    open_offline_lobby(ana, "giza", 2)
    ana.start_game()
    born = ana.page.url
    lay_tile(ana, "+2", "0-0", 1)
    ana.tap(SEND_SELECTOR)
    expect(ana.page.locator("#answer .answer")).to_contain_text("stays on this phone")
    proxy.restore()
    code = send_to_server(ana, 1)
    bo = TouchUser(phone())
    bo.join_seat(code, 1)
    wait_for_version(bo.page, 1)
    ana.page.goto(born)
    kill_worker(ana)
    lay_tile(ana, "-1", "1-0", 2)
    assert send_to_server(ana, 2) == code
    wait_for_version(bo.page, 2)
    ana.page.goto(born)
    wait_for_version(ana.page, 2)
    assert send_to_server(ana, 2) == code
    lay_tile(ana, "+1", "0-0", 3)
    ana.page.goto(born)
    expect(ana.page.locator("main > .notice:not([id])")).to_contain_text(f"on the server too: {code}")
    lay_tile(ana, "+3", "0-1", 3)
    ana.tap(SEND_SELECTOR)
    answer = ana.page.locator("#answer .answer")
    expect(answer).to_contain_text("played on without you")
    ana.tap("#answer a:text('The table from this phone')")
    wait_for_version(ana.page, 3)
    assert not ana.page.url.endswith(code)
