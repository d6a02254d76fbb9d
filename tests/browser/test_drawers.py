"""Pages of the table open over the board and close back to it: nothing that was begun there is lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make, all_arrive, alone, arrive, open_table, seated
from tests.browser.conftest import Server
from tests.browser.evening import all_show_what_is
from tests.browser.keyboard import Keys
from tests.browser.test_every_screen import AXE, SMALL
from tests.browser.test_giza_game import play
from tests.browser.thumbs import Thumb
from tests.long import sample

WRONG = """async () => (await axe.run("#drawer", {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa",
  "wcag22aa"]})).violations.map(found => `${found.id}: ${found.nodes[0].html.slice(0, 120)}`)"""
DICE = "cheops_dice"
DRAWERS = {
    "log": "Log",
    "scores": "Scores",
    "rules": "Rules at hand",
    "set-up": "Set up the table",
    "seats": "Seats",
}


def opened(page: Page, title: str) -> None:
    """The drawer is open, is called so, and leaves no other heading of its own."""
    expect(page.locator("#drawer")).to_be_visible()
    expect(page.get_by_role("dialog", name=title)).to_be_visible()


def closed_again(page: Page, address: str) -> None:
    expect(page.locator("#drawer")).to_be_hidden()
    expect(page.locator("#drawer-page > *")).to_have_count(0)
    expect(page).to_have_url(address)


def all_are_building(phone: Make) -> tuple[Thumb, Thumb, list[hands.Line]]:
    """Two phones that may both enter at once, and what they will."""
    record = plays(DICE)[hands.play_of(DICE)]
    thumbs, log = seated(phone, DICE, record["seats"]), hands.log_of(DICE, record)
    for version, line in enumerate(log[:2], 1):
        hands.enter(thumbs[line["seat"]], DICE, line)
        all_arrive(thumbs, version, line)
    return thumbs[1], thumbs[2], log[2:4]


@pytest.mark.parametrize("name", sample(list(DRAWERS), 2))
def test_a_drawer_opens_in_the_middle_of_a_choice_and_back_closes_it(
    phone: Make, name: str
) -> None:
    other, chooser, (others, mine) = all_are_building(phone)
    page, address = chooser.page, chooser.page.url
    page.evaluate("document.beneath = true")
    box, *more = (f"input[value='{box}']" for box in mine["boxes"])
    chooser.tap(box)
    chooser.tap(f"#menu a[href$='/{name}']")
    opened(page, DRAWERS[name])
    expect(page).to_have_url(f"{address}/{name}")
    hands.enter(other, DICE, others)
    all_arrive([other, chooser], 3)
    page.go_back()
    closed_again(page, address)
    assert page.evaluate("document.beneath")
    expect(page.locator(box)).to_be_checked()
    for box in more:
        chooser.tap(box)
    chooser.tap("button[value=Build]:not([formaction])")
    all_arrive([other, chooser], 4)
    all_show_what_is([chooser])


def test_a_drawer_closes_by_its_button_by_a_tap_beside_it_and_by_escape(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    address = ana.page.url
    ways: list[Callable[[], None]] = [
        lambda: ana.tap("#drawer button:has-text('✕')"),
        lambda: ana.page.touchscreen.tap(195, 30),
        lambda: ana.page.keyboard.press("Escape"),
    ]
    for close in ways:
        ana.tap("#menu a[href$='/log']")
        opened(ana.page, "Log")
        ana.page.wait_for_timeout(350)  # what comes at once is the same tap
        close()
        closed_again(ana.page, address)
        ana.page.wait_for_timeout(100)
        assert ana.page.evaluate("history.state.drawer") is None
    ana.page.go_forward()
    opened(ana.page, "Log")
    expect(ana.page).to_have_url(f"{address}/log")


def test_what_is_open_changes_with_the_table(phone: Make) -> None:
    ana, bo = seated(phone, "giza", ["Ana", "Bo"])
    bo.tap("#menu a[href$='/log']")
    bo.write("#drawer input[name=text]", "well pl")
    play(ana, "+4", 1, 0)
    expect(bo.page.locator("#drawer #entry-1")).to_be_visible()
    bo.page.keyboard.type("ayed")
    bo.tap("#drawer button:text('Write down')")
    expect(bo.page.locator("#drawer #entry-2")).to_contain_text("well played")
    expect(bo.page.locator("#drawer input[name=text]")).to_have_value("")
    arrive(ana.page, 2)


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
    expect(ana.page).to_have_url("about:blank")


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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_open_drawer_shuts_nobody_out(phone: Make, scheme: str) -> None:
    ana = Thumb(phone(color_scheme=scheme, reduced_motion="reduce"))
    ana.page.add_init_script(AXE)
    ana.page.set_viewport_size({"width": 320, "height": 640})
    open_table(ana, "giza", ["Ana", "Bo"])
    for name, title in DRAWERS.items():
        ana.tap(f"#menu a[href$='/{name}']")
        opened(ana.page, title)
        assert ana.page.evaluate(WRONG) == []
        assert ana.page.evaluate(SMALL) == []
        ana.page.go_back()
        expect(ana.page.locator("#drawer")).to_be_hidden()


def test_what_was_open_before_opens_without_a_line(phone: Make, server: Server) -> None:
    ana = Thumb(phone())
    open_table(ana, "giza", ["Ana", "Bo"], server.address.replace("127.0.0.1", "localhost"))
    ana.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    ana.page.reload()
    ana.tap("#menu a[href$='/rules']")
    opened(ana.page, "Rules at hand")
    ana.tap("#drawer button:has-text('✕')")
    ana.page.context.set_offline(True)
    expect(ana.page.locator("#line")).to_contain_text("offline")
    ana.tap("#menu a[href$='/rules']")
    opened(ana.page, "Rules at hand")
    expect(ana.page.locator("#line")).to_contain_text("offline")
    ana.page.reload()
    expect(ana.page.locator("h1")).to_have_text("Rules at hand")


def test_focus_goes_into_a_drawer_and_comes_back(phone: Make) -> None:
    page = alone(phone, "giza", ["Ana", "Bo"]).page
    keys = Keys(page)
    for leave in ("Escape", "Enter"):
        keys.tap("#menu a[href$='/log']")
        opened(page, "Log")
        expect(page.locator("#drawer:focus-within")).to_be_visible()
        keys.tap("#drawer nav a >> nth=1")
        expect(page).to_have_url(re.compile(r"seat=0"))
        expect(page.locator("#drawer:focus-within")).to_be_visible()
        if leave == "Enter":
            keys.tap("#drawer button:has-text('✕')")
        else:
            page.keyboard.press("Escape")
        expect(page.locator("#drawer")).to_be_hidden()
        expect(page.locator("[commandfor=menu]")).to_be_focused()
        page.wait_for_timeout(200)
        expect(page.locator("[commandfor=menu]")).to_be_focused()
