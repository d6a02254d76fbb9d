"""Catan: Cheops on one phone that tracks for all."""

from playwright.sync_api import APIResponse, Route, expect

from companion.games.seeds import plays
from tests.browser.arriving import Make, alone, arrive
from tests.browser.hands import cheops_catan as hands
from tests.browser.tables import at_table_like
from tests.browser.thumbs import Thumb


def test_the_seat_that_rolled_is_chosen_before_its_answer_comes(phone: Make) -> None:
    thumb = alone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    hands.press_all(thumb, hands.FOUNDED)
    held = list[tuple[Route, APIResponse]]()
    thumb.page.route("**/enter", lambda route: held.append((route, route.fetch())))
    hands.press(thumb, "Roll 1 8")
    arrive(thumb.page, 11)
    expect(thumb.page.locator(".chooser :checked")).to_have_value("1")
    expect(thumb.page.locator("button[value='Build 1 road 0']")).to_be_visible()
    expect(thumb.page.locator("#line")).to_have_class("line waiting")
    [(route, answer)] = held
    route.fulfill(response=answer)
    expect(thumb.page.locator("#line")).to_have_class("line live")


def test_the_drawing_answers_the_route_question(phone: Make) -> None:
    thumb = alone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    road, house = "#map form:has([name=start])", "#map form:has([name=crossing])"
    for version, (start, end, seat) in enumerate((("Delta", "Sais", 1), ("Sais", "Giza", 2)), 1):
        thumb.write(f"{road} [name=start]", start)
        thumb.write(f"{road} [name=end]", end)
        thumb.choose(f"{road} [name=seat]", str(seat))
        thumb.tap(f"{road} button")
        arrive(thumb.page, version)
    for version, (crossing, seat, site) in enumerate((("Giza", 0, True), ("Delta", 1, False)), 3):
        thumb.write(f"{house} [name=crossing]", crossing)
        thumb.choose(f"{house} [name=seat]", str(seat))
        if site:
            thumb.tap(f"{house} [name=at_site]")
        thumb.tap(f"{house} button")
        arrive(thumb.page, version)
    drawn = thumb.page.locator("#map")
    expect(drawn).to_contain_text("Bo reaches Ana’s site: Delta – Sais – Giza")
    expect(drawn).not_to_contain_text("site of Bo")


def test_the_stone_answers_why_it_cannot_be_laid_and_the_site_is_one_tap_away(phone: Make) -> None:
    thumb = alone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    hands.press_all(thumb, hands.FOUNDED)
    thumb.tap("button.stone")
    expect(thumb.page.locator("#answer .answer")).to_contain_text("Ana")
    thumb.tap("#answer button:text('Got it')")
    before = thumb.taps
    thumb.tap(".building [value='Build 0 settlement 1']")
    assert thumb.taps == before + 1
    arrive(thumb.page, len(hands.FOUNDED) + 1)
    expect(thumb.page.locator("button.stone.primary")).to_have_count(1)
    expect(thumb.page.locator(".building [value='Build 0 settlement 1']")).to_have_count(0)


def test_what_waits_says_that_a_stone_is_laid_and_through_whom(phone: Make) -> None:
    record, page = plays("cheops_catan")["pyramid_complete"], phone()
    laid = next(n for n, line in enumerate(record["log"]) if line.get("owner") is not None)
    at_table_like(page, "cheops_catan", record, laid)
    expect(page.locator("#line")).to_have_class("line live")
    page.context.set_offline(True)
    hands.enter(Thumb(page), record["log"][laid])
    name = record["seats"][record["log"][laid]["owner"]]
    expect(page.locator("#waiting")).to_contain_text(f"Stone through {name}")
