"""Cheops (1998) on phones: hidden money, a space that is not open."""

from playwright.sync_api import expect

from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make, arrive, seated
from tests.browser.tables import at_table_like
from tests.browser.thumbs import Thumb

SLUG = "cheops_treasure"
TURN: tuple[hands.Line, ...] = (
    {"move": "Place", "pawn": "A", "row": 1, "column": 4},
    {"move": "Take", "colour": "red", "deal": "keep"},
    {"move": "Draw", "pawns": ["A"]},
)


def test_money_is_hidden_and_an_illegal_space_says_why(phone: Make) -> None:
    ana, bo = seated(phone, SLUG, ["Ana", "Bo"])
    before = ana.taps
    for version, line in enumerate(TURN, 1):
        hands.enter(ana, SLUG, line)
        arrive(ana.page, version)
    assert ana.taps - before == 4
    arrive(bo.page, 3)
    bo.tap("input[name=pawn][value=A]")
    expect(bo.page.locator("#space-1-5")).not_to_have_class("space open lit")
    bo.tap("#space-1-5")
    expect(bo.page.locator("#answer")).to_contain_text("there it touches one of its own family")
    expect(bo.page.locator("#board-0 p").first).to_contain_text("·")
    expect(bo.page.locator("#board-1 p").first).to_contain_text("Money 0")


def test_a_pawn_of_law_11_is_chosen_and_its_space_is_free(phone: Make) -> None:
    thumb, taken = Thumb(phone()), 87
    at_table_like(thumb.page, SLUG, plays(SLUG)["pyramid_empty"], taken)
    thumb.tap("#more label:has(input[name=pawn])")
    thumb.tap(".space.lit")
    arrive(thumb.page, taken + 1)


def test_a_turn_without_scripts(phone: Make) -> None:
    page = phone(java_script_enabled=False)
    at_table_like(page, SLUG, plays(SLUG)["tablets_full"], 98)
    page.locator("label:has(input[value=B])").tap()
    page.locator("#space-1-9").tap()
    page.locator("button[value='Take black sell']").tap()
    page.locator("button[value='Draw C']").tap()
    expect(page.locator("#table")).to_contain_text("You drew a palm")
