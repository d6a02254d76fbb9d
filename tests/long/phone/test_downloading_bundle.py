"""Downloading the offline bundle: interruptions, too little space, and browsers without a feature."""

import hashlib
import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect
from werkzeug.serving import make_server

from companion.server.app import create_app, migrate
from tests.app_server import Server, find_free_port, serve_in_thread
from tests.browser.game_drivers.giza import lay_tile, play_tile
from tests.browser.joining import MakePhone
from tests.browser.touch_user import TouchUser, wait_for_version
from tests.cuttable_proxy import CuttableProxy
from tests.long.phone.offline_phone import (
    FILL_STORAGE_JS,
    OPEN_OFFLINE_SELECTOR,
    READ_STORED_NAMES_JS,
    kill_worker,
    limit_storage,
    phone_with_bundle,
    require_bundle,
    start_offline_table,
    wait_for_copy,
)
from tests.offline.conftest import BUNDLE_FOLDER
from tests.waiting import wait_until

TOO_FEW_BYTES, ENOUGH_BYTES = 5_000_000, 40_000_000
"""Bytes of storage: too few for the bundle, and enough for it with some to spare."""
NEVER_ANSWER_STORAGE_QUESTION_JS = "StorageManager.prototype.persist = () => new Promise(() => {})"
"""As in Firefox until the user answers. The download must not wait for it."""
REMOVE_FEATURE_JS = {
    "no IndexedDB": "Object.defineProperty(window, 'indexedDB', { value: undefined })",
    "no modules in workers": """
      const { register } = ServiceWorkerContainer.prototype;
      ServiceWorkerContainer.prototype.register = function (script, options) {
        return options?.type ? Promise.reject(new TypeError()) : register.call(this, script, options);
      }""",
}


@pytest.fixture
def proxy(server: Server) -> Iterator[CuttableProxy]:
    require_bundle()
    with closing(CuttableProxy(server.port)) as proxy:
        yield proxy


def count_requests(proxy: CuttableProxy) -> Counter[str]:
    """Return how often each file of the bundle was requested through this proxy, by file name."""
    files = (re.search(r"/static/pocket/(\S+)", path) for path in proxy.asked)
    return Counter(file[1] for file in files if file)


def open_download_page(page: Page, proxy: CuttableProxy) -> TouchUser:
    page.goto(f"{proxy.address}/pocket/")
    page.wait_for_selector("#take")
    return TouchUser(page)


def download_until(proxy: CuttableProxy, file: bytes, ana: TouchUser) -> None:
    """Start the download, and wait until the proxy holds back the request for this file."""
    proxy.fall_silent_at(b"/static/pocket/" + file, passed=False)
    ana.tap("#take")
    wait_until(proxy.is_silent, "silence on the line")


def test_a_continued_download_skips_finished_files(phone: MakePhone, proxy: CuttableProxy) -> None:
    page = phone()
    page.context.new_cdp_session(page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    ana = open_download_page(page, proxy)
    download_until(proxy, b"companion", ana)
    ana.tap("#stop")
    expect(page.locator("#begun")).to_be_visible()
    proxy.end_silence()
    download_until(proxy, b"licences", ana)
    home = page.context.new_page()
    page.close()
    proxy.end_silence()
    ana = open_download_page(home, proxy)
    expect(home.locator("#begun")).to_be_visible()
    assert home.locator("progress").evaluate("bar => bar.value") > 0.3
    download_until(proxy, b"python", ana)
    proxy.cut()
    expect(home.locator("#broken-off")).to_be_visible()
    proxy.restore()
    proxy.end_silence()
    ana.tap("#take")
    home.wait_for_selector(OPEN_OFFLINE_SELECTOR)
    assert set(count_requests(proxy).values()) == {1}


def test_a_full_storage_loses_nothing_and_can_be_extended(phone: MakePhone, proxy: CuttableProxy) -> None:
    page = phone(base_url=proxy.address)
    ana = open_download_page(page, proxy)
    limit_storage(page, TOO_FEW_BYTES)
    ana.tap("#take")
    expect(page.locator("#full")).to_be_visible()
    limit_storage(page, ENOUGH_BYTES)
    ana.tap("#take")
    page.wait_for_selector(OPEN_OFFLINE_SELECTOR)
    expect(page.locator("#storage-may-be-cleared")).to_be_visible()
    table = start_offline_table(ana)
    stored = sorted(page.evaluate(READ_STORED_NAMES_JS))
    page.evaluate(FILL_STORAGE_JS)
    play_tile(ana, "+2", 0, 0)
    expect(page.locator("#answer .answer")).to_contain_text("no room left on this phone")
    assert sorted(page.evaluate(READ_STORED_NAMES_JS)) == stored
    wait_for_version(page, 0)
    limit_storage(page, None)
    ana.tap("#answer button:text('Got it')")
    lay_tile(ana, "+2", "0-0", 1)
    kill_worker(ana)
    page.goto(table)
    wait_for_version(page, 1)


def test_without_space_for_a_copy_entries_wait_for_a_server(phone: MakePhone, proxy: CuttableProxy) -> None:
    page = phone(base_url=proxy.address)
    page.add_init_script(NEVER_ANSWER_STORAGE_QUESTION_JS)
    ana = open_download_page(page, proxy)
    limit_storage(page, ENOUGH_BYTES)
    ana.tap("#take")
    page.wait_for_selector(OPEN_OFFLINE_SELECTOR)
    ana.open_table("cheops_catan", ["Ana", "Bo", "Cy"], proxy.address, one_phone=True)
    wait_for_copy(page, 0)
    page.evaluate(FILL_STORAGE_JS)
    proxy.cut()
    ana.tap("button[value='Found 0']")
    expect(page.locator("#waiting p")).to_have_count(1)
    wait_for_version(page, 0)
    proxy.restore()
    wait_for_version(page, 1)
    expect(page.locator("#waiting")).to_be_hidden()


@pytest.mark.parametrize("lacks", REMOVE_FEATURE_JS)
def test_older_browsers_show_what_works(phone: MakePhone, proxy: CuttableProxy, lacks: str) -> None:
    page = phone()
    page.context.add_init_script(REMOVE_FEATURE_JS[lacks])
    page.goto(f"{proxy.address}/pocket/")
    if lacks == "no modules in workers":  # this is only detected by trying
        TouchUser(page).tap("#take")
    expect(page.locator("#too-old")).to_be_visible()


def test_on_http_entries_are_queued_but_pages_need_a_server(phone: MakePhone, proxy: CuttableProxy) -> None:
    page = phone(base_url=proxy.address.replace("127.0.0.1", "table.test"))
    ana = TouchUser(page)
    page.goto("/pocket/")
    assert not page.evaluate("isSecureContext")
    expect(page.locator("#plain")).to_be_visible()
    expect(page.locator("#take")).to_be_hidden()
    ana.open_table_by_fetch("giza", ["Ana", "Bo"])
    table = page.url
    proxy.cut()
    play_tile(ana, "+2", 0, 0)
    expect(page.locator("#waiting p")).to_have_count(1)
    with pytest.raises(Error):
        page.reload()
    proxy.restore()
    later = page.context.new_page()
    later.goto(table)
    wait_for_version(later, 1)


IS_WORKER_WAITING_JS = "navigator.serviceWorker.getRegistration().then(there => Boolean(there.waiting))"
CACHED_BUNDLE_JS = "caches.open('pocket').then(cache => cache.keys()).then(all => all.map(one => one.url))"


def serve_bundle(folder: Path, pack: Path, port: int) -> AbstractContextManager[None]:
    app = create_app({"OFFLINE_BUNDLE": str(pack), "SQLALCHEMY_DATABASE_URI": f"sqlite:///{folder}/app.db"})
    migrate(app)
    return serve_in_thread(make_server("127.0.0.1", port, app, threaded=True))


def make_newer_bundle(folder: Path) -> Path:
    pack = folder / "newer"
    shutil.copytree(BUNDLE_FOLDER, pack)
    manifest = json.loads((pack / "manifest.json").read_text("utf-8"))
    worker = manifest["files"]["worker.mjs"]
    content = (pack / worker["name"]).read_text("utf-8") + "\nself.isNewer = true;\n"
    worker["name"] = f"worker-{hashlib.sha256(content.encode()).hexdigest()[:16]}.mjs"
    (pack / worker["name"]).write_text(content, "utf-8")
    (pack / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    return pack


def list_workers(page: Page) -> set[str]:
    return {url.rsplit("/", 1)[1] for url in page.evaluate(CACHED_BUNDLE_JS) if "/worker-" in url}


def test_a_newer_bundle_is_installed_only_on_request(browser: Browser, tmp_path: Path) -> None:
    require_bundle()
    port, pack = find_free_port(), make_newer_bundle(tmp_path)
    with ExitStack() as stack:
        with serve_bundle(tmp_path, BUNDLE_FOLDER, port):
            ana = stack.enter_context(phone_with_bundle(browser, f"http://127.0.0.1:{port}"))
            table = start_offline_table(ana)
            lay_tile(ana, "+2", "0-0", 1)
            older = list_workers(ana.page)
        with serve_bundle(tmp_path, pack, port):
            ana.page.reload()
            wait_until(lambda: ana.page.evaluate(IS_WORKER_WAITING_JS), "the newer bundle")
        lay_tile(ana, "-1", "1-0", 2)
        kill_worker(ana)
        ana.page.reload()
        wait_for_version(ana.page, 2)
        expect(ana.page.locator("#fresh")).to_be_hidden()
        assert older < list_workers(ana.page)
        ana.page.goto("/")
        with ana.page.expect_navigation():
            ana.tap("#fresh button")
        expect(ana.page.locator("#fresh")).to_be_hidden()
        assert list_workers(ana.page).isdisjoint(older)
        ana.page.goto(table)
        wait_for_version(ana.page, 2)
        lay_tile(ana, "+3", "0-1", 3)
        assert ana.page.context.service_workers[-1].evaluate("self.isNewer")
