"""When one process replaces another, phones reconnect and do not call themselves offline."""

from contextlib import closing

from playwright.sync_api import expect

from tests.browser.arriving import Make, arrive, open_table, sit
from tests.browser.hands.giza import play
from tests.browser.thumbs import Thumb
from tests.lines import Line
from tests.served import Server
from tests.waiting import PATIENCE

RECORD_STATES = """() => { window.states = new Set(["live"]); new MutationObserver(() => {
  states.add(document.documentElement.dataset.line);
}).observe(document.documentElement, { attributes: true }); }"""


def test_a_phone_moves_to_another_process_without_going_offline(
    phone: Make, two: tuple[Server, Server]
) -> None:
    stopping, other = two
    with closing(Line(stopping.port)) as proxy:
        ana, bo = Thumb(phone(base_url=proxy.address)), Thumb(phone(base_url=other.address))
        code = open_table(ana, "giza", ["Ana", "Bo"])
        sit(bo, code, 1)
        expect(ana.page.locator("#line")).to_have_class("line live")
        ana.page.evaluate(RECORD_STATES)
        proxy.lead_to(other.port)
        stopping.process.terminate()
        stopping.process.wait(PATIENCE)
        play(ana, "+5", 0, 0)
        arrive(bo.page, 1)
        play(bo, "+4", 1, 0)
        arrive(ana.page, 2)
        assert ana.page.evaluate("[...states]") == ["live"]
