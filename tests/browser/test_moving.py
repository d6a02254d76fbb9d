"""The server’s address changed: a phone brings its seat and its unsent taps along."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.arriving import Make, arrive, open_table
from tests.browser.conftest import Server
from tests.browser.test_giza_game import play
from tests.browser.thumbs import Thumb


def test_seat_and_unsent_taps_come_along(phone: Make, server: Server) -> None:
    ana = Thumb(phone(service_workers="block"))
    code = open_table(ana, "giza", ["Ana", "Bo"])
    old, new = server.address, f"http://table.test:{server.port}"
    ana.page.route(f"{old}/**", lambda route: route.abort())
    ana.page.context.set_offline(True)
    expect(ana.page.locator("#line")).to_have_class("line offline")
    play(ana, "+5", 0, 0)
    expect(ana.page.locator("#line b")).to_have_text("1")
    ana.page.context.set_offline(False)
    ana.tap("#move input")
    ana.page.locator("#move input").fill(f"table.test:{server.port}")
    ana.tap("#move button")
    ana.tap("#arrive button")
    expect(ana.page).to_have_url(f"{new}/t/{code}")
    arrive(ana.page, 1)
    expect(ana.page.locator("#line")).to_have_class("line live")
    assert ana.page.evaluate("Object.keys(localStorage).filter(n => n.startsWith('tap-'))") == []
