"""Pages of the table open over the board and close back to it: nothing that was begun there is lost."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.arriving import FORM, Make, alone, arrive, open_table, seated
from tests.browser.glass import SHOWS
from tests.browser.hands.giza import play
from tests.browser.looks import AXE, SMALL, WRONG, closed_again, opened
from tests.browser.thumbs import Thumb
from tests.long.hands.keyboard import Keys, is_settled
from tests.served import Server

DRAWERS = {
    "log": "Log", "scores": "Scores", "rules": "Rules at hand", "set-up": "Set up the table",
    "seats": "Seats",
}  # fmt: skip


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


def test_a_phone_buzzes_when_its_turn_comes_until_one_tap_in_the_menu(phone: Make) -> None:
    ana, bo = seated(phone, "giza", ["Ana", "Bo"])
    bo.page.evaluate("() => { window.buzzes = 0; navigator.vibrate = () => { window.buzzes += 1; }; }")
    for move, buzzes in enumerate((1, 1, 1)):
        play(ana, "+4", 0, move)
        arrive(bo.page, 2 * move + 1)
        assert bo.page.evaluate("buzzes") == buzzes
        if not move:
            bo.tap("#menu [data-switch=buzz]")
            bo.page.keyboard.press("Escape")
        play(bo, "+3", 1, move)


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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_drawer_shuts_anybody_out_and_the_guide_leaves_the_board_its_room(
    phone: Make, scheme: str
) -> None:
    small: ViewportSize = {"width": 320, "height": 690}
    ana = Thumb(phone(color_scheme=scheme, reduced_motion="reduce", viewport=small))
    ana.page.add_init_script(AXE)
    open_table(ana, "giza", ["Ana", "Bo", "Cleo"])

    def shuts_nobody_out(title: str) -> None:
        opened(ana.page, title)
        assert ana.page.evaluate(WRONG) == []
        assert ana.page.evaluate(SMALL) == []

    for name, title in DRAWERS.items():
        ana.tap(f"#menu a[href$='/{name}']")
        shuts_nobody_out(title)
        ana.page.go_back()
        expect(ana.page.locator("#drawer")).to_be_hidden()
    ana.tap("#prompt .ask")
    ana.tap("#kind-Play summary")
    shuts_nobody_out("What can I do?")
    ana.tap("#kind-Play li a >> nth=0")
    expect(ana.page.locator("#drawn .still")).to_be_visible()
    assert ana.page.evaluate(WRONG) + ana.page.evaluate(SMALL) == []
    ana.tap("#drawer button:has-text('✕')")
    ana.tap("#menu .guides button")
    expect(ana.page.locator("#guide .says")).to_be_visible()
    assert ana.page.evaluate(SHOWS)["board"] > 0.45
    ana.tap("#guide a")
    shuts_nobody_out("Guide")


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
        is_settled(page)
        expect(page.locator("[commandfor=menu]")).to_be_focused()


def test_what_is_half_typed_of_a_box_stays(phone: Make) -> None:
    page, field, leads_there = phone(), "[data-own='I-a']", "a[href$='/box']"
    page.goto(page.request.post("/open/cheops_treasure", data="name=Ana&name=Bo", headers=FORM).url)
    host = Thumb(page)
    host.tap(leads_there)
    for number in (5, 10, 15):
        host.tap(f"#drawer [data-writes='{number}']")
    host.tap("#drawer button:has-text('✕')")
    host.tap(leads_there)
    expect(page.locator(f"#drawer {field}")).to_have_value("5 10 15")
    page.reload()
    expect(page.locator(field)).to_have_value("5 10 15")
    expect(page.locator("#tablet-I-a .slot >> nth=2")).to_have_text("15")
    page.goto("/editions/cheops_treasure/new")
    host.write("main [name=name]", "Ours")
    host.write("[name='value.law7']", "12,5")
    host.tap("[data-step='1'] >> nth=0")
    expect(page.locator("[name='value.law7']")).to_have_value("12,5")
    host.tap("[data-writes='5']")
    page.goto("/")
    page.go_back()
    expect(page.locator("main [name=name]")).to_have_value("Ours")
    expect(page.locator(field)).to_have_value("5")
    page.goto("/editions/cheops_treasure")
    host.tap("a[href$='/new']")
    expect(page.locator(field)).to_have_value("5")
    page.goto("/editions/cheops_dice/new")
    host.tap(".drawn .keyed >> nth=1")
    host.tap("[data-digit='3']")
    page.reload()
    expect(page.locator("[data-key] >> nth=1")).to_have_value("3")
