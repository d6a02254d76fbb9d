"""“live” is true: a server that sleeps, and a proxy without its app, are no line; what is kept is shown."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer

from playwright.sync_api import Browser, Page, expect

from companion.lan.listening import listen
from tests.browser.arriving import Make, arrive, open_table, sit
from tests.browser.hands.giza import play
from tests.browser.thumbs import Thumb
from tests.long.phone.offline_phone import taken_along
from tests.served import Answers, Server, served
from tests.waiting import until

NEARLY, OVER = 8_000, 12_000
"""Milliseconds on both sides of what a stream may be silent."""
WAITED = "performance.getEntriesByType('navigation')[0].responseStart"
"""Milliseconds that this page was waited for, as the browser says."""
IN_TIME = 4_000 + 6_000
"""With what a busy machine takes for itself."""
BREATHS = """() => { window.breaths = 0;
  document.addEventListener("htmx:sse:before:message", () => { breaths += 1; }); }"""


class NoApp(Answers):
    status = 502
    page = b"<h1>502 Bad Gateway</h1>"


@contextmanager
def no_app(server: Server) -> Iterator[None]:
    """In the server's place a proxy answers that it is not there."""
    server.kill()
    ThreadingHTTPServer.allow_reuse_address = True
    listen("127.0.0.1", server.port, 10).close()  # once the last of the server's processes is gone
    with served(ThreadingHTTPServer(("127.0.0.1", server.port), NoApp)):
        yield


def live_at_a_table(phone: Make, server: Server) -> tuple[Thumb, str]:
    """A phone whose scripts go by a clock that can be put forward; the table's code."""
    ana = Thumb(phone(base_url=server.address))
    ana.page.clock.install()
    code = open_table(ana, "giza", ["Ana", "Bo"])
    expect(ana.page.locator("#line")).to_have_class("line live")
    return ana, code


def test_who_enters_nothing_hears_that_the_server_sleeps(phone: Make, own_server: Server) -> None:
    ana, code = live_at_a_table(phone, own_server)
    bo, line = Thumb(phone(base_url=own_server.address)), ana.page.locator("#line")
    sit(bo, code, 1)
    with own_server.asleep():
        ana.page.clock.fast_forward(OVER)
        expect(line).to_have_class("line offline")
    expect(line).to_have_class("line live")
    play(ana, "+5", 0, 0)
    arrive(bo.page, 1)


def test_a_quiet_table_stays_live(phone: Make, own_server: Server) -> None:
    page = live_at_a_table(phone, own_server)[0].page
    page.evaluate(BREATHS)
    for breath in (1, 2):
        page.clock.fast_forward(NEARLY)
        until(lambda: page.evaluate("breaths") >= breath, "a breath of the stream")  # noqa: B023
        expect(page.locator("#line")).to_have_class("line live")


def test_who_taps_hears_it_within_seconds_and_nothing_is_lost(phone: Make, own_server: Server) -> None:
    ana, _ = live_at_a_table(phone, own_server)
    with own_server.asleep():
        play(ana, "+5", 0, 0)
        ana.page.wait_for_selector("html[data-pending~=tap]", state="attached")
        ana.page.clock.fast_forward(5_000)
        expect(ana.page.locator("#line")).to_have_class("line offline")
    arrive(ana.page, 1)
    expect(ana.page.locator("#line")).to_have_class("line live")


def on_the_phone(page: Page) -> None:
    """The worker looks after the pages, and has kept this one."""
    page.evaluate("navigator.serviceWorker.ready")
    expect(page.locator("#line")).to_have_class("line live")


def test_every_page_comes_back_in_time_from_a_server_that_sleeps(phone: Make, own_server: Server) -> None:
    page = phone(base_url=own_server.address)
    page.goto("/")
    code = open_table(Thumb(page), "giza", ["Ana", "Bo"])
    on_the_phone(page)
    for address in (f"/t/{code}", "/"):
        page.goto(address)  # by the worker, which keeps it
    with own_server.asleep():
        for address, shown in (
            (f"/t/{code}", "#board"),
            (f"/t/{code}", "#board"),
            ("/", f"main a[href='/t/{code}']"),
            ("/calculators", "h1:text('No connection')"),
        ):
            page.goto(address)
            expect(page.locator(shown).first).to_be_visible()
            assert page.evaluate(WAITED) < IN_TIME
    page.goto(f"/t/{code}")
    expect(page.locator("#line")).to_have_class("line live")


def test_a_proxy_without_its_app_shows_what_is_kept(phone: Make, own_server: Server) -> None:
    ana = Thumb(phone(base_url=own_server.address))
    open_table(ana, "giza", ["Ana", "Bo"])
    on_the_phone(ana.page)
    ana.page.reload()  # by the worker, which keeps it
    on_the_phone(ana.page)
    with no_app(own_server):
        expect(ana.page.locator("#line")).to_have_class("line offline")
        expect(ana.page.locator("#stranger")).to_be_hidden()
        ana.page.reload()
        expect(ana.page.locator("#board")).to_be_visible()
        expect(ana.page.locator("#line")).to_have_class("line offline")
        play(ana, "+5", 0, 0)
        expect(ana.page.locator("#line b")).to_have_text("1")
        expect(ana.page.locator("#stranger")).to_be_hidden()
        ana.page.goto("/calculators")
        expect(ana.page.locator("h1")).to_have_text("No connection")
        ana.page.go_back()
    own_server.start()
    arrive(ana.page, 1)


def test_a_proxy_without_its_app_leads_into_the_pocket(browser: Browser, own_server: Server) -> None:
    with taken_along(browser, own_server.address) as thumb, no_app(own_server):
        thumb.page.goto("/")
        expect(thumb.page).to_have_url(f"{own_server.address}/pocket/")
        expect(thumb.page.locator("h1")).to_be_visible()
