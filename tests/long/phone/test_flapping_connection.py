"""Two tabs of one phone with an unstable connection: no entry is lost, entered twice or out of order."""

import random
from contextlib import closing

from playwright.sync_api import Page, expect

from tests.all_games import few_or_many
from tests.app_server import Server
from tests.browser.game_drivers.cheops_catan import FOUNDED_LOG, enter_founding
from tests.browser.joining import MakePhone
from tests.browser.tables import get_secret
from tests.browser.touch_user import TouchUser, wait_for_version
from tests.cuttable_proxy import CuttableProxy
from tests.long.processes.players import call_api

TAPS_PER_ROUND = 4
ROUND_COUNT = 3


@few_or_many
def test_two_tabs_lose_reorder_and_double_no_entry(phone: MakePhone, server: Server, many: bool) -> None:
    for seed in range(68 if many else 2):
        with closing(CuttableProxy(server.port)) as proxy:
            _enter_while_flapping(phone(), proxy, server.address, random.Random(seed))


def _enter_while_flapping(page: Page, proxy: CuttableProxy, address: str, chance: random.Random) -> None:
    code = TouchUser(page).open_table("cheops_catan", ["Ana", "Bo", "Cy"], proxy.address, one_phone=True)
    enter_founding(TouchUser(page))
    tabs = [page, page.context.new_page()]
    tabs[1].goto(page.url)
    users = [TouchUser(tab) for tab in tabs]
    tapped: list[int] = []
    for _ in range(ROUND_COUNT):
        for user in users * (TAPS_PER_ROUND // 2):
            tapped.append(chance.choice((1, 2)))
            if chance.random() < 0.5:
                proxy.cut()
            else:
                page.context.set_offline(True)
            page.wait_for_timeout(chance.uniform(10, 250))
            user.tap(f"button[value='Income 0 {tapped[-1]}']")
            if user.page.locator("#confirm-entry[open]").count():
                user.tap("#confirm-entry [value=yes]")  # the same entry is queued, and is meant twice
            page.wait_for_timeout(chance.uniform(10, 250))
            proxy.restore()
            page.context.set_offline(False)
            page.wait_for_timeout(chance.uniform(10, 250))
        for tab in tabs:
            expect(tab.locator("#waiting")).to_be_hidden()
            expect(tab.locator("#line")).to_have_class("line live")
    log = call_api(address, f"/tables/{code}/log", secret=get_secret(page, code))[1]["entries"]
    entered = [entry["data"]["gold"] for entry in log[len(FOUNDED_LOG) :]]
    assert entered == tapped, f"tapped {tapped}, entered {entered}"
    for tab in tabs:
        wait_for_version(tab, len(FOUNDED_LOG) + len(tapped))
        expect(tab.locator("#answer .answer")).to_have_count(0)
