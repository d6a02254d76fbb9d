"""Taking the companion along: stopped and gone on with, without room, and where a browser cannot."""

import hashlib
import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect
from werkzeug.serving import make_server

from companion.server.app import create_app, migrate
from tests.app_server import Server, find_free_port, serve_in_thread
from tests.browser.game_drivers.giza import lay, play
from tests.browser.joining import MakePhone, open_from_page, open_table, wait_for_version
from tests.browser.touch_user import TouchUser
from tests.cuttable_proxy import CuttableProxy
from tests.long.phone.offline_phone import (
    BALLAST,
    OPEN_OFFLINE,
    READ_STORED_NAMES,
    kill_worker,
    limit_storage,
    phone_with_bundle,
    require_bundle,
    start_offline_table,
    wait_for_copy,
)
from tests.offline.conftest import BUILT
from tests.waiting import wait_until

LITTLE, ENOUGH = 5_000_000, 40_000_000
"""Bytes of storage: too few to take it along, and enough for that with some to spare."""
OLD = {
    "no IndexedDB": "Object.defineProperty(window, 'indexedDB', { value: undefined })",
    "no modules in workers": """
      const { register } = ServiceWorkerContainer.prototype;
      ServiceWorkerContainer.prototype.register = function (script, options) {
        return options?.type ? Promise.reject(new TypeError()) : register.call(this, script, options);
      }""",
}
"""What older browsers, or private modes, lack."""


@pytest.fixture
def line(server: Server) -> Iterator[CuttableProxy]:
    require_bundle()
    opened = CuttableProxy(server.port)
    yield opened
    opened.close()


def asked_for(line: CuttableProxy) -> Counter[str]:
    """How often the server was asked for each file of the offline app."""
    files = (re.search(r"/static/pocket/(\S+)", told) for told in line.asked)
    return Counter(file[1] for file in files if file)


def offered(page: Page, line: CuttableProxy) -> TouchUser:
    page.goto(f"{line.address}/pocket/")
    page.wait_for_selector("#take")
    return TouchUser(page)


def take_until(line: CuttableProxy, file: bytes, ana: TouchUser) -> None:
    """All that comes before this file comes."""
    line.fall_silent_at(b"/static/pocket/" + file, passed=False)
    ana.tap("#take")
    wait_until(line.is_silent, "silence on the line")


def test_what_came_is_not_asked_for_again(phone: MakePhone, line: CuttableProxy) -> None:
    page = phone()
    page.context.new_cdp_session(page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    ana = offered(page, line)
    take_until(line, b"companion", ana)
    ana.tap("#stop")
    expect(page.locator("#begun")).to_be_visible()
    line.speak()
    take_until(line, b"licences", ana)
    home = page.context.new_page()
    page.close()
    line.speak()
    ana = offered(home, line)
    expect(home.locator("#begun")).to_be_visible()
    assert home.locator("progress").evaluate("bar => bar.value") > 0.3
    take_until(line, b"python", ana)
    line.cut()
    expect(home.locator("#broken-off")).to_be_visible()
    line.mend()
    line.speak()
    ana.tap("#take")
    home.wait_for_selector(OPEN_OFFLINE)
    assert set(asked_for(line).values()) == {1}


def test_without_room_nothing_is_lost_and_all_goes_on_once_there_is(
    phone: MakePhone, line: CuttableProxy
) -> None:
    page = phone(base_url=line.address)
    ana = offered(page, line)
    limit_storage(page, LITTLE)
    ana.tap("#take")
    expect(page.locator("#full")).to_be_visible()
    limit_storage(page, ENOUGH)
    ana.tap("#take")
    page.wait_for_selector(OPEN_OFFLINE)
    expect(page.locator("#storage-may-be-cleared")).to_be_visible()
    table = start_offline_table(ana)
    kept = sorted(page.evaluate(READ_STORED_NAMES))
    page.evaluate(BALLAST)
    play(ana, "+2", 0, 0)
    expect(page.locator("#answer .answer")).to_contain_text("no room left on this phone")
    assert sorted(page.evaluate(READ_STORED_NAMES)) == kept
    wait_for_version(page, 0)
    limit_storage(page, None)
    ana.tap("#answer button:text('Got it')")
    lay(ana, "+2", "0-0", 1)
    kill_worker(ana)
    page.goto(table)
    wait_for_version(page, 1)


def test_where_a_copy_finds_no_room_the_tap_waits_for_the_server(
    phone: MakePhone, line: CuttableProxy
) -> None:
    page = phone(base_url=line.address)
    ana = offered(page, line)
    limit_storage(page, ENOUGH)
    ana.tap("#take")
    page.wait_for_selector(OPEN_OFFLINE)
    open_table(ana, "cheops_catan", ["Ana", "Bo", "Cy"], line.address, one_phone=True)
    wait_for_copy(page, 0)
    page.evaluate(BALLAST)
    line.cut()
    ana.tap("button[value='Found 0']")
    expect(page.locator("#waiting p")).to_have_count(1)
    wait_for_version(page, 0)
    line.mend()
    wait_for_version(page, 1)
    expect(page.locator("#waiting")).to_be_hidden()


def test_it_does_not_wait_for_what_the_browser_asks_somebody(phone: MakePhone, line: CuttableProxy) -> None:
    page = phone()
    page.context.add_init_script(
        "StorageManager.prototype.persist = () => new Promise(() => {})"
    )  # as Firefox's, until its question is answered
    offered(page, line).tap("#take")
    page.wait_for_selector(OPEN_OFFLINE)


@pytest.mark.parametrize("lacks", OLD)
def test_a_browser_that_lacks_something_says_what_works(
    phone: MakePhone, line: CuttableProxy, lacks: str
) -> None:
    page = phone()
    page.context.add_init_script(OLD[lacks])
    page.goto(f"{line.address}/pocket/")
    if lacks == "no modules in workers":  # that shows only once it is tried
        TouchUser(page).tap("#take")
    expect(page.locator("#too-old")).to_be_visible()


def test_on_plain_http_a_tap_waits_and_no_page_comes_without_a_line(
    phone: MakePhone, line: CuttableProxy
) -> None:
    page = phone(base_url=line.address.replace("127.0.0.1", "table.test"))
    ana = TouchUser(page)
    page.goto("/pocket/")
    assert not page.evaluate("isSecureContext")
    expect(page.locator("#plain")).to_be_visible()
    expect(page.locator("#take")).to_be_hidden()
    open_from_page(ana, "giza", ["Ana", "Bo"])
    table = page.url
    line.cut()
    play(ana, "+2", 0, 0)
    expect(page.locator("#waiting p")).to_have_count(1)
    with pytest.raises(Error):
        page.reload()
    line.mend()
    later = page.context.new_page()
    later.goto(table)
    wait_for_version(later, 1)


COMING = "navigator.serviceWorker.getRegistration().then(there => Boolean(there.waiting))"
TAKEN = "caches.open('pocket').then(cache => cache.keys()).then(all => all.map(one => one.url))"


def serving(folder: Path, pack: Path, port: int) -> AbstractContextManager[None]:
    app = create_app(
        {"OFFLINE_BUNDLE": str(pack), "SQLALCHEMY_DATABASE_URI": f"sqlite:///{folder}/kept.sqlite3"}
    )
    migrate(app)
    return serve_in_thread(make_server("127.0.0.1", port, app, threaded=True))


def newer(folder: Path) -> Path:
    pack = folder / "newer"
    shutil.copytree(BUILT, pack)
    manifest = json.loads((pack / "manifest.json").read_text("utf-8"))
    worker = manifest["files"]["worker.mjs"]
    content = (pack / worker["name"]).read_text("utf-8") + "\nself.isNewer = true;\n"
    worker["name"] = f"worker-{hashlib.sha256(content.encode()).hexdigest()[:16]}.mjs"
    (pack / worker["name"]).write_text(content, "utf-8")
    (pack / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    return pack


def workers(page: Page) -> set[str]:
    return {url.rsplit("/", 1)[1] for url in page.evaluate(TAKEN) if "/worker-" in url}


def test_a_newer_pocket_waits_until_it_is_asked_for(browser: Browser, tmp_path: Path) -> None:
    require_bundle()
    port, pack = find_free_port(), newer(tmp_path)
    with ExitStack() as stack:
        with serving(tmp_path, BUILT, port):
            ana = stack.enter_context(phone_with_bundle(browser, f"http://127.0.0.1:{port}"))
            table = start_offline_table(ana)
            lay(ana, "+2", "0-0", 1)
            older = workers(ana.page)
        with serving(tmp_path, pack, port):
            ana.page.reload()
            wait_until(lambda: ana.page.evaluate(COMING), "the newer pocket")
        lay(ana, "-1", "1-0", 2)
        kill_worker(ana)
        ana.page.reload()
        wait_for_version(ana.page, 2)
        expect(ana.page.locator("#fresh")).to_be_hidden()
        assert older < workers(ana.page)
        ana.page.goto("/")
        with ana.page.expect_navigation():
            ana.tap("#fresh button")
        expect(ana.page.locator("#fresh")).to_be_hidden()
        assert workers(ana.page).isdisjoint(older)
        ana.page.goto(table)
        wait_for_version(ana.page, 2)
        lay(ana, "+3", "0-1", 3)
        assert ana.page.context.service_workers[-1].evaluate("self.isNewer")
