"""Four phones, two of which lose the line."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.arriving import all_arrive, arrive, open_table, sit
from tests.browser.hands.cheops_catan import press
from tests.browser.thumbs import Thumb
from tests.lines import Line


def four_phones_two_cut_off(pages: list[Page], addresses: list[str], line: Line) -> None:
    """Two phones lose the line, enter five things each, conflicting ones among them, and come back.

    Afterwards the five of one are in the log; those of the other stand beside them on its phone, and what
    it leaves out is told to all. Nothing is doubled, and all screens are equal.
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
        press(thumbs[seat], "Knight 1")
        expect(pages[seat].locator("#waiting p")).to_have_count(5)
    line.mend()
    held = [pages[seat].locator("#held .yours li") for seat in (1, 2)]
    assert shown_by_all(pages, least=18) == 18
    for _ in range(100):
        if sum(each.count() for each in held) >= 5:
            break
        pages[0].wait_for_timeout(100)
    assert sorted(each.count() for each in held) == [0, 5]
    thumbs[1 if held[0].count() else 2].tap("#held .drop-all")
    assert shown_by_all(pages, least=19) == 19
    pages[3].goto(f"{addresses[3]}/t/{code}/log")
    assert pages[3].locator(".log li").count() == 19
    assert pages[3].locator(".log li .what", has_text="gold from a field").count() == 4


def shown_by_all(pages: list[Page], least: int = 0) -> int:
    """The version that all phones show, once they show the same, and not less than ``least``."""
    for _ in range(200):
        shown = {int(page.locator("#table").get_attribute("data-version") or 0) for page in pages}
        if len(shown) == 1 and min(shown) >= least:
            return shown.pop()
        pages[0].wait_for_timeout(100)
    raise AssertionError(f"the phones differ: {sorted(shown)}")
