"""The cache of pages: a page that is loaded offline shows its last state."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.app_server import Server
from tests.browser.game_drivers.giza import play_tile
from tests.browser.joining import MakePhone, open_with_phone_each
from tests.browser.phones import Phones
from tests.browser.play_by_touch import TABLE_HTML_JS, check_pages_are_current
from tests.browser.touch_user import TouchUser, wait_for_version, wait_on_all_phones
from tests.long.phone.offline_phone import IS_CACHED_JS, wait_until_cached
from tests.waiting import wait_until


@pytest.fixture
def users(browser: Browser, own_server: Server) -> Iterator[list[TouchUser]]:
    """Yield the users of two phones after the first entry. Failed requests are no errors here."""
    phones = Phones(browser, own_server.address)
    users = open_with_phone_each(phones, "giza", ["Ana", "Bo"])
    play_tile(users[0], "+5", 0, 0)
    wait_on_all_phones(users, 1)
    yield users
    phones.close()


def kill_and_wait_offline(users: list[TouchUser], server: Server) -> None:
    server.kill()
    for user in users:
        expect(user.page.locator("#offline")).to_be_visible()


def test_cached_tables_open_unchanged_while_offline(users: list[TouchUser], own_server: Server) -> None:
    for user in users:
        wait_until_cached(user.page)
    kill_and_wait_offline(users, own_server)
    for user in users:
        before = user.page.locator("#table").evaluate(TABLE_HTML_JS)
        user.page.reload()
        expect(user.page.locator("#offline")).to_be_visible()
        assert user.page.locator("#table").evaluate(TABLE_HTML_JS) == before
    bo, table = users[1], users[1].page.url
    for start in ("/", "/open/deadline"):
        bo.page.goto(start)
        bo.tap("#kept-tables a")
        wait_for_version(bo.page, 1)
        assert bo.page.url == table
    play_tile(bo, "+4", 0, 0)
    bo.page.goto("/offline")
    expect(bo.page.locator(f"a[href$='{urlsplit(table).path}']")).to_have_text("Giza")
    bo.page.goto(table)
    own_server.start()
    for user in users:
        expect(user.page.locator("#line")).to_have_class("line live")
        expect(user.page.locator("#offline")).to_be_hidden()
    wait_on_all_phones(users, 2)
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


def test_leaving_a_table_deletes_its_cached_pages(users: list[TouchUser], own_server: Server) -> None:
    page = users[1].page
    table = page.url
    wait_until_cached(page)
    for control in ("#menu a[href$='/seats']", "#drawer a[href$='/leave']", "main form button.primary"):
        TouchUser(page).tap(control)
    page.wait_for_url("**/")
    wait_until(lambda: not page.evaluate(IS_CACHED_JS, table), "a phone without the table")
    own_server.kill()
    page.goto(table)
    expect(page.locator("#table")).to_have_count(0)


def test_a_revoked_seat_deletes_its_cached_pages(phone: MakePhone) -> None:
    host, guest = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    table = guest.page.url
    play_tile(host, "+5", 0, 0)
    wait_for_version(guest.page, 1)
    wait_until_cached(guest.page)
    host.page.request.post(f"{host.page.url}/seats/1/free")
    expect(guest.page.locator("#table")).to_have_count(0)
    wait_until(lambda: not guest.page.evaluate(IS_CACHED_JS, table), "a phone without the table")
    guest.page.context.set_offline(True)
    guest.page.goto(table)
    expect(guest.page.locator("#table")).to_have_count(0)


def test_a_deleted_table_is_in_no_cache(users: list[TouchUser], own_server: Server) -> None:
    host, guest = users
    table = host.page.url
    for user in users:
        wait_until_cached(user.page)
    for control in (
        "#menu a[href$='/seats']", "#drawer a[href$='/leave']", "main summary", "main details button",
    ):  # fmt: skip
        host.tap(control)
    host.page.wait_for_url("**/")
    expect(guest.page.locator("#table")).to_have_count(0)
    pages = [user.page for user in users]
    wait_until(
        lambda: not any(page.evaluate(IS_CACHED_JS, table) for page in pages), "phones without the table"
    )
    own_server.kill()
    host.page.goto("/")
    expect(host.page.locator("#kept-tables a")).to_have_count(0)
