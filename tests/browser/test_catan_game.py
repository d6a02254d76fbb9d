"""Catan: Cheops on one phone that tracks for all."""

from __future__ import annotations

from playwright.sync_api import APIResponse, Route, expect

from companion.games.seeds import plays
from tests.browser.arriving import Make, all_arrive, alone, arrive, seated
from tests.browser.evening import once_by_thumb
from tests.browser.hands import cheops_catan as hands
from tests.browser.test_every_screen import at_table_like, play_some
from tests.browser.thumbs import Thumb
from tests.long import LONG


def test_one_person_tracks_for_all_in_three_taps_an_event_at_most(phone: Make) -> None:
    """Every event of the play; in the short form the first of each kind by a seat, others by themselves."""
    record = plays("cheops_catan")["shared_win"]
    thumb, log = alone(phone, "cheops_catan", record["seats"]), record["log"]
    by_thumb = range(len(log)) if LONG else once_by_thumb(log)
    code = thumb.page.url.rsplit("/", 1)[1]
    for number, line in enumerate(log):
        if number in by_thumb:
            before = thumb.taps
            hands.enter(thumb, line)
            assert thumb.taps - before <= 3, line
        else:
            play_some(thumb.page, code, log, number, number + 1)
        arrive(thumb.page, number + 1)
    expect(thumb.page.locator("#end-title")).to_contain_text("share the win")
    for seat, points in enumerate(record["end"]["points"]):
        expect(thumb.page.locator(f".standings .c{seat} b")).to_have_text(str(points))


def test_a_knight_before_the_roll_takes_one_tap(phone: Make) -> None:
    thumb = alone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    taps = [*["Found 0"] * 9, "Knight 0", "Roll 0 6", "Knight 1", "Roll 1 8"]
    for version, value in enumerate(taps, 1):
        hands.press(thumb, value)
        arrive(thumb.page, version)
    expect(thumb.page.locator("#board-1 .of-knights")).to_have_text("1")
    hands.press(thumb, "Knight 2")
    arrive(thumb.page, len(taps) + 1)


def test_a_road_before_the_roll_is_refused_and_allowed_by_the_thumb(phone: Make) -> None:
    thumb = alone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    for version, value in enumerate([*["Found 0"] * 9, "Roll 0 6"], 1):
        hands.press(thumb, value)
        arrive(thumb.page, version)
    hands.press(thumb, "Build 1 road 0")
    expect(thumb.page.locator("#answer")).to_contain_text("Bo rolls first")
    thumb.tap("#answer button")
    arrive(thumb.page, 11)
    expect(thumb.page.locator("#board-1 .of-roads")).to_have_text("1")
    hands.press(thumb, "Roll 1 8")
    arrive(thumb.page, 12)


def test_the_seat_that_rolled_is_chosen_before_its_answer_comes(phone: Make) -> None:
    thumb = alone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    for version, value in enumerate([*["Found 0"] * 9, "Roll 0 6"], 1):
        hands.press(thumb, value)
        arrive(thumb.page, version)
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
    expect(drawn).to_contain_text("Bo reaches the site of Ana: Delta – Sais – Giza")
    expect(drawn).not_to_contain_text("site of Bo")


def test_whose_a_drawing_is_follows_the_turn(phone: Make) -> None:
    thumb = alone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    taps = [*["Found 0"] * 9, "Roll 0 6", "Roll 1 8", "Build 1 road 0"]
    for version, value in enumerate(taps, 1):
        hands.press(thumb, value)
        arrive(thumb.page, version)
    for whose in thumb.page.locator("#map select[name=seat]").all():
        expect(whose).to_have_value("1")


def test_the_next_seats_phone_rolls_and_so_ends_the_turn(phone: Make) -> None:
    thumbs = seated(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    ana, bo, cy = thumbs
    taps = [*((seat, "Found 0") for seat in (0, 1, 2, 2, 1, 0, 0, 1, 2)), (0, "Roll 0 6")]
    for version, (seat, value) in enumerate(taps, 1):
        hands.press(thumbs[seat], value)
        all_arrive(thumbs, version)
    expect(cy.page.locator("#hand button")).to_have_count(0)
    expect(bo.page.locator("button[value^='Build']:visible")).to_have_count(0)
    hands.press(cy, "Income 2 1")
    all_arrive(thumbs, len(taps) + 1)
    expect(ana.page.locator("#board-2 .of-gold")).to_have_text("4")
    expect(ana.page.locator("#board-2 .of-gold")).to_have_attribute("data-last", "")
    before = bo.taps
    hands.press(bo, "Roll 1 8")
    all_arrive(thumbs, len(taps) + 2)
    assert bo.taps == before + 1
    expect(ana.page.locator("#hand button")).to_have_count(0)
    expect(bo.page.locator("button[value='Build 1 road 0']")).to_be_visible()
    expect(cy.page.locator("button[value='Roll 2 8']")).to_be_visible()


def test_the_question_through_whose_site_is_a_second_step(phone: Make) -> None:
    thumb = alone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    taps = [*["Found 0"] * 7, "Found 1", "Found 1", "Roll 0 6"]
    for version, value in enumerate(taps, 1):
        hands.press(thumb, value)
        arrive(thumb.page, version)
    before = thumb.taps
    hands.press(thumb, "Lay 0 2")
    assert thumb.taps == before + 2
    arrive(thumb.page, len(taps) + 1)
    expect(thumb.page.locator(".pyramid [data-last]")).to_have_class("c0")
    expect(thumb.page.locator("#board-0 .of-gold")).to_have_text("2")


def test_the_stone_answers_why_it_cannot_be_laid_and_the_site_is_one_tap_away(phone: Make) -> None:
    thumb = alone(phone, "cheops_catan", ["Ana", "Bo", "Cy"])
    taps = [*["Found 0"] * 9, "Roll 0 6"]
    for version, value in enumerate(taps, 1):
        hands.press(thumb, value)
        arrive(thumb.page, version)
    thumb.tap("button.stone")
    expect(thumb.page.locator("#answer .answer")).to_contain_text("Ana")
    thumb.tap("#answer button:text('Got it')")
    before = thumb.taps
    thumb.tap(".building [value='Build 0 settlement 1']")
    assert thumb.taps == before + 1
    arrive(thumb.page, len(taps) + 1)
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
