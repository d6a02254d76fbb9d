"""Games in each browser engine besides Chromium, and a whole one in WebKit."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.app_server import Server
from tests.browser import game_drivers
from tests.browser.engines import expect
from tests.browser.game_drivers.giza import lay_tile
from tests.browser.joining import MakePhone
from tests.browser.phones import Phones
from tests.browser.play_by_touch import FULLY_PLAYED_GAME, play_and_check
from tests.browser.touch_user import TouchUser, wait_for_version
from tests.long.phone.offline_phone import download_bundle, require_bundle, start_offline_table
from tests.waiting import wait_until

SLUG = "giza"
RECORD = game_drivers.load_record(SLUG)
LOG = game_drivers.get_entries(SLUG, RECORD)
FIRST_ENTRY_COUNT = 6
IS_DRAWER_OPEN_JS = "document.querySelector('#drawer').open"
IS_WIDER_THAN_SCREEN_JS = "document.documentElement.scrollWidth > innerWidth"
IS_CONNECTION_LOST_JS = "!document.querySelector('#line').classList.contains('live')"
RECORD_ERRORS_JS = """() => {
  window.scriptErrors = [];
  addEventListener("error", event => window.scriptErrors.push(event.message));
  addEventListener("unhandledrejection", event => window.scriptErrors.push(String(event.reason)));
}"""
"""Records the page's script errors, as the oldest browser has no error log."""
TOUCHED_ENTRY_COUNT = 12
"""The number of entries of a game that is not played to its end."""
each_engine = pytest.mark.parametrize("browser", ["firefox", "webkit"], indirect=True, scope="session")


@each_engine
@game_drivers.each_slug
def test_a_game_is_played(phone: MakePhone, server: Server, browser: Browser, slug: str) -> None:
    is_whole = browser.browser_type.name == "webkit" and slug == FULLY_PLAYED_GAME
    entries = None if is_whole else TOUCHED_ENTRY_COUNT
    play_and_check(phone, server, slug, game_drivers.get_play_name(slug), entries)


def open_at_table(phone: MakePhone, entries: int = 0, **options: object) -> TouchUser:
    user = TouchUser(phone(**options))
    user.open_table_by_fetch(SLUG, RECORD["seats"])
    for version, line in enumerate(LOG[:entries], 1):
        game_drivers.enter_move(user, SLUG, line)
        wait_for_version(user.page, version)
    return user


@each_engine
def test_each_way_to_close_a_drawer_restores_the_history(phone: MakePhone) -> None:
    user = open_at_table(phone)
    ways: list[Callable[[], object]] = [
        lambda: user.tap("#drawer form[method=dialog] button"),
        lambda: user.page.keyboard.press("Escape"),
        lambda: user.page.go_back(),
    ]
    for version, close in enumerate(ways, 1):
        user.tap("#menu a[href$='/moves']")
        wait_until(lambda: user.page.evaluate(IS_DRAWER_OPEN_JS), "the drawer")
        expect(user.page.locator("#drawer h1")).to_be_visible()
        close()
        wait_until(lambda: not user.page.evaluate(IS_DRAWER_OPEN_JS), "the end of the drawer")
        wait_until(lambda: not user.page.url.endswith("/moves"), "the table's own address")
        game_drivers.enter_move(user, SLUG, LOG[version - 1])
        wait_for_version(user.page, version)


@each_engine
def test_a_page_may_be_reloaded_at_any_moment(phone: MakePhone) -> None:
    user = open_at_table(phone)
    for version, line in enumerate(LOG[:FIRST_ENTRY_COUNT], 1):
        game_drivers.enter_move(user, SLUG, line)
        if version % 2:
            wait_for_version(user.page, version)  # otherwise the entry may be unanswered
        user.page.reload()
        wait_for_version(user.page, version)


@each_engine
def test_an_entry_is_queued_while_the_server_is_stopped(browser: Browser, own_server: Server) -> None:
    phones = Phones(browser, own_server.address)  # the phones log that there was no server
    user = open_at_table(phones, 1)
    expect(user.page.locator("#waiting")).to_be_hidden()  # the response may come after the stream
    own_server.kill()
    wait_until(lambda: user.page.evaluate(IS_CONNECTION_LOST_JS), "a phone that knows")
    game_drivers.enter_move(user, SLUG, LOG[1])
    expect(user.page.locator("#waiting p")).to_have_count(1)
    wait_for_version(user.page, 1)
    own_server.start()
    wait_for_version(user.page, 2)
    expect(user.page.locator("#waiting")).to_be_hidden()
    phones.close()


@each_engine
def test_the_offline_app_works_without_a_server(browser: Browser, own_server: Server) -> None:
    require_bundle()
    phones = Phones(browser, own_server.address)
    user = TouchUser(phones())
    download_bundle(user)
    own_server.kill()
    start_offline_table(user)
    lay_tile(user, "+2", "0-0", 1)
    user.page.reload()
    wait_for_version(user.page, 1)
    phones.close()


@each_engine
def test_a_dark_page_in_arabic_is_no_wider_than_the_screen(phone: MakePhone, browser: Browser) -> None:
    user = open_at_table(phone, FIRST_ENTRY_COUNT, locale="ar", color_scheme="dark")
    assert user.page.evaluate("document.documentElement.dir") == "rtl"
    if browser.browser_type.name != "firefox":  # it does not support colour schemes over BiDi yet
        assert user.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert not user.page.evaluate(IS_WIDER_THAN_SCREEN_JS)


@pytest.mark.parametrize("browser", ["old_webkit"], indirect=True)
def test_the_oldest_safari_can_open_a_table_enter_and_undo(phone: MakePhone) -> None:
    user = open_at_table(phone)
    user.page.evaluate(RECORD_ERRORS_JS)
    for version, line in enumerate([*LOG[:FIRST_ENTRY_COUNT], {"kind": "undo"}], 1):
        game_drivers.enter_move(user, SLUG, line)
        wait_for_version(user.page, version)
    assert user.page.evaluate("window.scriptErrors") == []
