"""Two tabs of one phone at one table, on a line that flaps: nothing lost, reordered or doubled."""

import random

from playwright.sync_api import Page, expect

from tests.all_games import few_or_many
from tests.browser.arriving import Make, arrive, open_table
from tests.browser.hands.cheops_catan import FOUNDED, press_all
from tests.browser.thumbs import Thumb
from tests.lines import Line
from tests.long.processes.players import ask
from tests.served import Server

TAPS = 4
"""In each round, by turns in either tab."""
ROUNDS = 3
"""At one table."""


@few_or_many
def test_two_tabs_lose_reorder_and_double_nothing(phone: Make, server: Server, many: bool) -> None:
    for seed in range(68 if many else 2):
        _flap(phone(), server, random.Random(seed))


def _flap(page: Page, server: Server, chance: random.Random) -> None:
    """Gold is entered by turns in two tabs while the line flaps."""
    line = Line(server.port)
    try:
        code = open_table(Thumb(page), "cheops_catan", ["Ana", "Bo", "Cy"], line.address, one_phone=True)
        press_all(Thumb(page), FOUNDED)
        tabs = [page, page.context.new_page()]
        tabs[1].goto(page.url)
        thumbs = [Thumb(tab) for tab in tabs]
        tapped: list[int] = []
        for _ in range(ROUNDS):
            for number in range(TAPS):
                tapped.append(chance.choice((1, 2)))
                _break(tabs[0], line, chance)
                thumb = thumbs[number % 2]
                thumb.tap(f"button[value='Income 0 {tapped[-1]}']")
                if thumb.page.locator(
                    "#once-more[open]"
                ).count():  # the same still waits: it is meant twice
                    thumb.tap("#once-more [value=yes]")
                _mend(tabs[0], line, chance)
            for tab in tabs:
                expect(tab.locator("#waiting")).to_be_hidden()
                expect(tab.locator("#line")).to_have_class("line live")
        secret = next(c["value"] for c in page.context.cookies() if c["name"] == f"t-{code}")
        entries = ask(server.address, f"/tables/{code}/log", secret=secret)[1]["entries"][len(FOUNDED) :]
        entered = [entry["data"]["gold"] for entry in entries]
        assert entered == tapped, f"tapped {tapped}, entered {entered}"
        for tab in tabs:
            arrive(tab, len(FOUNDED) + len(tapped))
            expect(tab.locator("#answer .answer")).to_have_count(0)
    finally:
        line.close()


def _break(page: Page, line: Line, chance: random.Random) -> None:
    """Half of the time what is on its way is lost, else the phone itself knows that it has no line."""
    if chance.random() < 0.5:
        line.cut()
    else:
        page.context.set_offline(True)
    page.wait_for_timeout(chance.uniform(10, 250))


def _mend(page: Page, line: Line, chance: random.Random) -> None:
    page.wait_for_timeout(chance.uniform(10, 250))
    line.mend()
    page.context.set_offline(False)
    page.wait_for_timeout(chance.uniform(10, 250))
