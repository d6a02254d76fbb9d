"""Four phones, two of which lose the line: in one process on SQLite, and spread over two on PostgreSQL."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.arriving import all_arrive, arrive, open_table, sit
from tests.browser.hands.cheops_catan import press
from tests.browser.thumbs import Thumb
from tests.lines import Line
from tests.long.phone.test_along import shown_by_all
from tests.postgres import postgres as postgres
from tests.postgres import two as two
from tests.served import Server


def four_phones_two_cut_off(pages: list[Page], addresses: list[str], line: Line) -> None:
    """Two phones lose the line, enter five things each, conflicting ones among them, and come back.

    Afterwards every entry is in the log or refused with its reason on the phone that made it, nothing is
    doubled, and all screens are equal.
    """
    thumbs = [Thumb(page) for page in pages]
    code = open_table(thumbs[0], "cheops_catan", ["Ana", "Bo", "Cy", "Di"], addresses[0], one_phone=True)
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


Make = Callable[..., Page]


def test_one_process_on_sqlite(phone: Make, server: Server) -> None:
    line = Line(server.port)
    addresses = [server.address, line.address, line.address, server.address]
    try:
        four_phones_two_cut_off([phone() for _ in addresses], addresses, line)
    finally:
        line.close()


def test_two_processes_on_postgresql(phone: Make, two: tuple[Server, Server]) -> None:
    line = Line(two[1].port)
    addresses = [two[0].address, line.address, line.address, two[1].address]
    try:
        four_phones_two_cut_off([phone() for _ in addresses], addresses, line)
    finally:
        line.close()
