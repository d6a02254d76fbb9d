"""Cached pages and the browser's storage contain no secret of a seat, group, edition or invitation."""

import re

from playwright.sync_api import Page, expect

from tests.browser.joining import MakePhone
from tests.browser.touch_user import TouchUser

READ_STORAGE_JS = """async () => {
  const texts = { lines: JSON.stringify(localStorage), ofTab: JSON.stringify(sessionStorage) };
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      texts[`${name}: ${request.url}`] = await (await cache.match(request)).text();
  }
  for (const { name, version } of await indexedDB.databases()) {
    const base = await new Promise(done => {
      const request = indexedDB.open(name, version);
      request.onsuccess = () => done(request.result);
    });
    for (const store of base.objectStoreNames)
      texts[`${name}: ${store}`] = JSON.stringify(await new Promise(done => {
        const all = base.transaction(store).objectStore(store).getAll();
        all.onsuccess = () => done(all.result);
      }));
    base.close();
  }
  return texts;
}"""
MARK_PAGE_STALE_JS = "document.querySelector('#table').dispatchEvent(new Event('table:stale'))"
"""Tells the page that it is outdated, so that it is loaded and cached again."""
IS_CONTROLLED_JS = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


def list_secrets(page: Page) -> set[str]:
    """Return the secrets of this phone's seats, and its signed session cookie."""
    cookies = {str(cookie.get("name")): str(cookie.get("value")) for cookie in page.context.cookies()}
    return {text.split(".")[-1] if name != "companion" else text for name, text in cookies.items()
            if name == "companion" or name.startswith("t-")}  # fmt: skip


def find_stored_secrets(page: Page, secrets: set[str]) -> list[str]:
    """Return the names of all caches and stores in the browser that contain one of these secrets."""
    stored = page.evaluate(READ_STORAGE_JS)
    pages = {place: text for place, text in stored.items() if re.match(r"pages-\d+: (?!.*/static/)", place)}
    assert pages, "the worker keeps no page"
    assert [place for place, text in pages.items() if not text.startswith("<!doctype html>")] == []
    return [place for place, text in stored.items() if any(one in f"{place} {text}" for one in secrets)]


def test_no_browser_storage_contains_a_secret(phone: MakePhone) -> None:
    ana, bo = TouchUser(phone()), TouchUser(phone())
    for user in (ana, bo):
        user.page.goto("/")
        user.page.evaluate(IS_CONTROLLED_JS)
    ana.tap("footer a[href='/groups']")
    ana.write("input[name=name]", "Thursday")
    ana.tap("button:text('Create a group')")
    expect(ana.page.locator("h1")).to_have_text("Thursday")
    secrets = {ana.page.url.rsplit("/", 1)[1]}
    ana.tap("a:text('Start a table')")
    ana.tap("a[href^='/open/giza']")
    code = ana.open_lobby()
    bo.join_seat(code, 1)
    ana.start_game()
    ana.tap("button[commandfor=menu]")
    ana.tap(f"#menu a[href='/t/{code}/seats']")
    for button, kind in (("1/invite", "i"), ("viewer", "w")):
        ana.tap(f"form[action$='/seats/{button}'] button")
        link = ana.page.locator(f"[data-share][href*='/{kind}/']")
        secrets.add(str(link.get_attribute("href")).rsplit("/", 1)[1])
        ana.tap("#up")
    ana.page.goto("/groups")
    for user in (ana, bo):
        user.page.goto(f"/t/{code}")
        user.wait_for_start()
        with user.page.expect_response(f"**/t/{code}"):
            user.page.evaluate(MARK_PAGE_STALE_JS)
    secrets |= list_secrets(ana.page) | list_secrets(bo.page)
    assert len(secrets) == 7
    assert [find_stored_secrets(user.page, secrets) for user in (ana, bo)] == [[], []]
