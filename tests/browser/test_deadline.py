"""The Pyramid's Deadline on a phone: entering a roll, and laying a stone with a tap or by dragging."""

import re

from playwright.sync_api import APIResponse, Route, expect

from companion.games.seeds import load_plays
from tests.browser.game_drivers.deadline import (
    ROLLED_FACES,
    enter_roll,
    open_at_die_choice,
    turn_stone_as_recorded,
)
from tests.browser.joining import MakePhone, open_with_one_phone
from tests.browser.tables import open_page_as_recorded
from tests.browser.touch_user import wait_for_version


def test_a_roll_shows_the_number_of_dice_and_the_remaining_squares(phone: MakePhone) -> None:
    ana = open_with_one_phone(phone, "deadline", ["Ana", "Bo"])
    main, so_far = ana.page.locator("#move-form .main"), ana.page.locator(".so-far")
    expect(main).to_be_disabled()
    for face in ROLLED_FACES[:1] + ROLLED_FACES[2:]:
        ana.tap(f"[data-add={face}]")
    expect(so_far).to_have_text("6 of 7")
    expect(main).to_have_text("The rest are squares")
    ana.tap("[data-add='']")
    expect(so_far).to_have_text("5 of 7")
    for face in ("square", "square"):
        ana.tap(f"[data-add={face}]")
    expect(ana.page.locator("[data-add=square]")).to_be_disabled()
    expect(main).to_have_text("These are the dice")
    ana.tap("#move-form .main")
    wait_for_version(ana.page, 1)
    expect(ana.page.locator("label.face", has_text="small triangle")).to_contain_text("× 3")


def test_each_place_of_a_stone_is_one_tap_and_no_button_moves(phone: MakePhone) -> None:
    ana = open_at_die_choice(phone)
    buttons = ana.page.locator("#move-form button")
    positions = [button.bounding_box() for button in buttons.all()]
    for shape in ("large", "square", "small", "trapezoid"):
        ana.tap(f"input[name=die][value={shape}]")
        drawing = ana.page.locator("label.face:has(:checked) .turned use").first
        expect(drawing).to_have_attribute("href", re.compile(rf"#{shape}\w?-"))
    expect(ana.page.locator("#move-form .main")).to_have_text("Tap where it goes")
    ways = ana.page.locator("#strips rect").evaluate_all(
        "strips => strips.map(strip => strip.dataset.lies.split(' ')[0])"
    )
    assert len(set(ways)) > 1
    place = turn_stone_as_recorded(ana, "new", 5, 1)
    assert [button.bounding_box() for button in buttons.all()] == positions
    ana.tap(place)
    wait_for_version(ana.page, 2)
    expect(ana.page.locator("#board-0")).to_contain_text("2 × 3 − 1 = 5")


def test_dragging_selects_the_nearest_place_and_lifting_lays_the_stone(phone: MakePhone) -> None:
    ana = open_at_die_choice(phone)
    ana.tap("input[name=die][value=large]")
    plan, first = ana.get_bounds("#tomb"), ana.get_bounds("#strips [data-lies='0 -2']")
    y = plan["y"] + plan["height"] / 2
    ana.touch.dispatch("touchStart", first["x"] + first["width"] / 2, first["y"] + first["height"] / 2)
    expect(ana.page.locator("#strips [data-lies='0 -2']")).to_have_attribute("aria-pressed", "true")
    expect(ana.page.locator("#move-form .main")).to_have_text("Lay it: 2")
    ana.page.locator("#tomb").dispatch_event("pointercancel")
    expect(ana.page.locator("#move-form .main")).to_have_text("Tap where it goes")
    ana.touch.lift()
    ana.touch.dispatch("touchStart", first["x"] + first["width"] / 2, first["y"] + first["height"] / 2)
    ana.touch.dispatch("touchMove", plan["x"] + plan["width"] / 2, y)
    expect(ana.page.locator("#said-then .formula")).to_have_text("2 × 2 − 1 = 3")
    expect(ana.page.locator("#said-then")).to_contain_text("1 → 3")
    ana.touch.dispatch("touchMove", plan["x"] + plan["width"] / 2, plan["y"] - 20)
    expect(ana.page.locator("#said-then")).to_be_hidden()
    ana.touch.dispatch("touchMove", plan["x"] + plan["width"] / 2, y)
    ana.touch.lift()
    wait_for_version(ana.page, 2)
    expect(ana.page.locator("#board-0")).to_contain_text("2 × 2 − 1 = 3")


def test_a_stone_laid_before_the_response_to_the_roll_is_entered_after_it(phone: MakePhone) -> None:
    ana = open_with_one_phone(phone, "deadline", ["Ana", "Bo"])
    held: list[tuple[Route, APIResponse]] = []
    ana.page.route("**/enter", lambda route: held.append((route, route.fetch())), times=1)
    enter_roll(ana, ROLLED_FACES)
    wait_for_version(ana.page, 1)
    ana.tap("input[name=die][value=large]")
    ana.tap("#strips [data-lies='0 -2']")
    expect(ana.page.locator("#confirm-entry [data-why=unanswered]")).to_be_visible()
    route, response = held.pop()
    route.fulfill(response=response)
    wait_for_version(ana.page, 2)


def test_the_game_works_without_its_script(phone: MakePhone) -> None:
    page = phone(java_script_enabled=False)
    page.goto("/open/deadline?seats=2")
    page.locator("button:text('Start at once')").tap()
    page.locator("input[name='dice[]']").fill(" ".join(ROLLED_FACES))
    page.locator("button[value=Roll]").tap()
    page.locator("label.face", has_text="large triangle").tap()
    page.get_by_label("new, large triangle, position 1").tap()
    page.locator("select[name=column]").select_option("0")
    page.locator("button[value=Build]").tap()
    expect(page.locator("#board-0")).to_contain_text("2 × 2 − 1 = 3")


LONG_NAME = "WWWWWWWWWWWWWWWWWWWW"
FIND_OUTSIDE_CARD_JS = """cards => cards.flatMap(card => {
  const { left, right, top, bottom } = card.getBoundingClientRect();
  return [...card.querySelectorAll(".name, .points")].filter(part => {
    const box = part.getBoundingClientRect();
    return box.left < left || box.right > right || box.top < top || box.bottom > bottom;
  }).map(part => part.outerHTML);
})"""


def test_with_six_players_names_and_points_stay_on_their_cards(phone: MakePhone) -> None:
    page, record = phone(viewport={"width": 320, "height": 690}), load_plays("deadline")["six_seats"]
    named = {**record, "seats": [LONG_NAME, *record["seats"][1:]]}
    code = open_page_as_recorded(page, "deadline", named, len(record["log"]) - 4)
    assert page.locator(".rival").evaluate_all(FIND_OUTSIDE_CARD_JS) == []
    page.goto(f"/t/{code}/scores")
    points = page.locator(".sheet h2 b")
    points.first.evaluate("points => { points.textContent = '10'; }")
    heights = {box["height"] for each in points.all() if (box := each.bounding_box())}
    assert len(heights) == 1, "points are not broken"
