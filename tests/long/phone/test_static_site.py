"""A phone downloads the offline app from a static web host, and plays without a server."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from offline_bundle import site
from tests.app_server import Server, serve_in_thread
from tests.browser.game_drivers.giza import lay_tile
from tests.browser.joining import MakePhone
from tests.browser.touch_user import TouchUser, wait_for_version
from tests.long.phone.offline_phone import kill_worker, require_bundle, start_offline_table
from tests.long.processes.installed.try_site import QuietHandler
from tests.offline.conftest import BUNDLE_FOLDER

IS_WORKER_ACTIVE_JS = "navigator.serviceWorker.ready.then(({ active }) => Boolean(active))"
GET_APP_NAME_JS = """fetch(document.querySelector("[rel=manifest]").href)
  .then(response => response.json()).then(manifest => manifest.short_name)"""
LAID_TILES = (("+5", "0-0"), ("+4", "1-0"), ("+4", "0-0"), ("-5", "1-1"), ("+3", "0-0"))


class PlainFileHandler(QuietHandler):
    """Serves a folder like a static web host: without compression and without the app's headers."""

    def send_error(self, code: int, *_: object) -> None:
        """Answer with the page ``404.html`` of the site."""
        lost = Path(self.directory, "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(lost)


class StaticHost(NamedTuple):
    address: str
    stop: Callable[[], None]


@pytest.fixture
def static_host(tmp_path: Path) -> Iterator[StaticHost]:
    require_bundle()
    site.main(tmp_path / "site", BUNDLE_FOLDER)
    handler = partial(PlainFileHandler, directory=str(tmp_path / "site"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    with ExitStack() as stack:
        stack.enter_context(serve_in_thread(server))
        yield StaticHost(f"http://127.0.0.1:{server.server_port}", stack.close)


@pytest.fixture
def ana(phone: MakePhone, static_host: StaticHost) -> TouchUser:
    return TouchUser(phone(base_url=static_host.address))


def test_a_phone_plays_with_the_bundle_of_a_static_site(
    ana: TouchUser, static_host: StaticHost, phone: MakePhone, server: Server, tmp_path: Path
) -> None:
    page = ana.page
    page.goto("/")
    expect(page.locator("main .hint").last).to_contain_text("This site has no server")
    ana.tap(".language a:text('Français')")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    ana.tap("#take")
    page.wait_for_url("**/pocket/")
    page.wait_for_selector("a[href='/pocket/open/giza']")
    static_host.stop()
    table = start_offline_table(ana)
    for number, (tile, place) in enumerate(LAID_TILES, 1):
        lay_tile(ana, tile, place, number)
    kill_worker(ana)
    page.reload()
    wait_for_version(page, len(LAID_TILES))
    page.goto("/")
    page.wait_for_url("**/pocket/")  # the app's start page
    ana.tap(".goes-on")
    wait_for_version(page, len(LAID_TILES))
    ana.tap("button[commandfor=menu]")
    expect(page.locator("text=server")).to_have_count(0)
    with page.expect_download() as download:
        ana.tap("#menu a:text('Save as a file')")
    download.value.save_as(tmp_path / "table.json")
    assert len(json.loads((tmp_path / "table.json").read_text("utf-8"))["log"]) >= len(LAID_TILES)
    page.goto(table)
    bo = TouchUser(phone())
    bo.page.goto("/import")
    bo.page.set_input_files("input[type=file]", tmp_path / "table.json")
    bo.tap("main button")
    wait_for_version(bo.page, len(LAID_TILES))
    assert bo.page.url.startswith(server.address)


def test_the_site_has_the_readers_language_and_a_404_page(static_host: StaticHost, ana: TouchUser) -> None:
    page = ana.page
    page.add_init_script("Object.defineProperty(navigator, 'languages', { get: () => ['de-CH'] })")
    page.goto("/")
    page.wait_for_url("**/de/")
    assert page.evaluate(GET_APP_NAME_JS) == "Begleiter"
    page.goto("/t/ABCDEF")
    page.wait_for_url("**/de/lost/")
    expect(page.locator("main h1")).to_have_text("Hier ist nichts")
    ana.tap("main a")
    page.wait_for_url("**/de/")
    assert page.evaluate(IS_WORKER_ACTIVE_JS)
    static_host.stop()
    page.goto("/t/ABCDEF")
    page.wait_for_url("**/de/lost/")
    expect(page.locator("main h1")).to_have_text("Hier ist nichts")
