"""Phones that took the companion along."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.arriving import arrive, into_lobby
from tests.browser.conftest import PATIENCE_MS, Phones, Server
from tests.browser.engines import expect
from tests.browser.thumbs import Thumb
from tests.pocket.conftest import BUILT, without

DOWNLOADED_MS = 60_000
KEPT = """() => new Promise((done, failed) => {
  const request = indexedDB.open("pocket", 1);
  request.onerror = failed;
  request.onsuccess = () => {
    const names = request.result.transaction("kept").objectStore("kept").getAllKeys();
    names.onsuccess = () => { request.result.close(); done(names.result); };
  };
})"""
"""The names of all that the pocket keeps."""


@contextmanager
def in_the_cellar(browser: Browser, folder: Path) -> Iterator[Thumb]:
    """A phone that has taken the companion along, with a fresh profile, and whose server is no more."""
    server = Server(folder)
    try:
        with taken_along(browser, server.address) as thumb:
            server.kill()
            yield thumb
    finally:
        server.kill()


@contextmanager
def taken_along(browser: Browser, address: str) -> Iterator[Thumb]:
    """A phone that comes to this address and has taken the companion along."""
    if not (BUILT / "manifest.json").is_file():
        without("pocket (make pocket)")
    phones = Phones(browser, address)
    thumb = Thumb(phones())
    take_along(thumb)
    yield thumb
    phones.put_away()
    assert phones.errors == []


def take_along(thumb: Thumb) -> None:
    """From the home page, by thumbs, until the phone answers by itself."""
    thumb.page.goto("/")
    thumb.tap("button[commandfor=menu]")
    thumb.tap("a.button[href='/pocket/']")
    thumb.page.wait_for_selector("#take")
    thumb.tap("#take")
    thumb.page.wait_for_selector("a[href='/pocket/open/giza']", timeout=DOWNLOADED_MS)


def kill(thumb: Thumb) -> None:
    """The browser ends the worker, as it does when it likes; what it does is done when this returns."""
    session = thumb.page.context.new_cdp_session(thumb.page)
    stopped = set[str]()
    session.on("ServiceWorker.workerVersionUpdated", lambda told: stopped.update(
        one["runningStatus"] for one in told["versions"] if one["status"] == "activated"
    ))  # fmt: skip
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    while "stopped" not in stopped:
        thumb.page.wait_for_timeout(5)
    session.detach()


BALLAST = """async () => {
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
"""Fills what is left of a limited storage, with what cannot be packed."""


def limit_storage(page: Page, most: int | None) -> None:
    """How many bytes the browser lets this address keep from now on; None for the usual."""
    origin = page.evaluate("location.origin")
    limit = {} if most is None else {"quotaSize": most}
    session = page.context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, **limit})


def lobby(thumb: Thumb, slug: str, seats: int) -> None:
    """Where the app starts with no line, and a new table from there."""
    thumb.page.goto("/")
    assert thumb.page.url.endswith("/pocket/")
    thumb.tap(f"a[href='/pocket/open/{slug}']")
    thumb.tap(f"input[name=seats][value='{seats}']")
    code = into_lobby(thumb)
    assert code.startswith("0"), "no server's code"


def running(thumb: Thumb) -> str:
    """A table of Giza of the pocket, started; its address."""
    thumb.page.goto("/pocket/open/giza")
    thumb.tap("input[name=seats][value='2']")
    into_lobby(thumb)
    thumb.write("#place-0 input", "Ana")
    thumb.write("#place-1 input", "Bo")
    expect(thumb.page.locator("select[name=first] option").nth(1)).to_contain_text("Bo")
    thumb.tap("#hand button")
    thumb.page.wait_for_selector("#play", state="attached")
    return thumb.page.url


def lay(thumb: Thumb, tile: str, site: str, version: int) -> None:
    """Lay a tile of Giza; the entry is the table's newest."""
    thumb.tap(f"input[name=tile][value='{tile}']")
    thumb.tap(f"#site-{site}")
    arrive(thumb.page, version)


COPIED = """new Promise((done, failed) => {
  const opening = indexedDB.open("pocket");
  opening.onerror = failed;
  opening.onsuccess = () => {
    const asked = opening.result.transaction("kept").objectStore("kept").get("along/%s");
    asked.onsuccess = () => {
      opening.result.close();
      done(JSON.parse(asked.result ?? "{}").version);
    };
  };
})"""


def wait_for_copy(page: Page) -> None:
    """Until the phone's own copy of its table has the entry that it shows."""
    code = page.url.rsplit("/", 1)[1]
    version = int(page.locator("#table").get_attribute("data-version") or 0)
    wait_for(lambda: page.evaluate(COPIED % code) == version)


def wait_for(come: Callable[[], bool]) -> None:
    """Ask until it is so."""
    end = time.monotonic() + PATIENCE_MS / 1000
    while not come():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.1)
