"""Phones that have the offline bundle."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.app_server import Server
from tests.browser.engines import expect
from tests.browser.phones import Phones
from tests.browser.touch_user import TouchUser
from tests.offline.conftest import BUNDLE_FOLDER, skip_or_fail_without
from tests.waiting import wait_until, wait_until_idle

READ_STORED_NAMES_JS = """() => new Promise((done, failed) => {
  const request = indexedDB.open("pocket", 1);
  request.onerror = failed;
  request.onsuccess = () => {
    const names = request.result.transaction("kept").objectStore("kept").getAllKeys();
    names.onsuccess = () => { request.result.close(); done(names.result); };
  };
})"""
READ_COPY_JS = READ_STORED_NAMES_JS.replace("getAllKeys()", "get(`along/${code}`)").replace("()", "code", 1)


IS_CACHED_JS = "address => caches.open('pages-2').then(cache => cache.match(address)).then(Boolean)"
NAMES = ["Ana", "Bo", "Cy"]


def require_bundle() -> None:
    if not (BUNDLE_FOLDER / "manifest.json").is_file():
        skip_or_fail_without("offline bundle (make offline)")


@contextmanager
def offline_without_server(browser: Browser, folder: Path) -> Iterator[TouchUser]:
    """Yield the user of a new phone that has the offline bundle and whose server was stopped."""
    with Server(folder) as server, phone_with_bundle(browser, server.address) as user:
        server.kill()
        yield user


OPEN_OFFLINE_SELECTOR = "a[href='/pocket/open/giza']"
"""The link that is shown as soon as the bundle is installed."""


@contextmanager
def phone_with_bundle(browser: Browser, address: str) -> Iterator[TouchUser]:
    require_bundle()
    phones = Phones(browser, address)
    user = TouchUser(phones())
    download_bundle(user)
    yield user
    phones.close()
    assert phones.errors == []


def download_bundle(user: TouchUser) -> None:
    user.page.goto("/")
    user.tap("button[commandfor=menu]")
    user.tap("a.button[href='/pocket/']")
    user.tap("#take")
    user.page.wait_for_selector(OPEN_OFFLINE_SELECTOR)


def kill_worker(user: TouchUser) -> None:
    session = user.page.context.new_cdp_session(user.page)
    stopped = set[str]()
    session.on("ServiceWorker.workerVersionUpdated", lambda event: stopped.update(
        one["runningStatus"] for one in event["versions"] if one["status"] == "activated"
    ))  # fmt: skip
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    wait_until(lambda: user.page.title() and "stopped" in stopped, "the end of the worker")
    session.detach()


def wait_until_cached(page: Page) -> None:
    wait_until_idle(page)
    wait_until(lambda: page.evaluate(IS_CACHED_JS, page.url), "a cached page")


def wait_for_copy(page: Page, version: int) -> None:
    code = page.url.rsplit("/", 1)[1]
    text = f'"version":{version},'
    wait_until(lambda: text in (page.evaluate(READ_COPY_JS, code) or ""), f"a copy with {text}")


FILL_STORAGE_JS = """async () => {
  const opened = indexedDB.open("ballast", 1);
  opened.onupgradeneeded = () => opened.result.createObjectStore("ballast", { autoIncrement: true });
  await new Promise(done => { opened.onsuccess = done; });
  const noise = Uint8Array.from({ length: 1e6 }, () => Math.random() * 256);
  const put = size => new Promise(done => {
    const writing = opened.result.transaction("ballast", "readwrite");
    writing.objectStore("ballast").put(noise.slice(-size));
    writing.oncomplete = () => done(true);
    writing.onabort = () => done(false);
  });
  for (const size of [1e6, 1e5, 1e4, 1e3, 100, 10]) while (await put(size));
  opened.result.close();
}"""
"""Fills a limited storage with incompressible data."""


def limit_storage(page: Page, limit: int | None) -> None:
    """Limit the storage of the page's origin to this number of bytes. None removes the limit."""
    origin = page.evaluate("location.origin")
    quota = {} if limit is None else {"quotaSize": limit}
    session = page.context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, **quota})


def open_offline_lobby(user: TouchUser, slug: str, seats: int) -> None:
    """Open the lobby of a new table in the offline app. The phone must have no connection."""
    user.page.goto("/")
    user.page.wait_for_url("**/pocket/")
    user.tap(f"a[href='/pocket/open/{slug}']")
    user.tap(f"input[name=seats][value='{seats}']")
    code = user.open_lobby()
    assert code.startswith("0"), "no server's code"


def start_offline_table(user: TouchUser) -> str:
    """Start a table of Giza in the offline app, and return the URL of its page."""
    user.page.goto("/pocket/open/giza")
    user.tap("input[name=seats][value='2']")
    user.open_lobby()
    user.name_seat(0, "Ana")
    user.name_seat(1, "Bo")
    expect(user.page.locator("select[name=first] option").nth(1)).to_contain_text("Bo")
    user.start_game()
    return user.page.url
