"""The page of a table in any game: drawers, unfinished choices, acting seats, and playing offline."""

from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Route, expect

from companion.web.common.assets import read_build_manifest, static_folder
from tests import ROOT
from tests.browser import game_drivers
from tests.browser.accessibility import expect_drawer_closed, expect_drawer_open
from tests.browser.game_drivers.cheops_catan import FOUNDED_LOG, enter_founding, press_button
from tests.browser.game_drivers.giza import play_tile
from tests.browser.joining import MakePhone, open_with_one_phone, open_with_phone_each
from tests.browser.play_by_touch import check_pages_are_current
from tests.browser.touch_user import FORM_HEADERS, TouchUser, wait_for_version, wait_on_all_phones
from tests.waiting import wait_until_idle

DICE_SLUG = "cheops_dice"


def open_table_where_two_may_build(
    phone: MakePhone,
) -> tuple[TouchUser, TouchUser, list[game_drivers.RecordedLine]]:
    """Open a table at which two seats may build now. Return their users, and the next entry of each."""
    record = game_drivers.load_record(DICE_SLUG)
    users = open_with_phone_each(phone, DICE_SLUG, record["seats"])
    log = game_drivers.get_entries(DICE_SLUG, record)
    for version, line in enumerate(log[:2], 1):
        game_drivers.enter_move(users[line["seat"]], DICE_SLUG, line)
        wait_on_all_phones(users, version, line)
    return users[1], users[2], log[2:4]


def test_back_closes_the_drawer_and_keeps_an_unfinished_choice(phone: MakePhone) -> None:
    other, chooser, (others, mine) = open_table_where_two_may_build(phone)
    page, address = chooser.page, chooser.page.url
    page.evaluate("document.beneath = true")
    box, *more = (f"input[value='{box}']" for box in mine["boxes"])
    chooser.tap(box)
    chooser.tap("#menu a[href$='/log']")
    expect_drawer_open(page, "Log")
    expect(page).to_have_url(f"{address}/log")
    game_drivers.enter_move(other, DICE_SLUG, others)
    wait_on_all_phones([other, chooser], 3)
    page.go_back()
    expect_drawer_closed(page, address)
    assert page.evaluate("document.beneath")
    expect(page.locator(box)).to_be_checked()
    for box in more:
        chooser.tap(box)
    chooser.tap("button[value=Build]:not([formaction])")
    wait_on_all_phones([other, chooser], 4)
    check_pages_are_current([chooser])


def test_a_drawer_closes_with_its_button_a_tap_outside_and_escape(phone: MakePhone) -> None:
    ana = open_with_one_phone(phone, "giza", ["Ana", "Bo"])
    address = ana.page.url
    ways: list[Callable[[], None]] = [
        lambda: ana.tap("#drawer button:has-text('✕')"),
        lambda: ana.page.touchscreen.tap(195, 30),
        lambda: ana.page.keyboard.press("Escape"),
    ]
    for close in ways:
        ana.tap("#menu a[href$='/log']")
        expect_drawer_open(ana.page, "Log")
        wait_until_idle(ana.page)
        close()
        expect_drawer_closed(ana.page, address)
        wait_until_idle(ana.page)
        assert ana.page.evaluate("history.state.drawer") is None
    ana.page.go_forward()
    expect_drawer_open(ana.page, "Log")
    expect(ana.page).to_have_url(f"{address}/log")


def open_table_after_first_roll(phone: MakePhone) -> list[TouchUser]:
    users = open_with_phone_each(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    enter_founding(users[0])
    wait_on_all_phones(users, len(FOUNDED_LOG))
    return users


def test_a_player_may_roll_while_building_for_a_neighbour(phone: MakePhone) -> None:
    users = open_table_after_first_roll(phone)
    cy = users[2]
    cy.enter_for(1)
    cy.tap("#prompt .for-whom")
    cy.page.wait_for_selector("#table[data-turn=others]")
    expect(cy.page.locator("#move-form button")).to_have_count(0)
    cy.enter_for(1)
    cy.page.wait_for_selector("#move-form.c1 .for-whom")
    expect(cy.page.locator("#prompt .for-whom")).to_contain_text("for Bo")
    press_button(cy, "Roll 1 8")
    wait_on_all_phones(users, 11)
    press_button(cy, "Build 1 road 0")
    wait_on_all_phones(users, 12)
    press_button(cy, "Roll 2 5")
    wait_on_all_phones(users, 13)
    expect(cy.page.locator(".for-whom")).to_have_count(0)
    expect(cy.page.locator("#table")).to_have_attribute("data-turn", "mine")


TARGETS_AND_PIECES = [
    ("giza", "#site-0-0", "input[name=tile][value='+5']"),
    ("cheops_treasure", "input[name=pawn][value=A]", "#space-1-4"),
]
"""A target and a piece, or a piece and a target."""


@pytest.mark.parametrize(("slug", "first", "second"), TARGETS_AND_PIECES)
def test_piece_and_target_are_chosen_in_any_order_and_survive_a_reload_and_a_note(
    phone: MakePhone, slug: str, first: str, second: str
) -> None:
    ana, bo = open_with_phone_each(phone, slug, ["Ana", "Bo"])
    if slug == "giza":  # show all tiles, as no tiles of the hand were entered
        ana.tap("#palette > .all")
    before = ana.taps
    ana.tap(first)
    question = ana.page.locator("#prompt .question").inner_text()
    assert question
    note = urlencode({"kind": "note", "text": "Tea is ready.", "key": "a-note-of-bo"})
    assert bo.page.request.post(f"{bo.page.url}/enter", data=note, headers=FORM_HEADERS).ok
    wait_for_version(ana.page, 1)
    expect(ana.page.locator("#prompt .question")).to_have_text(question)
    ana.page.reload()
    expect(ana.page.locator("#prompt .question")).to_have_text(question)
    ana.tap(second)
    wait_for_version(ana.page, 2)
    assert ana.taps == before + 2
    expect(ana.page.locator("#answer .answer")).to_have_count(0)
    ana.page.reload()
    wait_until_idle(ana.page)
    chosen = ana.page.locator(":checked:not([data-switch]), [data-target][aria-pressed]")
    expect(chosen).to_have_count(0)


PLAYED_TILES = [("+5", 0), ("+4", 0), ("scarab", 2)]


def test_an_updated_board_equals_a_loaded_one_with_names_in_any_script(phone: MakePhone) -> None:
    users = open_with_phone_each(phone, "giza", ["Ana 𓂀", "🦂 Bo"])
    for number, (tile, site) in enumerate(PLAYED_TILES):
        play_tile(users[number % 2], tile, number % 2, site)
        wait_on_all_phones(users, number + 1)
    check_pages_are_current(users)


def test_offline_entries_are_drawn_and_sent_once(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    play_tile(ana, "+5", 0, 0)
    wait_on_all_phones([ana, bo], 1)
    bo.page.context.set_offline(True)
    play_tile(bo, "+4", 0, 0)
    expect(bo.page.locator("#line")).to_contain_text("as of entry 1")
    expect(bo.page.locator("#live")).to_contain_text("as of entry 1")
    expect(bo.page.locator("#waiting")).to_contain_text("+4")
    expect(bo.page.locator("#site-0-0 .queued")).to_have_text("↑1")
    expect(bo.page.locator("#site-0-0 .queued-piece .tile")).to_be_visible()
    expect(bo.page.locator("#move-form")).to_be_hidden()
    expect(bo.page.locator("#waiting p")).to_have_count(1)
    bo.page.context.set_offline(False)
    wait_on_all_phones([ana, bo], 2)
    expect(bo.page.locator("#waiting")).to_be_hidden()
    expect(bo.page.locator(".queued")).to_have_count(0)
    bo.page.reload()
    wait_until_idle(bo.page)
    check_pages_are_current([ana, bo])
    assert bo.page.locator("#table").get_attribute("data-version") == "2"


STORE_PAGES_JS = """async paths => {
  const cache = await caches.open("pages-2");
  for (const path of paths)
    await cache.put(path, new Response(`<title>${path}</title>`));
}"""


def test_offline_only_tables_that_the_home_page_does_not_link_are_listed(phone: MakePhone) -> None:
    page = open_with_one_phone(phone, "giza", ["Ana", "Bo"]).page
    path = urlsplit(page.url).path
    page.goto("/")
    page.evaluate(STORE_PAGES_JS, [path, "/t/OTHERS"])
    page.context.set_offline(True)
    expect(page.locator("#kept-tables strong")).to_have_text(["/t/OTHERS"])


@pytest.mark.parametrize("is_laid_again", [True, False])
def test_a_piece_refused_later_is_laid_elsewhere_or_left_out(phone: MakePhone, is_laid_again: bool) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    bo.enter_for(0)
    bo.page.wait_for_selector("#turn[data-turn=for-0]", state="attached")
    ana.page.context.set_offline(True)
    play_tile(ana, "+3", 0, 1)
    play_tile(bo, "+5", 0, 0)
    wait_for_version(bo.page, 1)
    ana.page.context.set_offline(False)
    expect(ana.page.locator("#answer .late")).to_contain_text("another phone was first. Entry 1")
    expect(ana.page.locator("#site-0-1[data-refused] .queued-piece .tile")).to_be_visible()
    expect(ana.page.locator("#site-0-1 .queued")).to_have_text("!")
    expect(ana.page.locator("#answer button")).to_have_text(["Enter it again", "Leave it out"])
    expect(ana.page.locator(".just-entered")).to_be_hidden()
    answer, form = ana.get_bounds("#answer"), ana.get_bounds("#move-form")
    assert answer["y"] + answer["height"] <= form["y"] + 1
    if is_laid_again:
        ana.tap("#answer button:text('Enter it again')")
        expect(ana.page.locator("#move-form input[value='+3']")).to_be_checked()
        expect(ana.page.get_by_text("Enter it again")).to_be_hidden()
        ana.tap("#site-0-2.lit")
    else:
        ana.tap("#answer button:text('Leave it out')")
        expect(ana.page.locator("#board [data-refused]")).to_have_count(0)
    wait_on_all_phones([ana, bo], 3 if is_laid_again else 1)
    expect(ana.page.locator("#answer .answer")).to_have_count(0)


def test_a_full_disk_of_the_server_is_shown_until_it_saves_again(phone: MakePhone) -> None:
    ana = open_with_one_phone(phone, "giza", ["Ana", "Bo"])
    headers = {"X-Companion": "1", "X-Answer": "unsaved", "Retry-After": "1", "Content-Type": "text/html"}
    full = "<div class='answer' role='alert'><p>The disk is full.</p></div>"
    ana.page.route("**/enter", lambda route: route.fulfill(status=503, headers=headers, body=full))
    play_tile(ana, "+1", 0, 0)
    expect(ana.page.locator("#unsaved")).to_have_text("The disk is full.")
    ana.page.unroute("**/enter")
    wait_for_version(ana.page, 1)
    expect(ana.page.locator("#unsaved")).to_be_hidden()


def test_queued_entries_of_a_lost_seat_are_listed_on_the_next_page(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    play_tile(ana, "+5", 0, 0)
    wait_on_all_phones([ana, bo], 1)
    bo.page.context.set_offline(True)
    play_tile(bo, "+4", 0, 0)
    expect(bo.page.locator("#waiting")).to_contain_text("+4")
    ana.page.request.post(f"{ana.page.url}/seats/1/free")
    bo.page.context.set_offline(False)
    expect(bo.page.locator("h1")).to_have_text("No longer at this table")
    for path in ("", "/"):
        if path:
            bo.page.goto(path)
        expect(bo.page.locator("#elsewhere")).to_contain_text("Not entered")
        expect(bo.page.locator("#elsewhere")).to_contain_text("+4")
    bo.tap("#elsewhere button")
    expect(bo.page.locator("#elsewhere")).to_be_hidden()


@pytest.mark.parametrize("comes", [True, False])
def test_a_tap_before_all_scripts_are_loaded_is_entered(phone: MakePhone, comes: bool) -> None:
    ana, held_requests = TouchUser(phone()), list[Route]()
    ana.page.clock.install()

    def hold_main_script(route: Route) -> None:
        route.continue_() if route.request.url.endswith(main) else held_requests.append(route)

    main = str(read_build_manifest(static_folder(ROOT))["files"]["js/main.js"])
    ana.page.route("**/chunks/*", hold_main_script)
    ana.open_table("giza", ["Ana", "Bo"])
    with ana.page.expect_response("**/enter"):
        for control in ("#palette > .all", "#palette label:has([value='+1'])", "#site-0-0.lit"):
            ana.page.click(control)
    assert held_requests
    for route in held_requests:
        route.continue_() if comes else route.abort()
    ana.page.unroute("**/chunks/*")
    ana.page.clock.fast_forward(0 if comes else 5000)
    wait_for_version(ana.page, 1)


def test_an_unread_refusal_is_shown_on_the_next_page(phone: MakePhone) -> None:
    ana = open_with_one_phone(phone, "giza", ["Ana", "Bo"])
    headers = {"X-Companion": "1", "X-Answer": "refused", "Content-Type": "text/html"}
    answer = "<div class='answer' role='alert'><p>Not there.</p></div>"
    ana.page.route("**/enter", lambda route: route.fulfill(status=422, headers=headers, body=answer))
    play_tile(ana, "+5", 0, 0)
    expect(ana.page.locator("#answer .answer")).to_contain_text("Not there.")
    ana.page.evaluate("location.replace('/')")
    expect(ana.page.locator("#elsewhere")).to_contain_text("+5")
