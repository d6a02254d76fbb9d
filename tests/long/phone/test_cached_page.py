"""What a phone shows is what it keeps: a page that is loaded without a line is the last one it saw."""

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import GAMES
from companion.games.seeds import plays
from tests.app_server import Server
from tests.browser import game_drivers
from tests.browser.game_drivers.giza import play
from tests.browser.joining import (
    MakePhone,
    join_from_home_page,
    one_phone_each,
    wait_for_version,
    wait_on_all_phones,
)
from tests.browser.phones import Phones
from tests.browser.play_by_touch import TABLE_HTML, check_up_to_date
from tests.browser.touch_user import TouchUser
from tests.waiting import wait_until, wait_until_idle

SOME = 5
"""Entries."""
KEPT = "caches.open('pages-2').then(kept => kept.match(location.href)).then(page => page?.text() ?? '')"
KEPT_OF = "address => caches.open('pages-2').then(kept => kept.match(address)).then(Boolean)"
TouchPlay = Callable[[str, int], list[TouchUser]]


@pytest.fixture
def evening(browser: Browser, own_server: Server) -> Iterator[TouchPlay]:
    """Phones that came through the lobby, and have loaded nothing since; after so many entries."""
    phones = Phones(browser, own_server.address)

    def spend(slug: str, entries: int) -> list[TouchUser]:
        record = plays(slug)[game_drivers.get_play_name(slug)]
        users = join_from_home_page(phones, slug, record, reduced_motion="reduce")
        version = int(users[0].page.locator("#table").get_attribute("data-version") or 0)
        for line in game_drivers.get_entries(slug, record)[:entries]:
            version += 1
            game_drivers.enter(users[max(line.get("seat", 0), 0)], slug, line)
            wait_on_all_phones(users, version, line)
        return users

    yield spend
    phones.close()


def has_kept(page: Page) -> None:
    wait_until_idle(page)
    stands = f'data-version="{page.locator("#table").get_attribute("data-version")}"'
    wait_until(lambda: stands in page.evaluate(KEPT), f"a page with {stands} in what is kept")


def lose_the_line(users: list[TouchUser], server: Server) -> None:
    server.kill()
    for user in users:
        expect(user.page.locator("#offline")).to_be_visible()


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_an_evening_that_was_never_loaded_opens_without_a_line_as_it_stood(
    evening: TouchPlay, own_server: Server, slug: str
) -> None:
    users = evening(slug, SOME)
    for user in users:
        has_kept(user.page)
    lose_the_line(users, own_server)
    for user in users:
        stood = user.page.locator("#table").evaluate(TABLE_HTML)
        user.page.reload()
        expect(user.page.locator("#offline")).to_be_visible()
        assert user.page.locator("#table").evaluate(TABLE_HTML) == stood
    own_server.start()
    for user in users:
        expect(user.page.locator("#line")).to_have_class("line live")
        expect(user.page.locator("#offline")).to_be_hidden()
    check_up_to_date(users)


def test_a_page_that_no_line_brought_comes_by_itself_once_there_is_one(phone: MakePhone) -> None:
    page = phone()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.context.set_offline(True)
    page.goto("/open/deadline")
    expect(page.locator("h1")).to_have_text("No connection")
    page.context.set_offline(False)
    expect(page.locator("button:text('Open the table')")).to_be_visible()


def test_without_a_line_home_leads_to_the_tables_that_are_kept(
    evening: TouchPlay, own_server: Server
) -> None:
    host = evening("giza", 2)[0]
    table = host.page.url
    has_kept(host.page)
    lose_the_line([host], own_server)
    for start in ("/", "/open/deadline"):
        host.page.goto(start)
        host.tap("#kept-tables a")
        expect(host.page.locator("#table")).to_have_attribute("data-version", "2")
        assert host.page.url == table
    play(host, "+4", 0, 1)
    host.page.goto("/offline")
    expect(host.page.locator(f"a[href$='{urlsplit(table).path}']")).to_have_text("Giza")


def test_whoever_leaves_a_table_keeps_nothing_of_it(evening: TouchPlay, own_server: Server) -> None:
    page = evening("giza", 1)[1].page
    table = page.url
    has_kept(page)
    for control in ("#menu a[href$='/seats']", "#drawer a[href$='/leave']", "main form button.primary"):
        TouchUser(page).tap(control)
    page.wait_for_url("**/")
    wait_until(lambda: not page.evaluate(KEPT_OF, table), "a phone that keeps nothing of the table")
    own_server.kill()
    page.goto(table)
    expect(page.locator("#table")).to_have_count(0)


def test_a_seat_that_was_taken_away_keeps_nothing_of_its_table(phone: MakePhone, server: Server) -> None:
    (host, guest), new = one_phone_each(phone, "giza", ["Ana", "Bo"]), TouchUser(phone())
    table = guest.page.url
    play(host, "+5", 0, 0)
    wait_for_version(guest.page, 1)
    has_kept(guest.page)
    host.tap("a[href$='/seats']")
    host.tap("form[action$='/seats/1/invite'] button")
    new.page.goto(host.page.locator(".qr a[href*='/i/']").get_attribute("href") or "")
    new.tap("button:text('Take the seat')")
    expect(guest.page.locator("#table")).to_have_count(0)
    wait_until(lambda: not guest.page.evaluate(KEPT_OF, table), "a phone that keeps nothing of the table")
    guest.page.context.set_offline(True)
    guest.page.goto(table)
    expect(guest.page.locator("#table")).to_have_count(0)
