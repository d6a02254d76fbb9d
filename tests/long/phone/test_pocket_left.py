"""With a table that is left goes all that the phone kept of it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.arriving import open_table
from tests.browser.thumbs import Thumb
from tests.lines import Line
from tests.long.phone.pocketed import KEPT, has_copy, kill, lay, running
from tests.long.phone.test_along import NAMES
from tests.long.phone.test_along import ana as ana
from tests.long.phone.test_along import line as line
from tests.long.phone.test_along import taken as taken
from tests.waiting import until

LEAVE = "a:text('Leave this table on this device')"


def kept_of_tables(page: Page) -> list[str]:
    return [name for name in page.evaluate(KEPT) if not name.startswith("cookie/name")]


def test_a_table_of_the_pocket_goes_with_the_seat(ana: Thumb, line: Line) -> None:
    line.cut()
    running(ana)
    lay(ana, "+2", "0-0", 1)
    assert kept_of_tables(ana.page)
    ana.tap("#menu a:text-is('Seats')")
    drawer = ana.page.locator("#drawer")
    expect(drawer).to_contain_text("This table is only on this phone.")
    expect(drawer.locator("svg.qr, .qr, button:text('QR')")).to_have_count(0)
    ana.tap("#drawer button:text('Send to the server')")
    expect(drawer.locator(".answer")).to_contain_text("stays on this phone")
    ana.tap(f"#drawer {LEAVE}")
    expect(ana.page.locator("main")).to_contain_text("who leaves this table deletes it")
    ana.tap("button:text-is('Leave')")
    ana.page.wait_for_url("**/pocket/")
    expect(ana.page.locator(".running")).to_have_count(0)
    assert kept_of_tables(ana.page) == []
    kill(ana)
    ana.page.reload()
    expect(ana.page.locator(".running")).to_have_count(0)


def test_a_copy_goes_with_the_seat(ana: Thumb, line: Line) -> None:
    open_table(ana, "cheops_catan", NAMES, line.address, one_phone=True)
    has_copy(ana.page, 0)
    ana.tap("#menu a:text('Seats and QR codes')")
    ana.tap(f"#drawer {LEAVE}")
    ana.tap("button:text-is('Leave')")
    ana.page.wait_for_url(f"{line.address}/")
    until(lambda: kept_of_tables(ana.page) == [], "a phone that keeps nothing of the table")


def test_for_whom_the_phone_enters_is_swapped_in(ana: Thumb) -> None:
    running(ana)
    page = ana.page
    page.evaluate("document.body.dataset.same = ''")
    ana.tap("#menu button:text('Enter only for my own seat')")
    expect(page.locator("#others button[value='']")).to_have_count(0)
    ana.tap("#menu summary:text('Enter for somebody else')")
    ana.tap("#menu [commandfor=sure-for-all]")
    ana.tap("#sure-for-all .sure")
    expect(page.locator("#others button[value='']")).to_have_count(1)
    expect(page.locator("body[data-same]")).to_have_count(1)
