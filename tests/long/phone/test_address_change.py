"""The server gets another address, and another phone takes over a seat."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.app_server import Server
from tests.browser.game_drivers.giza import play_tile
from tests.browser.joining import MakePhone
from tests.browser.touch_user import TouchUser, wait_for_version, wait_on_all_phones


def test_the_seat_and_queued_entries_move_to_the_new_address(phone: MakePhone, server: Server) -> None:
    ana = TouchUser(phone(service_workers="block"))
    code = ana.open_table("giza", ["~Ana~", "Bo"])
    old, new = server.address, f"http://table.test:{server.port}"
    ana.page.wait_for_function("() => localStorage.getItem('ticket')")
    ana.page.route(f"{old}/**", lambda route: route.abort())
    ana.page.context.set_offline(True)
    expect(ana.page.locator("#line")).to_have_class("line offline")
    play_tile(ana, "+5", 0, 0)
    expect(ana.page.locator("#line b")).to_have_text("1")
    ana.page.context.set_offline(False)
    ana.tap("#move input")
    ana.page.locator("#move input").fill(f"table.test:{server.port}")
    ana.tap("#move button:not(.beside)")
    ana.tap("#arrive button")
    expect(ana.page).to_have_url(f"{new}/t/{code}")
    wait_for_version(ana.page, 1)
    expect(ana.page.locator("#line")).to_have_class("line live")
    assert ana.page.evaluate("Object.keys(localStorage).filter(n => n.startsWith('tap-'))") == []


@pytest.fixture
def mdns_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    (tmp_path / "authority").mkdir()
    (tmp_path / "authority" / "name").write_text(request.param, "utf-8")
    with Server(tmp_path, COMPANION_HTTPS="off") as server:
        (tmp_path / "name-is-published").touch()
        yield server


@pytest.mark.parametrize("mdns_server", ["table.test"], indirect=True)
def test_a_phone_opened_by_ip_address_moves_to_the_mdns_name(phone: MakePhone, mdns_server: Server) -> None:
    ana = TouchUser(phone(base_url=mdns_server.address))
    ana.choose_game("giza")
    code = ana.open_lobby()
    ana.name_seat(0, "Ana")
    ana.tap("#move [name=beside]")
    ana.tap("#arrive button")
    expect(ana.page).to_have_url(f"http://table.test:{mdns_server.port}/t/{code}")
    ana.page.wait_for_selector("#place-0.mine")
    assert ana.page.locator("body").get_attribute("data-beside") is None, "it is there"


@pytest.mark.parametrize("mdns_server", ["table-none.test"], indirect=True)
def test_a_name_that_does_not_resolve_is_not_offered(phone: MakePhone, mdns_server: Server) -> None:
    ana = TouchUser(phone(base_url=mdns_server.address))
    with ana.page.expect_event("requestfailed", lambda request: "table-none.test" in request.url):
        ana.open_table("giza", ["Ana", "Bo"])
    ana.tap("#move input")
    expect(ana.page.locator("#move [name=beside]")).to_be_hidden()


NAMES = ["Ana", "Bo", "Cy"]


def expect_removed_from_table(old: TouchUser, sentence: str) -> None:
    expect(old.page.locator(".answer")).to_contain_text(sentence)
    expect(old.page.locator("h1")).to_have_text("No longer at this table")
    expect(old.page.locator("#table, main :is(button, input, form) >> visible=true")).to_have_count(0)
    expect(old.page.locator("a[href^='/t/']")).to_have_count(0)


def test_seats_are_moved_and_freed_and_viewers_removed_at_another_process(
    phone: MakePhone, two_servers: tuple[Server, Server]
) -> None:
    near, far = (server.address for server in two_servers)
    ana, bo, dee, screen = (TouchUser(phone()) for _ in range(4))
    code = ana.open_table("giza", NAMES, near)
    bo.join_seat(code, 1, far)
    screen.page.goto(f"{far}/j/{code}")
    screen.tap("button:text('Just watch')")
    wait_for_version(screen.page, 0)
    ana.tap(f"a[href='/t/{code}/seats']")
    ana.tap(f"form[action='/t/{code}/seats/1/invite'] button")
    dee.page.goto(ana.page.locator(".qr a[href*='/i/']").get_attribute("href") or "")
    dee.tap("button:text('Take the seat')")
    expect_removed_from_table(bo, "has lost its seat")
    expect(ana.page.locator(".qr")).to_contain_text("has moved to the new phone")
    expect(ana.page.locator(".qr svg")).to_have_count(0)
    ana.tap("a:text('To the table')")
    play_tile(ana, "+5", 0, 0)
    wait_on_all_phones([ana, dee], 1)
    play_tile(dee, "+4", 0, 0)
    wait_on_all_phones([ana, dee, screen], 2)
    dee.tap(f"a[href='/t/{code}/seats']")
    ana.tap(f"a[href='/t/{code}/seats']")
    ana.tap(f"form[action='/t/{code}/seats/1/free'] button")
    expect_removed_from_table(dee, "has lost its seat")
    ana.tap("button:text('End all spectator views')")
    expect_removed_from_table(screen, "ended this spectator view")
    dee.tap("a:text('Take a free seat')")
    dee.take_seat(1)
    wait_for_version(dee.page, 2)
