"""Undo, questions at the bottom of the screen, and messages that disappear with their cause."""

from playwright.sync_api import expect

from companion.games.seeds import load_plays
from tests.browser.game_drivers.giza import choose_tile, play_tile
from tests.browser.joining import MakePhone, open_with_phone_each
from tests.browser.tables import open_page_as_recorded
from tests.browser.touch_user import TouchUser, wait_for_version, wait_on_all_phones
from tests.waiting import wait_until_idle

IS_ONE_DIALOG_AT_BOTTOM_JS = """() => {
  const seen = [...document.querySelectorAll("dialog[open]")]
    .filter(sheet => getComputedStyle(sheet).visibility === "visible");
  return seen.length === 1 && Math.round(seen[0].getBoundingClientRect().bottom) === innerHeight;
}"""
END_UNDO_TIME_JS = """offered => offered.getAnimations().map(passing => {
  passing.finish();
  return passing.effect.getTiming().delay;
})"""
"""Ends the time of the undo button and returns it in milliseconds."""
HAS_OUTLINE_JS = "getComputedStyle(document.querySelector('#prompt')).outlineStyle !== 'none'"


def test_an_own_entry_is_undone_with_one_tap_and_later_with_a_question(phone: MakePhone) -> None:
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
    ana.tap("#head [commandfor=sure-undo]")
    assert ana.page.evaluate(IS_ONE_DIALOG_AT_BOTTOM_JS), "one question at the bottom"
    expect(ana.page.locator("#sure-undo")).to_contain_text("Ana laid a +5 stone on Khufu")
    play_tile(bo, "+4", 1, 0)
    wait_on_all_phones([ana, bo], 4)
    expect(ana.page.locator("#sure-undo")).to_be_hidden()  # as there is a newer entry
    ana.tap("#head [commandfor=sure-undo]")
    ana.tap("#sure-undo .sure")
    wait_on_all_phones([ana, bo], 5)


COUNT_TEXT_LINES_JS = """button => {
  const word = document.createRange();
  word.selectNodeContents(button.firstChild);
  return word.getClientRects().length;
}"""


def test_a_long_sentence_does_not_hide_the_text_of_redo(phone: MakePhone) -> None:
    user = TouchUser(phone(viewport={"width": 320, "height": 690}))
    open_page_as_recorded(user.page, "cheops_catan", load_plays("cheops_catan")["twelve_points"], 62)
    user.tap("#undo button")
    wait_for_version(user.page, 63)
    user.tap("[commandfor=menu]")
    redo = user.page.locator("#redo button").first
    expect(redo).to_contain_text("Ana rolled a 7 and laid black stone")
    assert redo.evaluate(COUNT_TEXT_LINES_JS) == 1


def test_a_second_tap_discards_a_tile_and_no_focus_ring_is_shown(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "giza", ["Ana", "Bo"])
    ana.tap("#menu a[href$='/log']")
    ana.tap("#drawer summary")
    ana.write("#drawer input[name=text]", "well played")
    ana.tap("#drawer button:has-text('✕')")
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
    expect(ana.page.locator("#prompt")).to_be_focused()
    assert not ana.page.evaluate(HAS_OUTLINE_JS)
