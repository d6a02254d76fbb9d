"""Offline, each control in the menu and the drawer works, or shows why it does not."""

import pytest
from playwright.sync_api import Page, expect

from tests.app_server import Server
from tests.browser.joining import MakePhone
from tests.browser.touch_user import TouchUser
from tests.cuttable_proxy import CuttableProxy
from tests.long.phone.offline_phone import wait_for_copy
from tests.waiting import wait_until

DISABLED_REASON_TEXT = "Needs a connection"
NEEDS_CONNECTION_SELECTOR = "[data-unanswered]"
UNSAVED_PAGE_SELECTOR = f"#menu a[href$='/scores']{NEEDS_CONNECTION_SELECTOR}"
REQUEST_PENDING_SELECTOR = "html[data-pending~=request]"


def view_page(user: TouchUser, name: str) -> None:
    user.tap(f"#menu a[href$='/{name}']")
    expect(user.page.locator("#drawer h1")).to_be_visible()
    user.tap("#drawer button:has-text('✕')")
    expect(user.page.locator("#drawer")).to_be_hidden()


def list_disabled_links(page: Page) -> set[str]:
    """Return the last path segment of each disabled link in the menu."""
    links = page.locator(f"#menu a{NEEDS_CONNECTION_SELECTOR}")
    return set(links.evaluate_all("links => links.map(link => link.pathname.split('/').at(-1))"))


PAGE_NAMES = {"moves", "rules", "log", "scores", "set-up", "seats", "for"}


def test_a_saved_page_of_the_menu_opens_and_the_others_show_why_not(
    phone: MakePhone, own_server: Server
) -> None:
    opened = {"rules", "log"}
    user = TouchUser(phone(base_url=own_server.address))
    user.page.goto("/")
    user.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    user.open_table("giza", ["Ana", "Bo"])
    expect(user.page.locator("#line")).to_have_class("line live")
    for name in opened:
        view_page(user, name)
    own_server.kill()
    expect(user.page.locator("#offline")).to_be_visible()
    user.tap("button[commandfor=menu]")
    expect(user.page.locator(UNSAVED_PAGE_SELECTOR)).to_contain_text(DISABLED_REASON_TEXT)
    assert list_disabled_links(user.page) & PAGE_NAMES == PAGE_NAMES - opened
    user.page.keyboard.press("Escape")
    for name in opened:
        view_page(user, name)
    table = user.page.url
    user.page.goto(f"{table}/rules")
    expect(user.page.locator("h1")).to_have_text("Quick rules")
    user.page.goto(table)
    expect(user.page.locator("#offline")).to_be_visible()
    own_server.start()
    expect(user.page.locator("#line")).to_have_class("line live")
    expect(user.page.locator(NEEDS_CONNECTION_SELECTOR)).to_have_count(0)
    expect(user.page.locator(".needs-connection")).to_have_count(0)


def test_with_an_offline_copy_every_page_of_the_menu_opens(ana: TouchUser, proxy: CuttableProxy) -> None:
    ana.open_table("deadline", ["Ana", "Bo"], proxy.address)
    wait_for_copy(ana.page, 0)
    proxy.cut()
    expect(ana.page.locator("#offline")).to_be_visible()
    for name in PAGE_NAMES:
        view_page(ana, name)
    assert list_disabled_links(ana.page) & PAGE_NAMES == set()


@pytest.mark.parametrize(
    ("control", "message"),
    [
        ("a[href$='/rules']", f"#menu a[href$='/rules']{NEEDS_CONNECTION_SELECTOR}"),
        ("#guide-me button", "#no-response"),
    ],
    ids=["page", "form"],
)
def test_a_request_without_a_response_shows_a_message_in_time(
    phone: MakePhone, own_server: Server, control: str, message: str
) -> None:
    user = TouchUser(phone(base_url=own_server.address, service_workers="block"))
    user.page.clock.install()
    user.open_table("giza", ["Ana", "Bo"])
    expect(user.page.locator("#line")).to_have_class("line live")
    with own_server.suspended():
        user.tap(f"#menu {control}")
        user.page.wait_for_selector(REQUEST_PENDING_SELECTOR, state="attached")
        user.page.clock.fast_forward(4_000)
        expect(user.page.locator(f"{REQUEST_PENDING_SELECTOR} {message}")).to_be_visible()
        wait_until(lambda: not user.page.locator("#no-response").get_attribute("hidden"), "the sentence")
    expect(user.page.locator("#line")).to_have_class("line live")
    expect(user.page.locator("#no-response")).to_be_hidden()
