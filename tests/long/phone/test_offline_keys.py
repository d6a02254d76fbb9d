"""Without a connection each key of the menu and drawer works from what the phone has, or says why not."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.arriving import Make, open_table
from tests.browser.thumbs import Thumb
from tests.lines import Line
from tests.long.phone.offline_phone import has_copy
from tests.served import Server
from tests.waiting import is_quiet, until

KEYS = "#menu :is(a[href], button) >> visible=true"
REASON = "Needs a connection"
SHOWN = """() => [location.href, document.body.innerText,
  ...[...document.querySelectorAll(":is(dialog, details)[open]")].map(open => open.id)].join("|")"""
MARKED = "[data-unanswered]"
WAITING = "html[data-pending~=request]"
"""The request is still waited for."""


def at_a_table(phone: Make, server: Server, *opened: str, worker: bool) -> Thumb:
    """A phone at a table, which has opened these pages in the drawer; without a worker as on plain http."""
    context = {} if worker else {"service_workers": "block"}
    thumb = Thumb(phone(base_url=server.address, **context))
    thumb.page.goto("/")
    if worker:
        thumb.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    open_table(thumb, "giza", ["Ana", "Bo"])
    expect(thumb.page.locator("#line")).to_have_class("line live")
    for page in opened:
        thumb.tap(f"#menu a[href$='/{page}']")
        expect(thumb.page.locator("#drawer h1")).to_be_visible()
        thumb.tap("#drawer button:has-text('✕')")
        expect(thumb.page.locator("#drawer")).to_be_hidden()
    return thumb


def open_menu(thumb: Thumb) -> None:
    if not thumb.page.locator("#menu[open]").count():
        thumb.tap("button[commandfor=menu]")
        expect(thumb.page.locator("#menu")).to_be_visible()


def silent_keys(thumb: Thumb) -> Iterator[str]:
    """The keys of the menu that neither say why they are disabled nor do anything."""
    open_menu(thumb)
    for place in range(thumb.page.locator(KEYS).count()):
        open_menu(thumb)
        is_quiet(thumb.page)
        key = thumb.page.locator(KEYS).nth(place)
        if REASON in key.inner_text():
            assert key.get_attribute("aria-disabled") == "true"
            continue
        name, before = key.inner_text(), thumb.page.evaluate(SHOWN)
        key.tap()
        is_quiet(thumb.page)
        if thumb.page.evaluate(SHOWN) == before:
            yield name
        if thumb.page.locator("#drawer[open]").count():
            thumb.tap("#drawer button:has-text('✕')")
            expect(thumb.page.locator("#drawer")).to_be_hidden()


def dead(page: Page) -> set[str]:
    """The last part of the addresses to which disabled keys of the menu lead."""
    return {
        str(link.get_attribute("href")).rsplit("/", 1)[1] for link in page.locator(f"#menu a{MARKED}").all()
    }


PAGES = {"moves", "rules", "log", "scores", "set-up", "seats", "for"}


@pytest.mark.parametrize(
    ("worker", "opened"), [(False, ()), (False, ("rules",)), (True, ()), (True, ("rules", "log"))]
)
def test_no_key_of_the_menu_does_nothing_in_silence(
    phone: Make, own_server: Server, worker: bool, opened: tuple[str, ...]
) -> None:
    thumb = at_a_table(phone, own_server, *opened, worker=worker)
    own_server.kill()
    expect(thumb.page.locator("#offline")).to_be_visible()
    open_menu(thumb)
    expect(thumb.page.locator(f"#menu a[href$='/scores']{MARKED}")).to_contain_text(REASON)
    assert list(silent_keys(thumb)) == []
    has = set(opened) if worker else set()
    assert dead(thumb.page) & PAGES == PAGES - has
    own_server.start()
    expect(thumb.page.locator("#line")).to_have_class("line live")
    expect(thumb.page.locator(MARKED)).to_have_count(0)
    expect(thumb.page.locator(".needs-connection")).to_have_count(0)


def test_with_a_copy_every_page_of_the_menu_opens(ana: Thumb, line: Line) -> None:
    open_table(ana, "deadline", ["Ana", "Bo"], line.address)
    has_copy(ana.page, 0)
    line.cut()
    expect(ana.page.locator("#offline")).to_be_visible()
    assert list(silent_keys(ana)) == []
    open_menu(ana)
    assert dead(ana.page) & PAGES == set()


def test_what_leads_on_in_the_drawer_says_why_it_does_not(phone: Make, own_server: Server) -> None:
    thumb = at_a_table(phone, own_server, worker=False)
    thumb.tap("#menu a[href$='/seats']")
    expect(thumb.page.locator("#drawer h1")).to_have_text("Seats")
    own_server.kill()
    expect(thumb.page.locator("#drawer a[href$='/leave']")).to_contain_text(REASON)
    expect(thumb.page.locator("#drawer form[action$='/invite'] button").first).to_contain_text(REASON)
    thumb.tap(f"#drawer a{MARKED}:not(.button)")
    expect(thumb.page.locator("#drawer .unheard")).to_be_visible()
    expect(thumb.page.locator("#unheard")).to_be_hidden()


def silent(phone: Make, server: Server) -> Thumb:
    thumb = Thumb(phone(base_url=server.address, service_workers="block"))
    thumb.page.clock.install()
    open_table(thumb, "giza", ["Ana", "Bo"])
    expect(thumb.page.locator("#line")).to_have_class("line live")
    open_menu(thumb)
    return thumb


def test_a_page_that_a_silent_server_does_not_send_is_told_in_time(phone: Make, own_server: Server) -> None:
    thumb = silent(phone, own_server)
    with own_server.asleep():
        thumb.tap("#menu a[href$='/rules']")
        thumb.page.wait_for_selector(WAITING, state="attached")
        thumb.page.clock.fast_forward(4_000)
        expect(thumb.page.locator(f"{WAITING} #menu a[href$='/rules']{MARKED}")).to_contain_text(REASON)
        until(lambda: not thumb.page.locator("#unheard").get_attribute("hidden"), "the sentence")
    expect(thumb.page.locator("#line")).to_have_class("line live")


def test_a_form_that_a_silent_server_does_not_take_is_told_in_time(phone: Make, own_server: Server) -> None:
    thumb = silent(phone, own_server)
    with own_server.asleep():
        thumb.tap("#menu #guide-me button")
        thumb.page.wait_for_selector(WAITING, state="attached")
        thumb.page.clock.fast_forward(4_000)
        expect(thumb.page.locator(f"{WAITING} #unheard")).to_be_visible()
    expect(thumb.page.locator("#unheard")).to_be_hidden()
