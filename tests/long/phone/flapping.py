"""Two tabs of one phone at one table, on a line that flaps: nothing lost, reordered or doubled.

``python -m tests.long.phone.flapping [rounds]`` plays so many rounds with locks between the tabs and as
many without, as on plain http.
"""

import random
import sys

from playwright.sync_api import Page, expect

from tests.browser.arriving import arrive, open_table
from tests.browser.hands.cheops_catan import FOUNDED, press
from tests.browser.phones import Phones
from tests.browser.thumbs import Thumb
from tests.lines import Line
from tests.long.by_hand import chromium_at_a_server
from tests.long.processes.players import ask

NO_LOCKS = "Object.defineProperty(navigator, 'locks', { value: undefined });"
"""As in a page that came over plain http."""
TAPS = 4
"""In each round, by turns in either tab."""
LEG = 20
"""Rounds at one table."""


def flap(page: Page, port: int, rounds: int, seed: int) -> int:
    """Enter gold by turns in two tabs while the line flaps; how many taps came into the log, in order."""
    chance = random.Random(seed)
    line = Line(port)
    try:
        code = open_table(Thumb(page), "cheops_catan", ["Ana", "Bo", "Cy"], line.address, one_phone=True)
        _found(page)
        before = _shown(page)
        tabs = [page, page.context.new_page()]
        tabs[1].goto(page.url)
        thumbs = [Thumb(tab) for tab in tabs]
        tapped: list[int] = []
        for _ in range(rounds):
            for number in range(TAPS):
                tapped.append(chance.choice((1, 2)))
                _break(tabs[0], line, chance)
                thumbs[number % 2].tap(f"button[value='Income 0 {tapped[-1]}']")
                _mend(tabs[0], line, chance)
            for tab in tabs:
                expect(tab.locator("#waiting")).to_be_hidden()
                expect(tab.locator("#line")).to_have_class("line live")
        secret = next(c["value"] for c in page.context.cookies() if c["name"] == f"t-{code}")
        address = f"http://127.0.0.1:{port}"
        entries = ask(address, f"/tables/{code}/log", secret=secret)[1]["entries"][before:]
        entered = [entry["data"]["gold"] for entry in entries]
        assert entered == tapped, f"tapped {tapped}, entered {entered}"
        for tab in tabs:
            arrive(tab, before + len(tapped))
            expect(tab.locator("#answer .answer")).to_have_count(0)
        return len(tapped)
    finally:
        line.close()


def _found(page: Page) -> None:
    for number, value in enumerate(FOUNDED, 1):
        press(Thumb(page), value)
        arrive(page, number)


def _shown(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-version") or 0)


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


def main(rounds: int) -> None:
    """With locks, then without."""
    with chromium_at_a_server() as (browser, server):
        for told in ("with locks", "without locks"):
            taps = 0
            for done in range(0, rounds, LEG):
                phones = Phones(browser, server.address)
                page = phones()
                if told == "without locks":
                    page.context.add_init_script(NO_LOCKS)
                taps += flap(page, server.port, min(LEG, rounds - done), seed=done)
                phones.put_away()
            print(f"two tabs, {told}: {rounds} rounds, {taps} taps, all in the log, in order, once")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
