"""What a phone took along is given back: all of it goes, and is offered again."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.thumbs import Thumb
from tests.lines import Line
from tests.long.phone.pocketed import IN_THE_POCKET, lay, running
from tests.long.phone.test_along import ana as ana
from tests.long.phone.test_along import line as line
from tests.long.phone.test_along import taken as taken

LEFT_BEHIND = """async () => [
  ...(await indexedDB.databases()).map(({ name }) => name),
  ...(await caches.keys()).filter(name => name === "pocket"),
  (await navigator.serviceWorker.ready).active.scriptURL.replace(location.origin, ""),
]"""


def test_the_companion_is_given_back_and_taken_along_again(ana: Thumb, line: Line) -> None:
    page = ana.page
    for tile in ("+2", "+3"):
        running(ana)
        lay(ana, tile, "0-0", 1)
    page.goto("/pocket/")
    ana.tap("#menu a:text('Remove from this phone')")
    lost, alert = page.locator("main h2"), page.locator("#kept-here")
    expect(lost).to_have_text("2 tables are only on this phone and would be lost")
    expect(page.locator("#room b")).not_to_have_text("")
    ana.tap(".card:nth-child(1) button:text('Send to the server')")
    expect(lost).to_have_text("1 table is only on this phone and would be lost")
    expect(page.locator("#room b")).not_to_have_text("")  # its script is there
    line.cut()
    ana.tap("#remove")
    expect(alert).to_be_visible()
    line.mend()
    ana.tap("#remove")
    page.wait_for_selector("#take")
    assert page.evaluate(LEFT_BEHIND) == ["/sw.js"]
    ana.tap("#take")
    page.wait_for_selector(IN_THE_POCKET)
    expect(page.locator(".running")).to_have_count(0)
