"""Pages open in a drawer over the board, and nothing below the drawer is lost."""

import re

from playwright.sync_api import Page, Route, expect

from tests.app_server import Server
from tests.browser.accessibility import expect_drawer_closed, expect_drawer_open
from tests.browser.game_drivers.giza import play_tile
from tests.browser.joining import MakePhone, open_with_one_phone, open_with_phone_each
from tests.browser.touch_user import FORM_HEADERS, TouchUser, wait_for_version
from tests.long.touch.test_by_keyboard import KeyboardUser, wait_until_settled
from tests.waiting import wait_until_idle


def test_an_open_page_is_updated_with_the_table(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    bo.tap("#menu a[href$='/log']")
    bo.write("#drawer input[name=text]", "well pl")
    play_tile(ana, "+4", 1, 0)
    expect(bo.page.locator("#drawer #entry-1")).to_be_visible()
    bo.page.keyboard.type("ayed")
    bo.tap("#drawer button:text('Add the note')")
    expect(bo.page.locator("#drawer #entry-2")).to_contain_text("well played")
    expect(bo.page.locator("#drawer input[name=text]")).to_have_value("")
    wait_for_version(ana.page, 2)


def test_vibration_at_the_players_turn_can_be_switched_off(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    bo.page.evaluate("() => { window.buzzes = 0; navigator.vibrate = () => { window.buzzes += 1; }; }")
    for move, buzzes in enumerate((1, 1, 1)):
        play_tile(ana, "+4", 0, move)
        wait_for_version(bo.page, 2 * move + 1)
        assert bo.page.evaluate("buzzes") == buzzes
        if not move:
            bo.tap("#menu [data-switch=buzz]")
            bo.page.keyboard.press("Escape")
        play_tile(bo, "+3", 1, move)


def test_a_drawer_goes_back_page_by_page_and_closes_at_once(phone: MakePhone) -> None:
    ana = open_with_one_phone(phone, "giza", ["Ana", "Bo"])
    address = ana.page.url
    ana.tap("#menu a[href$='/log']")
    ana.tap("#drawer a:text('Share the result')")
    expect_drawer_open(ana.page, "Share the result")
    ana.page.go_back()
    expect_drawer_open(ana.page, "Log")
    ana.tap("#drawer a:has-text('Bo')")
    expect(ana.page).to_have_url(f"{address}/log?seat=1")
    ana.tap("#drawer a:text('Share the result')")
    expect_drawer_open(ana.page, "Share the result")
    ana.tap("#drawer button:has-text('✕')")
    expect_drawer_closed(ana.page, address)
    ana.page.go_back()
    expect(ana.page).to_have_url("about:blank")


def test_a_closed_drawer_stays_closed_if_a_page_comes_late(phone: MakePhone) -> None:
    ana, held_requests = TouchUser(phone(service_workers="block")), list[Route]()
    address = f"/t/{ana.open_table('giza', ['Ana', 'Bo'])}"
    ana.tap("#menu a[href$='/log']")
    expect_drawer_open(ana.page, "Log")
    ana.page.route("**/share", lambda route: held_requests.append(route))
    with ana.page.expect_request("**/share"):
        ana.tap("#drawer a:text('Share the result')")
    ana.tap("#drawer button:has-text('✕')")
    expect_drawer_closed(ana.page, address)
    with ana.page.expect_response("**/share"):
        held_requests.pop().continue_()
    wait_until_idle(ana.page)
    expect_drawer_closed(ana.page, address)


def test_a_reload_shows_the_drawers_page_as_a_full_page_or_over_the_board(phone: MakePhone) -> None:
    ana = open_with_one_phone(phone, "giza", ["Ana", "Bo"])
    address = ana.page.url
    ana.tap("#prompt .ask")
    expect_drawer_open(ana.page, "What can I do?")
    ana.page.reload()
    expect_drawer_open(ana.page, "What can I do?")
    expect(ana.page.locator("#kind-Play > button")).to_be_visible()
    ana.tap("#drawer button:has-text('✕')")
    expect_drawer_closed(ana.page, address)
    ana.tap("#menu a[href$='/rules']")
    expect_drawer_open(ana.page, "Quick rules")
    ana.page.reload()
    expect(ana.page.locator("h1")).to_have_text("Quick rules")
    expect(ana.page.locator("#drawer")).to_be_hidden()
    expect(ana.page).to_have_url(f"{address}/rules")
    ana.page.go_back()
    wait_for_version(ana.page, 0)
    expect(ana.page).to_have_url(address)
    ana.page.go_back()
    expect(ana.page).to_have_url("about:blank")


def test_the_focus_moves_into_a_drawer_and_back(phone: MakePhone) -> None:
    page = open_with_one_phone(phone, "giza", ["Ana", "Bo"]).page
    keys = KeyboardUser(page)
    for leave in ("Escape", "Enter"):
        keys.tap("#menu a[href$='/log']")
        expect_drawer_open(page, "Log")
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
        wait_until_settled(page)
        expect(page.locator("[commandfor=menu]")).to_be_focused()


def test_unfinished_printed_numbers_are_kept(phone: MakePhone) -> None:
    page, field, leads_there = phone(), "[data-own='I-a']", "a[href$='/box']"
    page.goto(page.request.post("/open/cheops_treasure", data="name=Ana&name=Bo", headers=FORM_HEADERS).url)
    host = TouchUser(page)
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
    page.goto("/")
    page.go_back()
    expect(page.locator("main [name=name]")).to_have_value("Ours")


def test_back_shows_the_previous_page_and_a_pages_styles_are_removed_with_it(phone: MakePhone) -> None:
    ana = TouchUser(phone())
    styles = ana.page.locator("link[rel=stylesheet][href*='/games/']")
    ana.page.goto("/editions/giza/new")
    expect(styles).to_have_attribute("href", re.compile("giza.css"))
    ana.tap("header a")
    expect(styles).to_have_count(0)
    ana.page.goto("/calculators")
    ana.tap("a[href='/open/deadline?mode=tally']")
    expect(ana.page.locator("h1")).to_contain_text("Deadline")
    expect(ana.page.locator("#count-them")).to_be_disabled()
    ana.page.go_back()
    expect(ana.page.locator("h1")).to_have_text("Only count")


def open_as_host(page: Page, slug: str, *more_fields: str) -> str:
    """Open a table of two seats, and return its code. ``more_fields`` are like ``first=1``."""
    form = "&".join(("name=Ana", "name=Bo", *more_fields))
    return page.request.post(f"/open/{slug}", data=form, headers=FORM_HEADERS).url.rsplit("/", 1)[1]


SIMULATE_CAMERA_JS = """address => {
  window.BarcodeDetector = class { async detect() { return [{ rawValue: address }]; } };
  navigator.mediaDevices.getUserMedia = async () => new MediaStream();
  HTMLMediaElement.prototype.play = async () => {};
}"""


def test_scanning_a_qr_code_opens_the_table(phone: MakePhone, server: Server) -> None:
    ana, bo = TouchUser(phone()), TouchUser(phone())
    code = open_as_host(ana.page, "giza")
    bo.page.goto("/")
    expect(bo.page.locator("[data-scan]")).to_be_hidden()
    bo.page.evaluate(SIMULATE_CAMERA_JS, f"{server.address}/j/{code}")
    bo.tap("a[href='/groups']")
    bo.tap("header a")
    bo.tap("[data-scan]")
    expect(bo.page).to_have_url(re.compile(f"/j/{code}$"))


COUNT_TEXTS_OVER_PICTURE_JS = """() => {
  const boxOf = selector => document.querySelector(`.goes-on ${selector}`).getBoundingClientRect();
  const picture = boxOf("svg"), words = ["h2", ".whose"].map(boxOf);
  return words.filter(({ right }) => right > picture.left + picture.width / 2).length;
}"""
"""Returns how many texts of "Continue" cover the middle of their picture."""


def test_the_home_page_fits_one_screen_with_a_running_table(phone: MakePhone) -> None:
    ana = TouchUser(phone())
    open_as_host(ana.page, "giza", "start=1")
    open_as_host(ana.page, "deadline", "start=1", "first=1")
    open_as_host(ana.page, "cheops_dice")
    ana.page.goto("/")
    assert ana.page.evaluate("document.documentElement.scrollHeight") <= 844
    expect(ana.page.locator(".goes-on")).to_contain_text("Your turn")
    assert ana.page.evaluate(COUNT_TEXTS_OVER_PICTURE_JS) == 0
    ana.tap("a[href='/history']:text('2 more')")
    cards = ana.page.locator(".card")
    expect(cards.nth(0)).to_contain_text("Your turn")
    expect(cards.nth(1)).to_contain_text("Not started yet")
