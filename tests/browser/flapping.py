"""Two tabs of one phone at one table, on a line that flaps: nothing lost, reordered or doubled.

``python -m tests.browser.flapping [rounds]`` plays so many rounds with locks between the tabs and as many
without, as on plain http.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.arriving import another_tab, arrive, open_table
from tests.browser.conftest import PHONE, Server
from tests.browser.engines.chromium import CHROMIUM, FLAGS
from tests.browser.thumbs import Thumb
from tests.lines import Line
from tests.scaled.players import ask

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
        code = open_table(
            Thumb(page), "cheops_catan", ["Ana", "Bo", "Cy"], line.address, one_phone=True
        )
        _found(page)
        before = _shown(page)
        tabs = [page, another_tab(page)]
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
    for number in range(1, 10):
        page.locator("button[value='Found 0']").tap()
        arrive(page, number)
    page.locator("button[value='Roll 0 6']").tap()
    arrive(page, 10)


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
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for told in ("with locks", "without locks"):
                taps = 0
                for done in range(0, rounds, LEG):
                    context = browser.new_context(viewport=PHONE, has_touch=True, locale="en")
                    if told == "without locks":
                        context.add_init_script(NO_LOCKS)
                    page = context.new_page()
                    taps += flap(page, server.port, min(LEG, rounds - done), seed=done)
                    context.close()
                print(
                    f"two tabs, {told}: {rounds} rounds, {taps} taps, all in the log, in order, once"
                )
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
