"""Four phones, two of which lose the line."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.test_giza_game import at_version
from tests.lines import Line


def four_phones_two_cut_off(pages: list[Page], addresses: list[str], line: Line) -> None:
    """Two phones lose the line, enter five things each, conflicting ones among them, and come back.

    Afterwards every entry is in the log or refused with its reason on the phone that made it, nothing is
    doubled, and all screens are equal.
    """
    pages[0].goto(f"{addresses[0]}/open/cheops_catan?seats=4")
    pages[0].locator("button.big").tap()
    pages[0].wait_for_selector("#table")
    code = pages[0].url.rsplit("/", 1)[1]
    for seat in (1, 2, 3):
        _join(pages[seat], addresses[seat], code, seat)
    for number in range(1, 13):
        pages[0].locator("button[value='Found 0']").tap()
        at_version(pages[0], number)
    pages[0].locator("button[value='Roll 0 6']").tap()
    for page in pages:
        at_version(page, 13)
    line.cut()
    for seat in (1, 2):
        page = pages[seat]
        expect(page.locator("#line")).to_contain_text("offline", timeout=15_000)
        page.locator(f"button[value='Roll 1 {7 + seat}']").tap()
        page.locator("details.more > summary").first.tap()
        for gold in (1, 2, 1):
            page.locator(f"button[value='Income {seat} {gold}']").tap()
        page.locator("button[value='Knight']").tap()
        expect(page.locator("#waiting p")).to_have_count(5)
    line.mend()
    for seat in (1, 2):
        expect(pages[seat].locator("#waiting")).to_be_hidden(timeout=20_000)
    told = [pages[seat].locator("#answer .answer").count() for seat in (1, 2)]
    version = int(pages[1].locator("#table").get_attribute("data-version") or 0)
    for page in pages:
        at_version(page, max(version, 13))
    pages[3].goto(f"{addresses[3]}/t/{code}/log")
    entered = pages[3].locator(".log li").count() - 13
    assert entered + sum(told) == 10
    assert sum(told) >= 1
    assert pages[3].locator(".log li", has_text="gold from a field").count() == 6


def _join(page: Page, address: str, code: str, seat: int) -> None:
    page.goto(f"{address}/j/{code}")
    page.locator(f"input[name=seat][value='{seat}']").check()
    page.get_by_role("button", name="Sit down").tap()
    page.wait_for_selector("#table")
