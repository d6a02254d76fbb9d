"""Undo, questions at the bottom of the screen, and messages that disappear with their cause."""

from playwright.sync_api import expect

from tests.browser.game_drivers.giza import choose_tile, play_tile
from tests.browser.joining import (
    MakePhone,
    open_with_phone_each,
    set_seats_to_enter_for,
    wait_for_version,
    wait_on_all_phones,
)
from tests.browser.phones import MARK_HASTY_JS
from tests.browser.test_table import open_table_after_first_roll
from tests.waiting import wait_until_idle

BOTTOM_CONTROLS_JS = """() => {
  const seen = [...document.querySelectorAll("dialog[open]")]
    .filter(sheet => getComputedStyle(sheet).visibility === "visible");
  return seen.length === 1 && Math.round(seen[0].getBoundingClientRect().bottom) === innerHeight;
}"""
END_UNDO_TIME_JS = """offered => offered.getAnimations().map(passing => {
  passing.finish();
  return passing.effect.getTiming().duration;
})"""
"""Ends the time of the undo button and returns it in milliseconds."""
HAS_OUTLINE_JS = "getComputedStyle(document.querySelector('#prompt')).outlineStyle !== 'none'"


def test_the_players_own_entry_can_be_undone_with_one_tap_for_five_seconds(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    play_tile(ana, "+5", 0, 0)
    wait_on_all_phones([ana, bo], 1)
    ana.tap(".just-entered button")
    wait_on_all_phones([ana, bo], 2)
    play_tile(ana, "+5", 0, 0)
    wait_on_all_phones([ana, bo], 3)
    assert ana.page.locator(".just-entered").evaluate(END_UNDO_TIME_JS) == [5000]
    expect(ana.page.locator(".just-entered")).to_be_hidden()
    expect(bo.page.locator(".just-entered")).to_have_count(0)


def test_one_question_is_shown_at_the_bottom_and_can_be_dismissed(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    play_tile(ana, "+5", 0, 0)
    wait_on_all_phones([ana, bo], 1)
    ana.page.locator(".just-entered").evaluate(END_UNDO_TIME_JS)
    ana.tap("#head [commandfor=sure-undo]")
    assert ana.page.evaluate(BOTTOM_CONTROLS_JS)
    expect(ana.page.locator("#sure-undo")).to_contain_text("Ana laid a +5 stone on Khufu")
    ana.tap("#sure-undo [command=close]")
    expect(ana.page.locator("#sure-undo")).to_be_hidden()
    wait_for_version(ana.page, 1)


def test_a_second_tap_discards_a_tile(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    choose_tile(ana, "+2")
    ana.tap("button[commandfor=more]")
    ana.tap("#more [data-add='+3']")
    ana.page.touchscreen.tap(100, 100)
    expect(ana.page.locator("#more")).to_be_hidden()
    wait_until_idle(ana.page)
    before = ana.taps
    choose_tile(ana, "-5")
    ana.tap("#palette .only")
    assert ana.taps - before == 2
    wait_on_all_phones([ana, bo], 1)
    expect(bo.page.locator("#news")).to_contain_text("Ana discarded")
    expect(bo.page.locator("button[value=Skip]")).to_have_count(0)


def test_messages_have_no_focus_ring_for_touch_users(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    ana.tap("#menu a[href$='/log']")
    ana.tap("#drawer summary")
    ana.write("#drawer input[name=text]", "well played")
    ana.tap("#drawer button:has-text('✕')")
    choose_tile(ana, "+2")
    ana.tap("button[commandfor=more]")
    ana.tap("#more button[value=Discard]")
    wait_on_all_phones([ana, bo], 1)
    expect(ana.page.locator("#prompt")).to_be_focused()
    assert not ana.page.evaluate(HAS_OUTLINE_JS)


def test_an_undo_of_another_players_entry_asks_first(phone: MakePhone) -> None:
    users = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    play_tile(users[0], "+5", 0, 0)
    wait_on_all_phones(users, 1)
    for user in users:
        sure = user.page.locator("#sure-undo .sure")
        user.page.evaluate(MARK_HASTY_JS)
        user.tap("[commandfor=sure-undo]")
        box = sure.bounding_box()
        assert box
        user.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        wait_until_idle(user.page)
        user.page.reload()
        wait_for_version(user.page, 1)
    users[1].tap("#sure-undo .sure")
    wait_on_all_phones(users, 2)


def test_one_tap_in_the_move_form_ends_acting_for_another_seat(phone: MakePhone) -> None:
    cy = open_table_after_first_roll(phone)[2]
    set_seats_to_enter_for(cy, 1)
    cy.tap("#prompt .for-whom")
    cy.page.wait_for_selector("#table[data-turn=others]")
    expect(cy.page.locator("#move-form button")).to_have_count(0)
    wait_for_version(cy.page, 10)
