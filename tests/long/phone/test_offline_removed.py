"""A table of the offline app goes to the server, or with the seat and all that the phone kept of it."""

from playwright.sync_api import Page, expect

from tests.browser.game_drivers.giza import lay
from tests.browser.joining import MakePhone, join_seat, open_table, wait_for_version
from tests.browser.touch_user import TouchUser
from tests.cuttable_proxy import CuttableProxy
from tests.long.phone.offline_phone import (
    OPEN_OFFLINE,
    READ_STORED_NAMES,
    kill_worker,
    open_offline_lobby,
    start_offline_table,
    wait_for_copy,
)
from tests.long.phone.test_offline_copies import NAMES
from tests.waiting import wait_until

LEAVE = "a:text('Leave this table, on this device only')"


def kept_of_tables(page: Page) -> list[str]:
    return [name for name in page.evaluate(READ_STORED_NAMES) if not name.startswith("cookie/companion")]


def test_a_table_of_the_pocket_goes_with_the_seat(ana: TouchUser, line: CuttableProxy) -> None:
    line.cut()
    start_offline_table(ana)
    lay(ana, "+2", "0-0", 1)
    assert kept_of_tables(ana.page)
    ana.tap("#menu a:text-is('Seats')")
    drawer = ana.page.locator("#drawer")
    expect(drawer).to_contain_text("This table is only on this phone.")
    expect(drawer.locator("svg.qr, .qr, button:text('QR')")).to_have_count(0)
    ana.tap("#drawer button:text('Send to the server')")
    expect(drawer.locator(".answer")).to_contain_text("stays on this phone")
    ana.tap(f"#drawer {LEAVE}")
    expect(ana.page.locator("main")).to_contain_text("whoever leaves this table deletes it")
    ana.tap("button:text-is('Leave')")
    ana.page.wait_for_url("**/pocket/")
    expect(ana.page.locator(".running")).to_have_count(0)
    assert kept_of_tables(ana.page) == []
    kill_worker(ana)
    ana.page.reload()
    expect(ana.page.locator(".running")).to_have_count(0)


def test_a_copy_goes_with_the_seat(ana: TouchUser, line: CuttableProxy) -> None:
    open_table(ana, "cheops_catan", NAMES, line.address, one_phone=True)
    wait_for_copy(ana.page, 0)
    ana.tap("#menu a:text('Seats and QR codes')")
    ana.tap(f"#drawer {LEAVE}")
    ana.tap("button:text-is('Leave')")
    ana.page.wait_for_url(f"{line.address}/")
    wait_until(lambda: kept_of_tables(ana.page) == [], "a phone that keeps nothing of the table")


def test_for_whom_the_phone_enters_is_swapped_in(ana: TouchUser) -> None:
    start_offline_table(ana)
    page = ana.page
    page.evaluate("document.body.dataset.same = ''")
    ana.tap("#menu button:text('Enter only for my own seat')")
    expect(page.locator("#own-seat")).to_have_count(0)
    ana.tap("#menu a:text('Enter for somebody else')")
    ana.tap("#drawer button:text('One phone for all')")
    expect(page.locator("#drawer")).to_be_hidden()
    expect(page.locator("#own-seat")).to_have_count(1)
    expect(page.locator("body[data-same]")).to_have_count(1)


LEFT_BEHIND = """async () => [
  ...(await indexedDB.databases()).map(({ name }) => name),
  ...(await caches.keys()).filter(name => name === "pocket"),
  (await navigator.serviceWorker.ready).active.scriptURL.replace(location.origin, ""),
]"""


def test_the_companion_is_given_back_and_taken_along_again(ana: TouchUser, line: CuttableProxy) -> None:
    page = ana.page
    for tile in ("+2", "+3"):
        start_offline_table(ana)
        lay(ana, tile, "0-0", 1)
    page.goto("/pocket/")
    ana.tap("#menu a:text('Remove from this phone')")
    lost, alert = page.locator("main h2"), page.locator("#kept-here")
    expect(lost).to_have_text("2 tables are only on this phone and would be lost")
    expect(page.locator("#room b")).not_to_have_text("")
    ana.tap(".card:nth-child(1) button:text('Send to the server')")
    expect(lost).to_have_text("1 table is only on this phone and would be lost")
    expect(page.locator("#room b")).not_to_have_text("")  # its script is there
    line.cut()
    ana.tap("#remove")
    expect(alert).to_be_visible()
    line.mend()
    ana.tap("#remove")
    page.wait_for_selector("#take")
    assert page.evaluate(LEFT_BEHIND) == ["/sw.js"]
    ana.tap("#take")
    page.wait_for_selector(OPEN_OFFLINE)
    expect(page.locator(".running")).to_have_count(0)


SEND = "#menu button:text('Send to the server')"


def sent_home(user: TouchUser, version: int) -> str:
    user.tap(SEND)
    user.page.wait_for_url(lambda url: "/t/0" not in url)
    wait_for_version(user.page, version)
    return user.page.url.rsplit("/", 1)[1]


def test_a_table_of_the_pocket_is_on_the_server_once_however_often_it_is_sent(
    ana: TouchUser, line: CuttableProxy, phone: MakePhone
) -> None:
    line.cut()
    open_offline_lobby(ana, "giza", 2)
    ana.tap("#move-form button")
    ana.page.wait_for_selector("#play", state="attached")
    born = ana.page.url
    lay(ana, "+2", "0-0", 1)
    ana.tap(SEND)
    expect(ana.page.locator("#answer .answer")).to_contain_text("stays on this phone")
    line.mend()
    code = sent_home(ana, 1)
    bo = TouchUser(phone())
    join_seat(bo, code, 1)
    wait_for_version(bo.page, 1)
    ana.page.goto(born)
    kill_worker(ana)
    lay(ana, "-1", "1-0", 2)
    assert sent_home(ana, 2) == code
    wait_for_version(bo.page, 2)
    ana.page.goto(born)
    wait_for_version(ana.page, 2)
    assert sent_home(ana, 2) == code
    lay(ana, "+1", "0-0", 3)
    ana.page.goto(born)
    expect(ana.page.locator("main > .notice:not([id])")).to_contain_text(f"on the server too: {code}")
    lay(ana, "+3", "0-1", 3)
    ana.tap(SEND)
    told = ana.page.locator("#answer .answer")
    expect(told).to_contain_text("played on without you")
    ana.tap("#answer a:text('The table from this phone')")
    wait_for_version(ana.page, 3)
    assert not ana.page.url.endswith(code)
