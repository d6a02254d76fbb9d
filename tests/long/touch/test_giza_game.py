"""Giza on phones: legal sites, and moves that begin with the choice of a tile or of a site."""

import re
from urllib.parse import unquote_plus

from playwright.sync_api import Route, expect

from tests.browser.game_drivers.giza import choose_tile, lay_tile, play_tile
from tests.browser.joining import MakePhone, open_with_one_phone, open_with_phone_each
from tests.browser.touch_user import TouchUser, wait_for_version, wait_on_all_phones


def test_a_site_highlights_its_tiles_or_shows_a_reason_and_a_tile_its_sites(phone: MakePhone) -> None:
    ana = open_with_one_phone(phone, "giza", ["Ana", "Bo"])
    ana.tap("#site-0-0")
    expect(ana.page.locator("#site-0-0")).to_have_attribute("aria-pressed", "true")
    expect(ana.page.locator("#prompt")).to_contain_text("What goes there?")
    away = re.compile("elsewhere")
    expect(ana.page.locator("label:has(> [value='+5'])")).not_to_have_class(away)
    expect(ana.page.locator("label:has(> [value='t2'])")).to_have_class(away)
    ana.tap("#site-0-0")
    expect(ana.page.locator("#prompt")).to_contain_text("Play a tile.")
    expect(ana.page.locator(".elsewhere, [data-target][aria-pressed]")).to_have_count(0)
    ana.tap("#site-1-0")
    ana.tap("input[name=tile][value='t2']")
    expect(ana.page.locator("#answer .answer")).not_to_contain_text("Missing or wrong")
    ana.tap("#answer button:text('Got it')")
    ana.tap("input[name=tile][value='-3']")
    expect(ana.page.locator(".lit .note")).to_have_text(["−3"] * 6)
    expect(ana.page.locator("#board-1 .lit .brings").first).to_have_text("●−3")
    for version in (1, 2):
        ana.tap("#more [data-add='+2']")
        ana.tap("#more button[value=Discard]")
        wait_for_version(ana.page, version)
        expect(ana.page.locator(".elsewhere, [data-target][aria-pressed]")).to_have_count(0)
        ana.tap("#site-1-0")
        expect(ana.page.locator("#site-1-0")).to_have_attribute("aria-pressed", "true")
    ana.tap("#site-1-0")
    ana.tap("input[name=tile][value='+4']")
    expect(ana.page.locator("#prompt .question")).to_have_text("Where does the +4 go?")
    expect(ana.page.locator("#prompt .awaited")).to_be_hidden()


def test_a_tile_chosen_for_a_seat_is_not_kept_for_the_next_one(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    bo.enter_for("all")
    bo.page.wait_for_selector("#turn[data-turn=for-0]", state="attached")
    choose_tile(bo, "+3")
    expect(bo.page.locator(".lit")).not_to_have_count(0)
    play_tile(ana, "+5", 0, 0)
    wait_for_version(bo.page, 1)
    expect(bo.page.locator("#turn")).to_have_attribute("data-turn", "mine")
    expect(bo.page.locator("input[name=tile][value='+3']")).not_to_be_checked()
    expect(bo.page.locator(".lit")).to_have_count(0)


def test_tiles_of_the_hand_never_leave_the_phone(phone: MakePhone) -> None:
    requests = [
        record_requests(phone, tiles)
        for tiles in (("+5", "t3", "scarab", "-2"), ("+5", "+4", "base", "-1"))
    ]
    assert requests[0] == requests[1]
    assert any("+5" in body for body in requests[0])


def record_requests(phone: MakePhone, tiles: tuple[str, ...]) -> list[str]:
    """Enter a hand, play its first tile, enter the drawn tile, and return the bodies of all requests."""
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    sent: list[str] = []
    ana.page.on(
        "request",
        lambda request: sent.append(request.post_data or "") if request.method == "POST" else None,
    )
    shown, keys = ana.page.locator(SHOWN_TILES_SELECTOR), ana.page.locator(PALETTE_KEYS_SELECTOR)
    assert keys.count() < MAX_KEYS
    enter_hand(ana, *tiles)
    expect(shown).to_have_count(4)
    assert keys.count() < MAX_KEYS
    ana.tap("#palette > .all")
    expect(shown).to_have_count(19)
    ana.page.reload()
    expect(shown).to_have_count(19)
    ana.tap("#more [commandfor=below]")
    ana.tap("#below .primary")
    expect(shown).to_have_count(4)
    ana.tap(f"input[name=tile][value='{tiles[0]}']")
    ana.tap("#site-0-0")
    wait_for_version(ana.page, 1)
    expect(ana.page.locator("#idle-hand > .tile")).to_have_count(3)
    wait_for_version(bo.page, 1)
    lay_tile(bo, "+5", "1-0", 2)
    wait_for_version(ana.page, 2)
    expect(shown).to_have_count(3)
    assert keys.count() < MAX_KEYS
    enter_hand(ana, "+1")
    expect(shown).to_have_count(4)
    expect(ana.page.locator("#palette > .empty")).to_be_hidden()
    return [re.sub(r"key=\w+", "", unquote_plus(body)) for body in sent]


SHOWN_TILES_SELECTOR = "#palette > .pick:visible"
PALETTE_KEYS_SELECTOR = "#palette > :is(.pick, .empty, .all):visible"
MAX_KEYS = 6
"""The palette of a hand of four tiles has fewer keys."""


def enter_hand(ana: TouchUser, *tiles: str) -> None:
    ana.tap("#palette > .empty")
    for tile in tiles:
        ana.tap(f"#below [data-held-tile='{tile}']")
    expect(ana.page.locator("#below")).to_be_hidden()


def test_a_refused_tile_stays_in_the_hand(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    enter_hand(ana, "+2", "+2", "-4", "t3")
    ana.tap("input[name=tile][value='+2']")
    ana.tap("#site-0-0")
    wait_for_version(bo.page, 1)
    lay_tile(bo, "+5", "1-0", 2)
    wait_for_version(ana.page, 2)
    expect(ana.page.locator(SHOWN_TILES_SELECTOR)).to_have_count(3)
    ana.tap("input[name=tile][value='-4']")
    ana.tap("#site-0-0")
    expect(ana.page.locator("#answer .refused")).to_be_visible()
    expect(ana.page.locator(SHOWN_TILES_SELECTOR)).to_have_count(3)


def test_a_tile_that_was_not_entered_stays_in_the_hand(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    enter_hand(ana, "+2", "+2", "-4", "t3")
    held_requests: list[Route] = []
    ana.page.route("**/enter", lambda route: held_requests.append(route))
    with ana.page.expect_request("**/enter"):
        ana.tap("input[name=tile][value='+2']")
        ana.tap("#site-0-0")
    expect(ana.page.locator(SHOWN_TILES_SELECTOR)).to_have_count(3)
    ana.tap("input[name=tile][value='-4']")
    ana.tap("#site-0-1")
    ana.tap("#confirm-entry button:not([value])")
    held_requests.pop().continue_()
    wait_for_version(bo.page, 1)
    wait_for_version(ana.page, 1)
    expect(ana.page.locator("#idle-hand > .tile")).to_have_count(3)


def test_an_undone_tile_returns_to_the_hand_and_a_redone_one_leaves_it(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    enter_hand(ana, "+2", "+1", "-4", "t3")
    ana.tap("input[name=tile][value='+2']")
    ana.tap("#site-0-0")
    wait_on_all_phones([ana, bo], 1)
    expect(ana.page.locator("#idle-hand > .tile")).to_have_count(3)
    bo.tap("#head [commandfor=sure-undo]")
    bo.tap("#sure-undo .sure")
    wait_on_all_phones([ana, bo], 2)
    expect(ana.page.locator(SHOWN_TILES_SELECTOR)).to_have_count(4)
    bo.tap("#redo [commandfor=sure-redo]")
    bo.tap("#sure-redo .sure")
    wait_on_all_phones([ana, bo], 3)
    expect(ana.page.locator("#idle-hand > .tile")).to_have_count(3)


def test_an_undone_tile_stays_in_the_hand_when_another_one_is_played_instead(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    enter_hand(ana, "+2", "+1", "-4", "t3")
    ana.tap("input[name=tile][value='+2']")
    ana.tap("#site-0-0")
    wait_on_all_phones([ana, bo], 1)
    ana.tap(".just-entered button")
    wait_on_all_phones([ana, bo], 2)
    expect(ana.page.locator(SHOWN_TILES_SELECTOR)).to_have_count(4)
    ana.tap("input[name=tile][value='+1']")
    ana.tap("#site-0-0")
    wait_on_all_phones([ana, bo], 3)
    expect(ana.page.locator("#idle-hand > .tile")).to_have_count(3)


def test_a_tile_whose_entry_is_removed_before_it_was_sent_returns_to_the_hand(phone: MakePhone) -> None:
    ana, _ = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    enter_hand(ana, "+2", "+1", "-4", "t3")
    ana.page.route("**/enter", lambda route: route.abort())
    ana.tap("input[name=tile][value='+2']")
    ana.tap("#site-0-0")
    ana.tap("#take-back")
    expect(ana.page.locator(SHOWN_TILES_SELECTOR)).to_have_count(4)
