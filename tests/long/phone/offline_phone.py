"""Phones that took the companion along."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.arriving import into_lobby, name_seat
from tests.browser.engines import expect
from tests.browser.phones import Phones
from tests.browser.thumbs import Thumb
from tests.offline.conftest import BUILT, without
from tests.served import Server
from tests.waiting import until

KEPT = """() => new Promise((done, failed) => {
  const request = indexedDB.open("pocket", 1);
  request.onerror = failed;
  request.onsuccess = () => {
    const names = request.result.transaction("kept").objectStore("kept").getAllKeys();
    names.onsuccess = () => { request.result.close(); done(names.result); };
  };
})"""
"""The names of all that the offline app keeps."""
COPY = KEPT.replace("getAllKeys()", "get(`along/${code}`)").replace("()", "code", 1)
"""What it has of a table of the server's."""


def has_pocket() -> None:
    if not (BUILT / "manifest.json").is_file():
        without("offline bundle (make offline)")


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


OPEN_OFFLINE = "a[href='/pocket/open/giza']"
"""It is there as soon as all was taken along."""


@contextmanager
def taken_along(browser: Browser, address: str) -> Iterator[Thumb]:
    has_pocket()
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
    thumb.tap("#take")
    thumb.page.wait_for_selector(OPEN_OFFLINE)


def kill(thumb: Thumb) -> None:
    """The browser ends the worker, as it does when it likes; what it does is done when this returns."""
    session = thumb.page.context.new_cdp_session(thumb.page)
    stopped = set[str]()
    session.on("ServiceWorker.workerVersionUpdated", lambda told: stopped.update(
        one["runningStatus"] for one in told["versions"] if one["status"] == "activated"
    ))  # fmt: skip
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    until(lambda: thumb.page.title() and "stopped" in stopped, "the end of the worker")
    session.detach()


def has_copy(page: Page, version: int) -> None:
    """The phone has all of the table on its glass up to this entry."""
    code = page.url.rsplit("/", 1)[1]
    stands = f'"version":{version},'
    until(lambda: stands in (page.evaluate(COPY, code) or ""), f"a copy with {stands}")


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
    thumb.page.wait_for_url("**/pocket/")
    thumb.tap(f"a[href='/pocket/open/{slug}']")
    thumb.tap(f"input[name=seats][value='{seats}']")
    code = into_lobby(thumb)
    assert code.startswith("0"), "no server's code"


def running(thumb: Thumb) -> str:
    """A table of Giza of the offline app, started; its address."""
    thumb.page.goto("/pocket/open/giza")
    thumb.tap("input[name=seats][value='2']")
    into_lobby(thumb)
    name_seat(thumb, 0, "Ana")
    name_seat(thumb, 1, "Bo")
    expect(thumb.page.locator("select[name=first] option").nth(1)).to_contain_text("Bo")
    thumb.tap("#hand button")
    thumb.page.wait_for_selector("#play", state="attached")
    return thumb.page.url
