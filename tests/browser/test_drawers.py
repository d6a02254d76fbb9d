"""Pages of the table open over the board and close back to it: nothing that was begun there is lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.arriving import Make, all_arrive, alone, arrive, seated
from tests.browser.keyboard import Keys
from tests.browser.test_giza_game import play
from tests.browser.thumbs import Thumb

DRAWERS = {"log": "Log", "scores": "Scores", "rules": "Rules at hand", "seats": "Seats"}


def opened(page: Page, title: str) -> None:
    """The drawer is open, is called so, and leaves no other heading of its own."""
    expect(page.locator("#drawer")).to_be_visible()
    expect(page.get_by_role("dialog", name=title)).to_be_visible()


def closed_again(page: Page, address: str) -> None:
    expect(page.locator("#drawer")).to_be_hidden()
    expect(page.locator("#drawer-page > *")).to_have_count(0)
    expect(page).to_have_url(address)


@pytest.mark.parametrize("name", DRAWERS)
def test_a_drawer_opens_in_the_middle_of_a_choice_and_back_closes_it(
    phone: Make, name: str
) -> None:
    ana, bo = seated(phone, "giza", ["Ana", "Bo"])
    address, loads = ana.page.url, []
    ana.page.on("framenavigated", lambda frame: loads.append(frame.url))
    ana.page.evaluate("document.beneath = true")
    ana.tap("input[name=tile][value='+5']")
    ana.tap(f"#menu a[href$='/{name}']")
    opened(ana.page, DRAWERS[name])
    expect(ana.page).to_have_url(f"{address}/{name}")
    play(bo, "+4", 1, 0)
    all_arrive([ana, bo], 1)
    ana.page.go_back()
    closed_again(ana.page, address)
    assert ana.page.evaluate("document.beneath")
    expect(ana.page.locator("input[name=tile][value='+5']")).to_be_checked()
    expect(ana.page.locator("#site-1-0")).to_have_accessible_name(re.compile(r"\+4, 1 deep"))
    ana.tap("#site-0-0")
    all_arrive([ana, bo], 2)


def test_a_drawer_closes_by_its_button_by_a_tap_beside_it_and_by_escape(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    address = ana.page.url
    for close in (
        lambda: ana.tap("#drawer button:has-text('✕')"),
        lambda: ana.page.touchscreen.tap(195, 30),
        lambda: ana.page.keyboard.press("Escape"),
    ):
        ana.tap("#menu a[href$='/log']")
        opened(ana.page, "Log")
        close()
        closed_again(ana.page, address)
        ana.page.wait_for_timeout(100)
        assert ana.page.evaluate("history.state.drawer") is None
    ana.page.go_forward()
    opened(ana.page, "Log")
    expect(ana.page).to_have_url(f"{address}/log")


def test_what_is_open_changes_with_the_table(phone: Make) -> None:
    ana, bo = seated(phone, "giza", ["Ana", "Bo"])
    ana.tap("#menu a[href$='/log']")
    ana.write("#drawer input[name=text]", "well pl")
    play(bo, "+4", 1, 0)
    expect(ana.page.locator("#drawer #entry-1")).to_be_visible()
    ana.page.keyboard.type("ayed")
    ana.tap("#drawer button:text('Write down')")
    expect(ana.page.locator("#drawer #entry-2")).to_contain_text("well played")
    expect(ana.page.locator("#drawer input[name=text]")).to_have_value("")
    arrive(bo.page, 2)


def test_pages_within_a_drawer_go_back_one_by_one_and_close_at_once(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    address = ana.page.url
    ana.tap("#menu a[href$='/log']")
    ana.tap("#drawer a:text('Share the result')")
    opened(ana.page, "Share the result")
    ana.page.go_back()
    opened(ana.page, "Log")
    ana.tap("#drawer a:has-text('Bo')")
    expect(ana.page).to_have_url(f"{address}/log?seat=1")
    ana.tap("#drawer a:text('Share the result')")
    opened(ana.page, "Share the result")
    ana.tap("#drawer button:has-text('✕')")
    closed_again(ana.page, address)
    ana.page.go_back()
    expect(ana.page.locator("form", has_text="Open the table")).to_be_visible()


def test_a_reload_shows_the_drawers_page_itself(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    address = ana.page.url
    ana.tap("#menu a[href$='/rules']")
    opened(ana.page, "Rules at hand")
    ana.page.reload()
    expect(ana.page.locator("h1")).to_have_text("Rules at hand")
    expect(ana.page.locator("#drawer")).to_be_hidden()
    expect(ana.page).to_have_url(f"{address}/rules")
    ana.page.go_back()
    arrive(ana.page, 0)
    expect(ana.page).to_have_url(address)


def test_a_seat_is_handed_over_from_a_drawer(phone: Make) -> None:
    ana, bo = seated(phone, "giza", ["Ana", "Bo"])
    dee = Thumb(phone())
    address = ana.page.url
    ana.tap("#menu a[href$='/seats']")
    ana.tap("#drawer form[action$='/seats/1/invite'] button")
    opened(ana.page, "Seat of Bo")
    dee.page.goto(ana.page.locator("#drawer .qr a").get_attribute("href") or "")
    dee.tap("button:text('Take the seat')")
    expect(ana.page.locator("#drawer .qr")).to_contain_text("has its new phone")
    ana.tap("#drawer a:text('To the table')")
    closed_again(ana.page, address)
    expect(bo.page.get_by_text("lost its seat")).to_be_visible()


def test_focus_goes_into_a_drawer_and_comes_back(phone: Make) -> None:
    page = alone(phone, "giza", ["Ana", "Bo"]).page
    keys = Keys(page)
    inside = "document.querySelector('#drawer').contains(document.activeElement)"
    for leave in ("Escape", "Enter"):
        keys.tap("#menu a[href$='/log']")
        opened(page, "Log")
        assert page.evaluate(inside)
        keys.tap("#drawer nav a >> nth=1")
        expect(page).to_have_url(re.compile(r"seat=0"))
        page.wait_for_function(inside)
        if leave == "Enter":
            keys.tap("#drawer button:has-text('✕')")
        else:
            page.keyboard.press("Escape")
        expect(page.locator("#drawer")).to_be_hidden()
        expect(page.locator("[popovertarget=menu]")).to_be_focused()
        page.wait_for_timeout(200)
        expect(page.locator("[popovertarget=menu]")).to_be_focused()
