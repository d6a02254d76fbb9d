"""Removing the offline bundle, sending an offline table to the server, and forms of other sites."""

import pytest
from playwright.sync_api import expect

from tests.browser.game_drivers.giza import lay_tile
from tests.browser.joining import MakePhone, join_seat, open_table, wait_for_version
from tests.browser.touch_user import TouchUser
from tests.cuttable_proxy import CuttableProxy
from tests.long.phone.offline_phone import (
    OPEN_OFFLINE_SELECTOR,
    kill_worker,
    open_offline_lobby,
    start_offline_table,
    wait_for_copy,
)

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
    proxy.mend()
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


def test_an_offline_table_sent_twice_is_one_table_on_the_server(
    ana: TouchUser, proxy: CuttableProxy, phone: MakePhone
) -> None:
    proxy.cut()
    open_offline_lobby(ana, "giza", 2)
    ana.tap("#move-form button")
    ana.page.wait_for_selector("#play", state="attached")
    born = ana.page.url
    lay_tile(ana, "+2", "0-0", 1)
    ana.tap(SEND_SELECTOR)
    expect(ana.page.locator("#answer .answer")).to_contain_text("stays on this phone")
    proxy.mend()
    code = send_to_server(ana, 1)
    bo = TouchUser(phone())
    join_seat(bo, code, 1)
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


FOREIGN_ADDRESS = "http://other.example/"


@pytest.mark.parametrize(
    ("path", "is_by_phone"), [("/t/{}/enter", True), ("/t/ZZZZZZ/leave", False)], ids=["phone", "server"]
)
def test_a_form_of_another_site_is_refused(
    ana: TouchUser, proxy: CuttableProxy, path: str, is_by_phone: bool
) -> None:
    """The phone refuses the form if it has a copy of the table; otherwise the server refuses it."""
    page = ana.page
    code = open_table(ana, "cheops_catan", ["Ana", "Bo", "Cy"], proxy.address, one_phone=True)
    wait_for_copy(page, 0)
    html = f"""<meta name="referrer" content="no-referrer">
      <form method="post" action="{proxy.address}{path.format(code)}">
      <input name="kind" value="note"><input name="text" value="x"><input name="key" value="foreign-01">
      <button>Win a prize</button></form>"""
    page.route(FOREIGN_ADDRESS, lambda route: route.fulfill(content_type="text/html", body=html))
    page.goto(FOREIGN_ADDRESS)
    with page.expect_navigation() as answered:
        page.locator("button").tap()
    assert answered.value
    assert answered.value.status == 403
    expect(page.locator(".answer")).to_contain_text("another site")
    expect(page.locator("html[data-offline-app]")).to_have_count(int(is_by_phone))
    page.goto(f"{proxy.address}/t/{code}")
    wait_for_version(page, 0)
