"""Cheops (1998) on phones: hidden money, illegal spaces, law 11, and playing without scripts."""

from playwright.sync_api import expect

from companion.games.seeds import load_plays
from tests.browser.game_drivers.cheops_treasure import FIRST_TURN, enter
from tests.browser.joining import MakePhone, open_with_phone_each
from tests.browser.tables import open_page_as_recorded
from tests.browser.touch_user import TouchUser, wait_for_version

SLUG = "cheops_treasure"


def test_money_is_hidden_and_an_illegal_space_shows_the_reason(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, SLUG, ["Ana", "Bo"])
    before = ana.taps
    for version, line in enumerate(FIRST_TURN, 1):
        enter(ana, line)
        wait_for_version(ana.page, version)
    assert ana.taps - before == 4
    wait_for_version(bo.page, 3)
    bo.tap("input[name=pawn][value=A]")
    expect(bo.page.locator("#space-1-5")).not_to_have_class("space open lit")
    bo.tap("#space-1-5")
    expect(bo.page.locator("#answer")).to_contain_text("there it touches one of its own family")
    expect(bo.page.locator("#board-0 p").first).to_contain_text("·")
    expect(bo.page.locator("#board-1 p").first).to_contain_text("Money 0")


def test_with_law_11_a_pawn_on_the_board_can_move_to_any_legal_space(phone: MakePhone) -> None:
    user, entry_count = TouchUser(phone()), 87
    open_page_as_recorded(user.page, SLUG, load_plays(SLUG)["pyramid_empty"], entry_count)
    user.tap("#more label:has(input[name=pawn])")
    user.tap(".space.lit")
    wait_for_version(user.page, entry_count + 1)


def test_a_turn_works_without_scripts(phone: MakePhone) -> None:
    page = phone(java_script_enabled=False)
    open_page_as_recorded(page, SLUG, load_plays(SLUG)["tablets_full"], 98)
    page.locator("label:has(input[value=B])").tap()
    page.locator("#space-1-9").tap()
    page.locator("button[value='Take black sell']").tap()
    page.locator("button[value='Draw C']").tap()
    expect(page.locator("#table")).to_contain_text("You drew a palm")
