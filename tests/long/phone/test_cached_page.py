"""The cache of pages: a page that is loaded offline shows its last state."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.app_server import Server
from tests.browser.game_drivers.giza import play_tile
from tests.browser.joining import (
    MakePhone,
    choose_game,
    join_seat,
    open_lobby,
    open_with_phone_each,
    wait_for_version,
    wait_on_all_phones,
)
from tests.browser.play_by_touch import TABLE_HTML_JS, check_pages_are_current
from tests.browser.touch_user import TouchUser
from tests.waiting import wait_until, wait_until_idle

IS_PAGE_CACHED_JS = (
    "caches.open('pages-2').then(kept => kept.match(location.href)).then(page => page?.text() ?? '')"
)
IS_ADDRESS_CACHED_JS = "address => caches.open('pages-2').then(kept => kept.match(address)).then(Boolean)"


@pytest.fixture
def users(phone: MakePhone, own_server: Server) -> list[TouchUser]:
    """Return two users at a table with two entries, whose phones loaded only the lobby."""
    host, guest = users = [TouchUser(phone(base_url=own_server.address)) for _ in range(2)]
    choose_game(host, "giza")
    join_seat(guest, open_lobby(host), 1)
    host.tap("#move-form button")
    for user in users:
        user.page.wait_for_selector("#play", state="attached")
    play_tile(host, "+5", 0, 0)
    wait_on_all_phones(users, 1)
    play_tile(guest, "+4", 1, 0)
    wait_on_all_phones(users, 2)
    for user in users:
        wait_until_cached(user.page)
    return users


def wait_until_cached(page: Page) -> None:
    wait_until_idle(page)
    version_text = f'data-version="{page.locator("#table").get_attribute("data-version")}"'
    wait_until(
        lambda: version_text in page.evaluate(IS_PAGE_CACHED_JS),
        f"a page with {version_text} in what is kept",
    )


def disconnect_all(users: list[TouchUser], server: Server) -> None:
    server.kill()
    for user in users:
        expect(user.page.locator("#offline")).to_be_visible()


def test_a_table_opens_offline_in_its_last_state(users: list[TouchUser], own_server: Server) -> None:
    disconnect_all(users, own_server)
    for user in users:
        before = user.page.locator("#table").evaluate(TABLE_HTML_JS)
        user.page.reload()
        expect(user.page.locator("#offline")).to_be_visible()
        assert user.page.locator("#table").evaluate(TABLE_HTML_JS) == before
    own_server.start()
    for user in users:
        expect(user.page.locator("#line")).to_have_class("line live")
        expect(user.page.locator("#offline")).to_be_hidden()
    check_pages_are_current(users)


def test_a_page_missing_offline_loads_when_connected(phone: MakePhone) -> None:
    page = phone()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.context.set_offline(True)
    page.goto("/open/deadline")
    expect(page.locator("h1")).to_have_text("No connection")
    page.context.set_offline(False)
    expect(page.locator("button:text('Open the table')")).to_be_visible()


def test_the_home_page_lists_cached_tables_while_offline(
    users: list[TouchUser], own_server: Server
) -> None:
    host = users[0]
    table = host.page.url
    disconnect_all([host], own_server)
    for start in ("/", "/open/deadline"):
        host.page.goto(start)
        host.tap("#kept-tables a")
        expect(host.page.locator("#table")).to_have_attribute("data-version", "2")
        assert host.page.url == table
    play_tile(host, "+4", 0, 1)
    host.page.goto("/offline")
    expect(host.page.locator(f"a[href$='{urlsplit(table).path}']")).to_have_text("Giza")


def test_leaving_a_table_deletes_its_cached_pages(users: list[TouchUser], own_server: Server) -> None:
    page = users[1].page
    table = page.url
    for control in ("#menu a[href$='/seats']", "#drawer a[href$='/leave']", "main form button.primary"):
        TouchUser(page).tap(control)
    page.wait_for_url("**/")
    wait_until(
        lambda: not page.evaluate(IS_ADDRESS_CACHED_JS, table), "a phone that keeps nothing of the table"
    )
    own_server.kill()
    page.goto(table)
    expect(page.locator("#table")).to_have_count(0)


def test_a_revoked_seat_deletes_its_cached_pages(phone: MakePhone, server: Server) -> None:
    (host, guest), new = open_with_phone_each(phone, "giza", ["Ana", "Bo"]), TouchUser(phone())
    table = guest.page.url
    play_tile(host, "+5", 0, 0)
    wait_for_version(guest.page, 1)
    wait_until_cached(guest.page)
    host.tap("a[href$='/seats']")
    host.tap("form[action$='/seats/1/invite'] button")
    new.page.goto(host.page.locator(".qr a[href*='/i/']").get_attribute("href") or "")
    new.tap("button:text('Take the seat')")
    expect(guest.page.locator("#table")).to_have_count(0)
    wait_until(
        lambda: not guest.page.evaluate(IS_ADDRESS_CACHED_JS, table),
        "a phone that keeps nothing of the table",
    )
    guest.page.context.set_offline(True)
    guest.page.goto(table)
    expect(guest.page.locator("#table")).to_have_count(0)
