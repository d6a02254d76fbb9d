"""The server’s address changed: a phone brings its seat and its unsent taps along."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.arriving import Make, arrive, into_lobby, open_table, to_the_game
from tests.browser.hands.giza import play
from tests.browser.thumbs import Thumb
from tests.served import Server


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
    ana.tap("#move button:not(.beside)")
    ana.tap("#arrive button")
    expect(ana.page).to_have_url(f"{new}/t/{code}")
    arrive(ana.page, 1)
    expect(ana.page.locator("#line")).to_have_class("line live")
    assert ana.page.evaluate("Object.keys(localStorage).filter(n => n.startsWith('tap-'))") == []


@pytest.fixture
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """A house that is published by this name, as a phone finds it that came by its number."""
    (tmp_path / "authority").mkdir()
    (tmp_path / "authority" / "name").write_text(request.param)
    served = Server(tmp_path, COMPANION_HTTPS="off")
    (tmp_path / "name-is-published").touch()
    yield served
    served.kill()


@pytest.mark.parametrize("house", ["table.test"], indirect=True)
def test_who_came_by_number_goes_on_at_the_name(phone: Make, house: Server) -> None:
    ana = Thumb(phone(base_url=house.address))
    to_the_game(ana, "giza")
    code = into_lobby(ana)
    ana.write("#place-0 input", "Ana")
    ana.tap("#move [name=beside]")
    ana.tap("#arrive button")
    expect(ana.page).to_have_url(f"http://table.test:{house.port}/t/{code}")
    ana.page.wait_for_selector("#place-0.mine")
    assert ana.page.locator("body").get_attribute("data-beside") is None, "it is there"


@pytest.mark.parametrize("house", ["table-none.test"], indirect=True)
def test_a_name_that_the_phone_does_not_find_is_not_offered(phone: Make, house: Server) -> None:
    ana = Thumb(phone(base_url=house.address))
    with ana.page.expect_event("requestfailed", lambda asked: "table-none.test" in asked.url):
        open_table(ana, "giza", ["Ana", "Bo"])
    ana.tap("#move input")
    expect(ana.page.locator("#move [name=beside]")).to_be_hidden()
