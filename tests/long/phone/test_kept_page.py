"""What a phone shows is what it keeps: a page that is loaded without a line is the last one it saw."""

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make, all_arrive, arrive, seated, through_the_home_page
from tests.browser.evening import SHOWN, all_show_what_is
from tests.browser.hands.giza import play
from tests.browser.phones import Phones
from tests.browser.thumbs import Thumb
from tests.served import Server
from tests.waiting import is_quiet, until

SOME = 5
"""Entries."""
KEPT = "caches.open('pages-2').then(kept => kept.match(location.href)).then(page => page?.text() ?? '')"
KEPT_OF = "address => caches.open('pages-2').then(kept => kept.match(address)).then(Boolean)"
Evening = Callable[[str, int], list[Thumb]]


@pytest.fixture
def evening(browser: Browser, own_server: Server) -> Iterator[Evening]:
    """Phones that came through the lobby, and have loaded nothing since; after so many entries."""
    phones = Phones(browser, own_server.address)

    def spend(slug: str, entries: int) -> list[Thumb]:
        record = plays(slug)[hands.play_of(slug)]
        thumbs = through_the_home_page(phones, slug, record, reduced_motion="reduce")
        version = int(thumbs[0].page.locator("#table").get_attribute("data-version") or 0)
        for line in hands.log_of(slug, record)[:entries]:
            version += 1
            hands.enter(thumbs[max(line.get("seat", 0), 0)], slug, line)
            all_arrive(thumbs, version, line)
        return thumbs

    yield spend
    phones.put_away()


def has_kept(page: Page) -> None:
    is_quiet(page)
    stands = f'data-version="{page.locator("#table").get_attribute("data-version")}"'
    until(lambda: stands in page.evaluate(KEPT), f"a page with {stands} in what is kept")


def lose_the_line(thumbs: list[Thumb], server: Server) -> None:
    server.kill()
    for thumb in thumbs:
        expect(thumb.page.locator("#offline")).to_be_visible()


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_an_evening_that_was_never_loaded_opens_without_a_line_as_it_stood(
    evening: Evening, own_server: Server, slug: str
) -> None:
    thumbs = evening(slug, SOME)
    for thumb in thumbs:
        has_kept(thumb.page)
    lose_the_line(thumbs, own_server)
    for thumb in thumbs:
        stood = thumb.page.locator("#table").evaluate(SHOWN)
        thumb.page.reload()
        expect(thumb.page.locator("#offline")).to_be_visible()
        assert thumb.page.locator("#table").evaluate(SHOWN) == stood
    own_server.start()
    for thumb in thumbs:
        expect(thumb.page.locator("#line")).to_have_class("line live")
        expect(thumb.page.locator("#offline")).to_be_hidden()
    all_show_what_is(thumbs)


def test_a_page_that_no_line_brought_comes_by_itself_once_there_is_one(phone: Make) -> None:
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
    evening: Evening, own_server: Server
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


def test_whoever_leaves_a_table_keeps_nothing_of_it(evening: Evening, own_server: Server) -> None:
    page = evening("giza", 1)[1].page
    table = page.url
    has_kept(page)
    for control in ("#menu a[href$='/seats']", "#drawer a[href$='/leave']", "main form button.primary"):
        Thumb(page).tap(control)
    page.wait_for_url("**/")
    until(lambda: not page.evaluate(KEPT_OF, table), "a phone that keeps nothing of the table")
    own_server.kill()
    page.goto(table)
    expect(page.locator("#table")).to_have_count(0)


def test_a_seat_that_was_taken_away_keeps_nothing_of_its_table(phone: Make, server: Server) -> None:
    (host, guest), new = seated(phone, "giza", ["Ana", "Bo"]), Thumb(phone())
    table = guest.page.url
    play(host, "+5", 0, 0)
    arrive(guest.page, 1)
    has_kept(guest.page)
    host.tap("a[href$='/seats']")
    host.tap("form[action$='/seats/1/invite'] button")
    new.page.goto(host.page.locator(".qr a[href*='/i/']").get_attribute("href") or "")
    new.tap("button:text('Take the seat')")
    expect(guest.page.locator("#table")).to_have_count(0)
    until(lambda: not guest.page.evaluate(KEPT_OF, table), "a phone that keeps nothing of the table")
    guest.page.context.set_offline(True)
    guest.page.goto(table)
    expect(guest.page.locator("#table")).to_have_count(0)
