"""What can I do? Asked in a turn, and shown on the board; and from a refusal to its rule, by thumb."""

from playwright.sync_api import expect

from tests.browser import hands
from tests.browser.arriving import Make, alone, arrive, open_table, seated
from tests.browser.hands.giza import play
from tests.browser.looks import closed_again, opened
from tests.browser.thumbs import Thumb

LIT, ALONG = ".shown-here", ".shown-along"


def test_places_are_lit_one_after_the_other_and_tapped_as_ever(phone: Make) -> None:
    ana, bo = seated(phone, "giza", ["Ana", "Bo"])
    page, address = ana.page, ana.page.url
    page.evaluate("document.beneath = true")
    expect(bo.page.locator(".ask")).to_have_count(0)
    ana.tap("#prompt .ask")
    opened(page, "What can I do?")
    expect(page.locator("#kind-Play")).to_contain_text("In 8 places.")
    expect(page.locator("#drawn li", has_text="Lift the scarab")).to_contain_text("No scarab lies")
    ana.tap("#kind-Play button")
    closed_again(page, address)
    said = page.locator(".showing [role=status]")
    for step, site in enumerate(("Khufu", "Khafre", "Menkaure"), 1):
        expect(said).to_contain_text(f"{step}/8 {site} of Ana")
        expect(page.locator(LIT)).to_have_count(1)
        expect(page.locator(f"{ALONG}:has([value='+5'])")).to_have_count(1)
        expect(page.locator(f"{ALONG}:has([value=body])")).to_have_count(0)
        ana.tap(".showing button[aria-label=Next]")
    expect(said).to_contain_text("4/8 the sphinx of Ana")
    ana.tap(".showing button[aria-label=Back]")
    expect(page.locator(f"#site-0-2{LIT}")).to_be_visible()
    play(ana, "+5", 0, 2)
    arrive(page, 1)
    expect(page.locator(f".showing, {LIT}, {ALONG}")).to_have_count(0)
    assert page.evaluate("document.beneath")


def test_what_is_over_is_shown_no_more(phone: Make) -> None:
    ana = Thumb(phone(service_workers="block"))
    open_table(ana, "cheops_dice", ["Ana", "Bo"], one_phone=True)
    tab = Thumb(ana.page.context.new_page())
    tab.page.goto(ana.page.url)
    ana.tap("#prompt .ask")
    shown = ana.page.locator("#kind-Roll button")
    expect(shown).to_be_visible()
    ana.page.route("**/moves*", lambda route: None)  # the drawer's page is never drawn anew
    hands.enter(tab, "cheops_dice", {"move": "Roll", "dice": ["red", "red", "blue"]})
    arrive(ana.page, 1)
    expect(shown).to_be_hidden()


def test_what_lies_in_a_sheet_is_shown_by_the_button_that_opens_it(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    ana.tap("#menu a[href$='/moves']")
    ana.tap("#kind-Discard button")
    expect(ana.page.locator(f"[commandfor=more]{LIT}")).to_be_visible()
    expect(ana.page.locator(".showing button")).to_have_count(1)
    ana.tap(".showing button[aria-label=Close]")
    expect(ana.page.locator(f".showing, {LIT}")).to_have_count(0)


def test_why_not_everywhere_is_shown_on_the_board_too(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    ana.tap("#prompt .ask")
    ana.tap("#kind-Play summary")
    ana.tap("#kind-Play li:has-text('does not go on the sphinx') button")
    ana.tap(".showing button[aria-label=Next]")
    expect(ana.page.locator(".showing [role=status]")).to_contain_text("2/2 +1 does not go on the sphinx")
    expect(ana.page.locator("#site-1-3.refused-here")).to_be_visible()
    expect(ana.page.locator(f".refused-here, {LIT}, {ALONG}")).to_have_count(1)
    ana.tap(".showing button[aria-label=Close]")
    expect(ana.page.locator(".refused-here")).to_have_count(0)
