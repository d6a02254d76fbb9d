"""The status "live" is correct: with a silent server, or a proxy without the app, a phone is offline."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer

from playwright.sync_api import Browser, Page, expect

from companion.lan.reachability import open_listening_socket
from tests.app_server import FixedResponseHandler, Server, serve_in_thread
from tests.browser.game_drivers.giza import play_tile
from tests.browser.joining import MakePhone
from tests.browser.touch_user import TouchUser, wait_for_version
from tests.long.phone.offline_phone import phone_with_bundle
from tests.waiting import wait_until

ENDURED_SILENCE_MS, TOO_LONG_SILENCE_MS = 8_000, 12_000
"""Milliseconds just before and after the longest silence of a stream."""
COUNT_MESSAGES_JS = """() => { window.breaths = 0;
  document.addEventListener("htmx:sse:before:message", () => { breaths += 1; }); }"""


class BadGatewayHandler(FixedResponseHandler):
    status = 502
    page = b"<h1>502 Bad Gateway</h1>"


@contextmanager
def replace_with_502_proxy(server: Server) -> Iterator[None]:
    """Stop the server, and answer status 502 at its address during the block."""
    server.kill()
    ThreadingHTTPServer.allow_reuse_address = True
    open_listening_socket("127.0.0.1", server.port, 10).close()  # when the server has stopped
    with serve_in_thread(ThreadingHTTPServer(("127.0.0.1", server.port), BadGatewayHandler)):
        yield


def open_live_table(phone: MakePhone, server: Server) -> tuple[TouchUser, str]:
    """Return (user of a phone whose clock a test can set forward, code of the phone's table)."""
    ana = TouchUser(phone(base_url=server.address))
    ana.page.clock.install()
    code = ana.open_table("giza", ["Ana", "Bo"])
    expect(ana.page.locator("#line")).to_have_class("line live")
    return ana, code


def test_a_silent_server_is_shown_and_soon_after_an_entry(phone: MakePhone, own_server: Server) -> None:
    ana, code = open_live_table(phone, own_server)
    bo, line = TouchUser(phone(base_url=own_server.address)), ana.page.locator("#line")
    bo.join_seat(code, 1)
    with own_server.suspended():
        ana.page.clock.fast_forward(TOO_LONG_SILENCE_MS)
        expect(line).to_have_class("line offline")
    expect(line).to_have_class("line live")
    with own_server.suspended():
        play_tile(ana, "+5", 0, 0)
        ana.page.wait_for_selector("html[data-pending~=tap]", state="attached")
        ana.page.clock.fast_forward(5_000)
        expect(line).to_have_class("line offline")
    wait_for_version(bo.page, 1)
    expect(line).to_have_class("line live")


def test_a_quiet_table_stays_live(phone: MakePhone, own_server: Server) -> None:
    page = open_live_table(phone, own_server)[0].page
    page.evaluate(COUNT_MESSAGES_JS)
    for breath in (1, 2):
        page.clock.fast_forward(ENDURED_SILENCE_MS)
        wait_until(partial(page.evaluate, "count => breaths >= count", breath), "a heartbeat of the stream")
        expect(page.locator("#line")).to_have_class("line live")


def wait_for_worker(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.ready")
    expect(page.locator("#line")).to_have_class("line live")


def test_a_proxy_without_the_app_shows_the_cached_page(phone: MakePhone, own_server: Server) -> None:
    ana = TouchUser(phone(base_url=own_server.address))
    ana.open_table("giza", ["Ana", "Bo"])
    wait_for_worker(ana.page)
    ana.page.reload()  # through the worker, which caches it
    wait_for_worker(ana.page)
    with replace_with_502_proxy(own_server):
        expect(ana.page.locator("#line")).to_have_class("line offline")
        expect(ana.page.locator("#captive-portal")).to_be_hidden()
        ana.page.reload()
        expect(ana.page.locator("#board")).to_be_visible()
        expect(ana.page.locator("#line")).to_have_class("line offline")
        play_tile(ana, "+5", 0, 0)
        expect(ana.page.locator("#line b")).to_have_text("1")
        expect(ana.page.locator("#captive-portal")).to_be_hidden()
        ana.page.goto("/calculators")
        expect(ana.page.locator("h1")).to_have_text("No connection")
        ana.page.go_back()
    own_server.start()
    wait_for_version(ana.page, 1)


def test_a_proxy_without_the_app_opens_the_offline_app(browser: Browser, own_server: Server) -> None:
    with phone_with_bundle(browser, own_server.address) as user, replace_with_502_proxy(own_server):
        user.page.goto("/")
        expect(user.page).to_have_url(f"{own_server.address}/pocket/")
        expect(user.page.locator("h1")).to_be_visible()
