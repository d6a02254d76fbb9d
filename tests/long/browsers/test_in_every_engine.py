"""Whole evenings in the engines of other browsers, and what may happen beside one in each of them."""

import pytest
from playwright.sync_api import Browser

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make, arrive, open_from_page
from tests.browser.engines import expect
from tests.browser.evening import goes_by
from tests.browser.hands.giza import lay
from tests.browser.phones import Phones
from tests.browser.thumbs import Thumb
from tests.long.phone.offline_phone import has_pocket, running, take_along
from tests.served import Server
from tests.waiting import until

SLUG = "giza"
RECORD = plays(SLUG)[hands.play_of(SLUG)]
LOG = hands.log_of(SLUG, RECORD)
SOME = 6
"""Entries."""
OPEN = "document.querySelector('#drawer').open"
CLOSED = "!document.querySelector('#drawer').open"
WIDER = "document.documentElement.scrollWidth > innerWidth"
LOST = "!document.querySelector('#line').classList.contains('live')"


WATCH = """() => {
  window.stumbled = [];
  addEventListener("error", event => window.stumbled.push(event.message));
  addEventListener("unhandledrejection", event => window.stumbled.push(String(event.reason)));
}"""
"""The oldest browser writes no log of what its scripts stumble over."""


PLAYS = {game.meta.slug: hands.play_of(game.meta.slug) for game in GAMES}
PLAYS["cheops_dice"] = "pyramid_and_arch"  # for two: each phone more is a third of the time


@pytest.mark.parametrize("browser", ["firefox", "webkit"], indirect=True)
@pytest.mark.parametrize("slug", PLAYS)
def test_an_evening_goes_by(phone: Make, server: Server, slug: str) -> None:
    goes_by(phone, server, slug, PLAYS[slug])


def at_a_table(phone: Make, entries: int = 0, **options: object) -> Thumb:
    """One phone for all, after the first entries of a play."""
    thumb = Thumb(phone(**options))
    open_from_page(thumb, SLUG, RECORD["seats"])
    for version, line in enumerate(LOG[:entries], 1):
        hands.enter(thumb, SLUG, line)
        arrive(thumb.page, version)
    return thumb


@pytest.mark.parametrize("how", ["cross", "escape", "back"])
def test_a_drawer_closes_and_leaves_the_history_as_it_was(phone: Make, how: str) -> None:
    thumb = at_a_table(phone, 1)
    thumb.tap("#menu a[href$='/moves']")
    until(lambda: thumb.page.evaluate(OPEN), "the drawer")
    expect(thumb.page.locator("#drawer h1")).to_be_visible()
    if how == "cross":
        thumb.tap("#drawer form[method=dialog] button")
    elif how == "escape":
        thumb.page.keyboard.press("Escape")
    else:
        thumb.page.go_back()
    until(lambda: thumb.page.evaluate(CLOSED), "the end of the drawer")
    until(lambda: not thumb.page.url.endswith("/moves"), "the table's own address")
    hands.enter(thumb, SLUG, LOG[1])
    arrive(thumb.page, 2)


def test_a_page_may_be_loaded_anew_at_any_moment(phone: Make) -> None:
    thumb = at_a_table(phone)
    for version, line in enumerate(LOG[:SOME], 1):
        hands.enter(thumb, SLUG, line)
        if version % 2:
            arrive(thumb.page, version)  # else the tap is still on its way
        thumb.page.reload()
        arrive(thumb.page, version)


def test_a_tap_waits_for_a_server_that_was_killed(browser: Browser, own_server: Server) -> None:
    phones = Phones(browser, own_server.address)  # that there was no server stands in their logs
    thumb = at_a_table(phones, 1)
    expect(thumb.page.locator("#waiting")).to_be_hidden()  # the answer may come after what was told
    own_server.kill()
    until(lambda: thumb.page.evaluate(LOST), "a phone that knows")
    hands.enter(thumb, SLUG, LOG[1])
    expect(thumb.page.locator("#waiting p")).to_have_count(1)
    arrive(thumb.page, 1)
    own_server.start()
    arrive(thumb.page, 2)
    expect(thumb.page.locator("#waiting")).to_be_hidden()
    phones.put_away()


def test_the_pocket_plays_without_a_server(browser: Browser, own_server: Server) -> None:
    has_pocket()
    phones = Phones(browser, own_server.address)
    thumb = Thumb(phones())
    take_along(thumb)
    own_server.kill()
    running(thumb)
    lay(thumb, "+2", "0-0", 1)
    thumb.page.reload()
    arrive(thumb.page, 1)
    phones.put_away()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_arabic_by_day_and_by_night(phone: Make, browser: Browser, scheme: str) -> None:
    thumb = at_a_table(phone, SOME, locale="ar", color_scheme=scheme)
    assert thumb.page.evaluate("document.documentElement.dir") == "rtl"
    if browser.browser_type.name != "firefox":  # it takes no colours over BiDi yet
        assert thumb.page.evaluate(f"matchMedia('(prefers-color-scheme: {scheme})').matches")
    assert not thumb.page.evaluate(WIDER)


@pytest.mark.parametrize("browser", ["old_webkit"], indirect=True)
def test_in_the_oldest_safari_a_table_is_opened_entered_at_and_taken_back(phone: Make) -> None:
    thumb = at_a_table(phone)
    thumb.page.evaluate(WATCH)
    for version, line in enumerate([*LOG[:SOME], {"kind": "undo"}], 1):
        hands.enter(thumb, SLUG, line)
        arrive(thumb.page, version)
    assert thumb.page.evaluate("window.stumbled") == []
