"""The Pyramid's Deadline on a phone: the places for stones, and the number of taps that they need."""

import pytest
from playwright.sync_api import expect

from companion.games.seeds import load_plays
from tests.browser import game_drivers
from tests.browser.game_drivers.deadline import (
    MAIN_BUTTON_SELECTOR,
    ROLLED_FACES,
    enter_roll,
    open_at_die_choice,
)
from tests.browser.joining import MakePhone, open_with_phone_each
from tests.browser.tables import open_page_as_recorded
from tests.browser.touch_user import TouchUser, wait_for_version, wait_on_all_phones
from tests.waiting import wait_until_idle


def test_with_close_places_the_first_tap_chooses_and_the_second_lays(phone: MakePhone) -> None:
    record = load_plays("deadline")["death"]
    page = phone(viewport={"width": 320, "height": 690})
    builds = [n for n, line in enumerate(record["log"]) if line["move"] == "Build"]
    open_page_as_recorded(page, "deadline", record, builds[-1])
    user = TouchUser(page)
    assert page.evaluate("document.querySelector('#tomb').getScreenCTM().a") < 36
    user.tap("input[name=die]")
    place = "#strips rect >> nth=0"
    user.tap(place)
    expect(page.locator(place)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(MAIN_BUTTON_SELECTOR)).to_be_enabled()
    expect(page.locator("#table")).to_have_attribute("data-version", str(builds[-1]))
    user.tap(place)
    wait_for_version(page, builds[-1] + 1)


TURNING_SELECTORS = ("[data-deed=turned]", "[data-deed=flipped]")
POINT_ON_CHAMBER_JS = """plan => {
  const { a, e, d, f } = plan.getScreenCTM();
  return [e + a, f - 1.5 * Math.abs(d)];
}"""


def test_a_die_chosen_after_its_place_is_laid_there_even_after_a_reload(phone: MakePhone) -> None:
    ana = open_at_die_choice(phone)
    expect(ana.page.locator("#move-form input:checked, #strips rect")).to_have_count(0)
    for control in ("#reserve", *TURNING_SELECTORS, MAIN_BUTTON_SELECTOR):
        expect(ana.page.locator(control)).to_be_disabled()
    ana.page.touchscreen.tap(*ana.page.locator("#tomb").evaluate(POINT_ON_CHAMBER_JS))
    expect(ana.page.locator("#prompt")).to_contain_text("What goes there?")
    ana.page.reload()
    expect(ana.page.locator("#prompt")).to_contain_text("What goes there?")
    ana.tap("input[name=die][value=large]")
    wait_for_version(ana.page, 2)
    expect(ana.page.locator("#aim")).to_have_count(1)
    expect(ana.page.locator("#aim")).to_have_value("")


def test_the_stone_in_reserve_and_an_orientation_stay_chosen_over_a_reload(phone: MakePhone) -> None:
    ana = open_at_die_choice(phone)
    strips, reserve = ana.page.locator("#strips"), ana.page.locator("#reserve")
    ana.tap("input[name=die][value=trapezoid]")
    expect(ana.page.locator("label.face:has(:checked) .stone:visible")).to_have_count(1)
    expect(ana.page.locator("label.face:has(:checked) .turned")).to_be_visible()
    expect(ana.page.locator("#prompt")).to_contain_text("Tap a place, or slide to it.")
    for controls, pressed in ((["#reserve"], "true"), (["#reserve", *TURNING_SELECTORS], "false")):
        for control in controls:
            ana.tap(control)
        expect(reserve).to_have_attribute("aria-pressed", pressed)
        places = strips.inner_html()
        ana.page.reload()
        expect(ana.page.locator("input[value=trapezoid]")).to_be_checked()
        expect(reserve).to_have_attribute("aria-pressed", pressed)
        assert strips.inner_html() == places
    plan = ana.get_bounds("#tomb")
    ana.page.touchscreen.tap(plan["x"] + plan["width"] / 2, plan["y"] + 10)
    wait_until_idle(ana.page)
    expect(ana.page.locator("#table")).to_have_attribute("data-version", "1")
    expect(ana.page.locator(MAIN_BUTTON_SELECTOR)).to_be_disabled()
    ana.tap("#strips rect >> nth=0")
    wait_for_version(ana.page, 2)


IS_CUT_JS = "e => e.scrollWidth > e.clientWidth || e.getBoundingClientRect().right > innerWidth"
STONE_POSITIONS_JS = """() => {
  const { a, e, f } = document.querySelector("#tomb").getScreenCTM();
  const face = document.querySelector("label.face").getBoundingClientRect();
  return [a, e, f, face.top, document.querySelector("#move-form").getBoundingClientRect().height];
}"""


@pytest.mark.parametrize("locale", ["de", "fr", "ar"])
def test_no_hint_or_preview_moves_the_move_form_or_the_drawing(phone: MakePhone, locale: str) -> None:
    page = phone(locale=locale, viewport={"width": 320, "height": 690})
    open_page_as_recorded(page, "deadline", load_plays("deadline")["symmetry"], 8)
    user, hint = TouchUser(page), page.locator("#prompt .question")
    hints, previews, positions = set[str](), set[str](), page.evaluate(STONE_POSITIONS_JS)
    for has_laid in (False, True):
        page.evaluate("yes => yes && localStorage.setItem('deadline-laid', 'yes')", has_laid)
        for die in page.locator("input[name=die]").all():
            user.tap(f"input[value={die.get_attribute('value')}]")
            expect(hint).not_to_be_empty()
            hints.add(hint.inner_text())
            assert page.evaluate(STONE_POSITIONS_JS) == positions, hints
            assert not hint.evaluate(IS_CUT_JS), hints
    for strip in page.locator("#strips rect").all():
        box = strip.bounding_box()
        assert box
        user.touch.dispatch("touchStart", box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        previews.add(page.locator("#said-then").inner_text())
        assert page.evaluate(STONE_POSITIONS_JS) == positions, previews
        user.touch.dispatch("touchMove", 5, 5)
        user.touch.lift()
    assert min(len(hints), len(previews)) > 2


def test_after_a_refusal_stones_can_be_laid_as_before(phone: MakePhone) -> None:
    ana = open_at_die_choice(phone)
    ana.tap("input[name=die][value=large]")
    ana.tap(".life")
    ana.tap("#supply button[value=SetAside]")
    expect(ana.page.locator("#answer button", has_text="Allow anyway")).to_be_visible()
    ana.tap("#strips rect >> nth=0")
    wait_for_version(ana.page, 2)


def test_a_finger_that_lifts_after_the_turn_ended_lays_no_stone(phone: MakePhone) -> None:
    ana, bo = open_with_phone_each(phone, "deadline", ["Ana", "Bo"])
    bo.enter_for("all")
    enter_roll(ana, ROLLED_FACES)
    wait_on_all_phones([ana, bo], 1)
    ana.tap("input[name=die][value=large]")
    ana.touch.dispatch("touchStart", *ana.page.locator("#tomb").evaluate(POINT_ON_CHAMBER_JS))
    expect(ana.page.locator(MAIN_BUTTON_SELECTOR)).to_be_enabled()
    game_drivers.enter_move(bo, "deadline", {"kind": "undo"})
    wait_on_all_phones([ana, bo], 2)
    ana.touch.lift()
    enter_roll(ana, ROLLED_FACES)
    wait_on_all_phones([ana, bo], 3)


def drag(user: TouchUser, stone: str, onto: str) -> None:
    """Drag a stone over the drawing, and drop it on another element."""
    for kind, selector in (("touchStart", stone), ("touchMove", "#tomb"), ("touchMove", onto)):
        box = user.get_bounds(selector)
        user.touch.dispatch(kind, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    user.touch.lift()


def test_a_stone_dropped_on_the_board_is_laid(phone: MakePhone) -> None:
    ana = open_at_die_choice(phone)
    drag(ana, "label.face:has([value=large])", MAIN_BUTTON_SELECTOR)
    expect(ana.page.locator("input[value=large]")).to_be_checked()
    expect(ana.page.locator("#move-form .main")).to_be_disabled()
    drag(ana, "#reserve", "#col--1")
    wait_for_version(ana.page, 2)
    expect(ana.page.locator("#board-0")).to_contain_text("3 × 1 − 1 = 2")


def test_changing_an_entry_starts_with_the_laid_stone(phone: MakePhone) -> None:
    record, page = load_plays("deadline")["death"], phone()
    code = open_page_as_recorded(page, "deadline", record, 12)
    page.goto(f"/t/{code}/change/10")
    expect(page.locator(MAIN_BUTTON_SELECTOR)).to_have_text("Lay it: 9")
    expect(page.locator("#said-then")).to_contain_text("5 × 2 − 1 = 9")
