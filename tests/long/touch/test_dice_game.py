"""The roll-and-write on phones: the notes beside ticked boxes, and choices that an entry clears."""

from playwright.sync_api import expect

from tests.browser.game_drivers import cheops_dice
from tests.browser.game_drivers.cheops_dice import (
    PREVIEW_SELECTOR,
    choose_payment,
    enter_roll,
    expect_box_note,
    open_after_roll,
    tick_box,
)
from tests.browser.joining import MakePhone, open_with_phone_each
from tests.browser.phones import STOP_ADVANCING_CLOCK_JS
from tests.browser.touch_user import wait_for_version, wait_on_all_phones

SLUG = "cheops_dice"
PAYMENT_SELECTOR = "select[name='payments[]'] >> nth=0"
DONE_BUTTON_SELECTOR = "#more .big"


def test_ticks_survive_a_look_at_another_sheet_and_a_tap_clears_them(phone: MakePhone) -> None:
    ana = open_after_roll(phone, "red", "green", "red")
    tick_box(ana, "pyramid-1-1")
    for shown, hidden in ((1, 0), (0, 1)):
        ana.tap(f"#seats a[href='#board-{shown}']")
        expect(ana.page.locator(f"#board-{shown}")).to_be_visible()
        expect(ana.page.locator(f"#board-{hidden}")).to_be_hidden()
    expect(ana.page.locator("#board-0 :checked")).to_have_count(1)
    clear = ana.get_bounds("button[type=reset]")
    ana.tap("button[type=reset]")
    ana.page.evaluate(STOP_ADVANCING_CLOCK_JS)
    ana.page.touchscreen.tap(clear["x"] + clear["width"] / 2, clear["y"] + clear["height"] / 2)
    expect(ana.page.locator("#board-0 :checked")).to_have_count(0)
    wait_for_version(ana.page, 1)
    cheops_dice.enter(ana, {"move": "Pass"})
    wait_for_version(ana.page, 2)


def test_payments_survive_a_reload_and_are_cleared_for_the_next_player(phone: MakePhone) -> None:
    ana = open_after_roll(phone, "green", "green", "red")
    tick_box(ana, "pyramid-3-1")
    expect(ana.page.locator(PREVIEW_SELECTOR)).to_contain_text("First tick the two boxes below")
    tick_box(ana, "pyramid-3-1")
    for box in ("pyramid-1-3", "pyramid-1-1"):
        tick_box(ana, box)
    choose_payment(ana, "pyramid-1-3", "joker")
    marks = ana.page.locator(".pad .paid")
    paid = marks.evaluate_all("all => all.map(one => one.dataset.pays)")
    ana.page.reload()
    expect(marks).to_have_count(2)
    assert marks.evaluate_all("all => all.map(one => one.dataset.pays)") == paid
    tick_box(ana, "pyramid-1-1")
    ana.choose(PAYMENT_SELECTOR, "quarry-12")
    ana.tap(DONE_BUTTON_SELECTOR)
    expect(ana.page.locator(PREVIEW_SELECTOR)).to_contain_text("Stone 4 would do")
    ana.tap("button[value=Build]")
    wait_for_version(ana.page, 2)
    expect(ana.page.locator("#box-0-quarry-12")).to_have_class("cell k-blue ticked")
    expect(ana.page.locator(PREVIEW_SELECTOR)).to_be_empty()
    expect(ana.page.locator(PAYMENT_SELECTOR)).to_have_value("proposed")
    expect(ana.page.locator(".sum")).to_be_empty()


def test_another_phones_entry_requests_a_new_preview(phone: MakePhone) -> None:
    ana, bo, cy = open_with_phone_each(phone, SLUG, ["Ana", "Bo", "Cy"])
    enter_roll(ana, "red", "red", "red", "blue")
    wait_on_all_phones([ana], 1)
    ana.tap("button[value=Pass]")
    wait_on_all_phones([bo, cy], 2)
    tick_box(bo, "pyramid-1-1")
    expect(bo.page.locator(f"{PREVIEW_SELECTOR} .fine")).to_have_count(1)
    with bo.page.expect_request("**/ask"):
        cy.tap("button[value=Pass]")
    wait_on_all_phones([bo], 3)
    expect(bo.page.locator(f"{PREVIEW_SELECTOR} .fine")).to_have_count(1)
    expect_box_note(bo, "pyramid-1-1", "stone 5")


def test_changing_an_entry_starts_with_its_values(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, SLUG, ["Ana", "Bo"])
    enter_roll(ana, "red", "red", "blue")
    cheops_dice.enter(ana, {"move": "Build", "boxes": ["pyramid-1-3", "pyramid-1-2"]})
    wait_on_all_phones([ana, bo], 2)
    ana.tap("#menu a[href$='/log']")
    ana.tap("#entry-2 a")
    ana.page.wait_for_url("**/change/2")
    for box in ("pyramid-1-3", "pyramid-1-2"):
        expect(ana.page.locator(f"input[value={box}]")).to_be_checked()
        expect_box_note(ana, box, "die")
    expect(ana.page.locator(PAYMENT_SELECTOR)).to_have_value("die")
    expect(ana.page.locator(f"{PREVIEW_SELECTOR} .fine")).to_contain_text("Blue: die.")
    expect(ana.page.locator("button.chosen[value=Build]")).to_have_count(1)
    tick_box(ana, "pyramid-1-2")
    ana.choose("select[name='payments[]'] >> nth=1", "")
    ana.tap(DONE_BUTTON_SELECTOR)
    ana.tap("button[value=Build]")
    wait_for_version(ana.page, 3)
    expect(ana.page.locator("#board-0 .cell.ticked")).to_have_count(1)
