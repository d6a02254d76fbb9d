"""When another process replaces the server, phones connect to it and never show that they are offline."""

from contextlib import closing

from playwright.sync_api import expect

from tests.app_server import Server
from tests.browser.game_drivers.giza import play_tile
from tests.browser.joining import MakePhone, join_seat, open_table, wait_for_version
from tests.browser.touch_user import TouchUser
from tests.cuttable_proxy import CuttableProxy
from tests.waiting import WAIT_SECONDS

RECORD_STATES_JS = """() => { window.states = new Set(["live"]); new MutationObserver(() => {
  states.add(document.documentElement.dataset.connection);
}).observe(document.documentElement, { attributes: true }); }"""


def test_a_phone_moves_to_another_process_without_going_offline(
    phone: MakePhone, two_servers: tuple[Server, Server]
) -> None:
    stopping, other = two_servers
    with closing(CuttableProxy(stopping.port)) as proxy:
        ana, bo = TouchUser(phone(base_url=proxy.address)), TouchUser(phone(base_url=other.address))
        code = open_table(ana, "giza", ["Ana", "Bo"])
        join_seat(bo, code, 1)
        expect(ana.page.locator("#line")).to_have_class("line live")
        ana.page.evaluate(RECORD_STATES_JS)
        proxy.lead_to(other.port)
        stopping.process.terminate()
        stopping.process.wait(WAIT_SECONDS)
        play_tile(ana, "+5", 0, 0)
        wait_for_version(bo.page, 1)
        play_tile(bo, "+4", 1, 0)
        wait_for_version(ana.page, 2)
        assert ana.page.evaluate("[...states]") == ["live"]
