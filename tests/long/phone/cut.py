"""Four phones, two of which lose the line."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.arriving import all_arrive, arrive, open_table, sit
from tests.browser.hands.cheops_catan import press
from tests.browser.thumbs import Thumb
from tests.lines import Line
from tests.waiting import until


def four_phones_two_cut_off(pages: list[Page], addresses: list[str], line: Line) -> None:
    """Two phones lose the line, enter five things each, conflicting ones among them, and come back.

    Afterwards every entry is in the log or refused with its reason on the phone that made it, nothing is
    doubled, and all screens are equal.
    """
    thumbs = [Thumb(page) for page in pages]
    code = open_table(
        thumbs[0], "cheops_catan", ["Ana", "Bo", "Cy", "Di"], addresses[0], one_phone=True
    )
    for seat in (1, 2, 3):
        sit(thumbs[seat], code, seat, addresses[seat])
        thumbs[seat].tap("#menu button[value=all]")
    for number in range(1, 13):
        thumbs[0].tap("button[value='Found 0']")
        arrive(thumbs[0].page, number)
    thumbs[0].tap("button[value='Roll 0 6']")
    all_arrive(thumbs, 13)
    line.cut()
    for seat in (1, 2):
        expect(pages[seat].locator("#line")).to_contain_text("offline")
        press(thumbs[seat], f"Roll 1 {7 + seat}")
        for gold in (1, 2, 1):
            press(thumbs[seat], f"Income {seat} {gold}")
        press(thumbs[seat], "Knight 0")
        expect(pages[seat].locator("#waiting p")).to_have_count(5)
    line.mend()
    for seat in (1, 2):
        expect(pages[seat].locator("#waiting")).to_be_hidden()
    told = [pages[seat].locator("#answer .answer").count() for seat in (1, 2)]
    assert shown_by_all(pages) > 13
    pages[3].goto(f"{addresses[3]}/t/{code}/log")
    entered = pages[3].locator(".log li").count() - 13
    assert entered + sum(told) == 10
    assert sum(told) >= 1
    assert pages[3].locator(".log li", has_text="gold from a field").count() == 6


def shown_by_all(pages: list[Page]) -> int:
    """The version that all phones show, once they show the same."""

    def alike() -> set[str]:
        shown = {page.locator("#table").get_attribute("data-version") or "" for page in pages}
        return shown if len(shown) == 1 else set()

    return int(until(alike, "the same on all phones").pop())
