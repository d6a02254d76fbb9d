"""“live” is true: a server that sleeps, and a proxy without its app, are no line; what is kept is shown."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.home.listening import listen
from tests.browser.arriving import arrive, open_table, sit
from tests.browser.conftest import Phones, Server
from tests.browser.pocketed import taken_along
from tests.browser.test_giza_game import play
from tests.browser.thumbs import Thumb


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server that nobody else needs."""
    server = Server(tmp_path)
    yield server
    server.kill()


@contextmanager
def asleep(server: Server) -> Iterator[None]:
    """As with a closed lid: it takes connections and says nothing."""
    os.killpg(server.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.killpg(server.process.pid, signal.SIGCONT)


class NoApp(BaseHTTPRequestHandler):
    """A proxy that finds no app behind it."""

    def do_GET(self) -> None:
        body = b"<h1>502 Bad Gateway</h1>"
        self.send_response(502)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@contextmanager
def no_app(server: Server) -> Iterator[None]:
    """In the server's place a proxy answers that it is not there."""
    server.kill()
    ThreadingHTTPServer.allow_reuse_address = True
    listen("127.0.0.1", server.port, 10).close()  # once the last of the server's processes is gone
    proxy = ThreadingHTTPServer(("127.0.0.1", server.port), NoApp)
    Thread(target=proxy.serve_forever, daemon=True).start()
    try:
        yield
    finally:
        proxy.shutdown()
        proxy.server_close()


def test_who_enters_nothing_hears_that_the_server_sleeps(browser: Browser, own: Server) -> None:
    phones = Phones(browser, own.address)
    ana, bo = Thumb(phones()), Thumb(phones())
    code = open_table(ana, "giza", ["Ana", "Bo"])
    sit(bo, code, 1)
    line = bo.page.locator("#line")
    expect(line).to_have_class("line live")
    with asleep(own):
        began = time.monotonic()
        expect(line).to_have_class("line offline")
        assert time.monotonic() - began > 4, "nothing was wrong yet"
    expect(line).to_have_class("line live")
    play(ana, "+5", 0, 0)
    arrive(bo.page, 1)
    phones.put_away()
    assert phones.errors == []


def test_a_quiet_table_stays_live(browser: Browser, own: Server) -> None:
    phones = Phones(browser, own.address)
    ana = Thumb(phones())
    open_table(ana, "giza", ["Ana", "Bo"])
    line = ana.page.locator("#line")
    expect(line).to_have_class("line live")
    for _ in range(15):
        ana.page.wait_for_timeout(1000)
        assert line.get_attribute("class") == "line live"
    phones.put_away()


def test_who_taps_hears_it_within_seconds_and_nothing_is_lost(
    browser: Browser, own: Server
) -> None:
    phones = Phones(browser, own.address)
    ana = Thumb(phones())
    open_table(ana, "giza", ["Ana", "Bo"])
    with asleep(own):
        play(ana, "+5", 0, 0)
        expect(ana.page.locator("#line")).to_have_class("line offline")
    arrive(ana.page, 1)
    expect(ana.page.locator("#line")).to_have_class("line live")
    phones.put_away()


def on_the_phone(page: Page) -> None:
    """The worker looks after the pages, and has kept this one."""
    page.evaluate("navigator.serviceWorker.ready")
    expect(page.locator("#line")).to_have_class("line live")


def test_a_proxy_without_its_app_shows_what_is_kept(browser: Browser, own: Server) -> None:
    phones = Phones(browser, own.address)
    ana = Thumb(phones())
    open_table(ana, "giza", ["Ana", "Bo"])
    on_the_phone(ana.page)
    ana.page.reload()  # by the worker, which keeps it
    on_the_phone(ana.page)
    with no_app(own):
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
    own.start()
    arrive(ana.page, 1)
    phones.put_away()
    assert phones.errors == []


def test_a_proxy_without_its_app_leads_into_the_pocket(browser: Browser, own: Server) -> None:
    with taken_along(browser, own.address) as thumb, no_app(own):
        thumb.page.goto("/")
        expect(thumb.page).to_have_url(f"{own.address}/pocket/")
        expect(thumb.page.locator("h1")).to_be_visible()
