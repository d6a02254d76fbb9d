"""A table that was born on a phone without a line goes to the server: to friends, a group, the history."""

from playwright.sync_api import expect

from tests.browser.arriving import Make, arrive, sit
from tests.browser.hands.giza import lay
from tests.browser.thumbs import Thumb
from tests.lines import Line
from tests.long.phone.pocketed import kill, lobby

SEND = "#menu button:text('Send to the server')"


def sent_home(thumb: Thumb, version: int) -> str:
    """The code that the server gave the table."""
    thumb.tap(SEND)
    thumb.page.wait_for_url(lambda url: "/t/0" not in url)
    arrive(thumb.page, version)
    return thumb.page.url.rsplit("/", 1)[1]


def test_a_table_of_the_pocket_is_on_the_server_once_however_often_it_is_sent(
    ana: Thumb, line: Line, phone: Make
) -> None:
    line.cut()
    lobby(ana, "giza", 2)
    ana.tap("#hand button")
    ana.page.wait_for_selector("#play", state="attached")
    born = ana.page.url
    lay(ana, "+2", "0-0", 1)
    ana.tap(SEND)
    expect(ana.page.locator("#answer .answer")).to_contain_text("stays on this phone")
    line.mend()
    code = sent_home(ana, 1)
    bo = Thumb(phone())
    sit(bo, code, 1)
    arrive(bo.page, 1)
    ana.page.goto(born)
    kill(ana)
    lay(ana, "-1", "1-0", 2)
    assert sent_home(ana, 2) == code
    arrive(bo.page, 2)
    ana.page.goto(born)
    arrive(ana.page, 2)
    assert sent_home(ana, 2) == code
    lay(ana, "+1", "0-0", 3)
    ana.page.goto(born)
    expect(ana.page.locator("main > .notice:not([id])")).to_contain_text(f"on the server, too: {code}")
    lay(ana, "+3", "0-1", 3)
    ana.tap(SEND)
    told = ana.page.locator("#answer .answer")
    expect(told).to_contain_text("went on differently")
    ana.tap("#answer a:text('The one from here')")
    arrive(ana.page, 3)
    assert not ana.page.url.endswith(code)
