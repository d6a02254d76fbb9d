"""The roll-and-write on phones: what is said beside what is ticked, and what is never left behind."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Route, expect

from tests.browser import hands
from tests.browser.arriving import Make, all_arrive, alone, arrive, seated
from tests.browser.thumbs import Thumb

SLUG = "cheops_dice"
PAYMENT = "select[name='payments[]'] >> nth=0"


def roll(thumb: Thumb, *dice: str) -> None:
    hands.enter(thumb, SLUG, {"move": "Roll", "dice": dice})
    arrive(thumb.page, 1)


def tick(thumb: Thumb, box: str) -> None:
    thumb.tap(f"input[value='{box}']")


def test_a_plain_turn_is_three_taps(phone: Make) -> None:
    ana = alone(phone, SLUG, ["Ana", "Bo"])
    roll(ana, "green", "green", "red")
    before = ana.taps
    hands.enter(ana, SLUG, {"move": "Build", "boxes": ["pyramid-1-1", "pyramid-1-3"]})
    assert ana.taps - before == 3
    arrive(ana.page, 2)


def test_beside_what_is_ticked_stands_whether_it_is_allowed(phone: Make) -> None:
    ana = alone(phone, SLUG, ["Ana", "Bo"])
    roll(ana, "red", "red", "red")
    tick(ana, "pyramid-2-1")
    expect(ana.page.locator("#foretell")).to_contain_text("needs both boxes below it first")
    tick(ana, "pyramid-2-1")
    expect(ana.page.locator("#foretell")).to_be_empty()
    arrive(ana.page, 1)


def test_a_question_enters_nothing(phone: Make) -> None:
    ana = alone(phone, SLUG, ["Ana", "Bo"])
    roll(ana, "red", "green", "blue")
    tick(ana, "pyramid-2-1")
    ana.tap("button:text('Is this allowed?')")
    expect(ana.page.locator("#answer .answer")).to_contain_text("needs both boxes below it")
    arrive(ana.page, 1)
    expect(ana.page.locator("#box-0-pyramid-2-1")).to_have_class("cell k-orange refused-here")


def test_one_payment_is_chosen_and_the_other_left_as_proposed(phone: Make) -> None:
    ana = alone(phone, SLUG, ["Ana", "Bo"])
    roll(ana, "green", "green", "red")
    boxes, payments = ["pyramid-1-1", "pyramid-1-3"], ["proposed", "joker"]
    hands.enter(ana, SLUG, {"move": "Build", "boxes": boxes, "payments": payments})
    arrive(ana.page, 2)
    expect(ana.page.locator("#board-0")).to_contain_text("jokers 1 of 2")


@contextmanager
def held_back(thumb: Thumb) -> Iterator[list[Route]]:
    """Questions wait until they are let go."""
    waiting: list[Route] = []
    thumb.page.route("**/ask", lambda route: waiting.append(route))
    yield waiting
    thumb.page.unroute("**/ask")


def test_the_answer_is_about_what_is_ticked_and_paid_now(phone: Make) -> None:
    ana = alone(phone, SLUG, ["Ana", "Bo"])
    roll(ana, "red", "red", "red")
    foretold = ana.page.locator("#foretell")
    tick(ana, "pyramid-1-2")
    expect(foretold.locator(".fine")).to_have_count(1)
    ana.choose(PAYMENT, "joker")
    expect(foretold.locator(".refused")).to_contain_text("red die lies in the middle")
    with held_back(ana) as waiting:
        ana.choose(PAYMENT, "die")
        expect(foretold).to_be_empty()
        ana.choose(PAYMENT, "proposed")
        ana.page.wait_for_timeout(100)
        assert len(waiting) == 2
        waiting[1].continue_()
        expect(foretold.locator(".fine")).to_have_count(1)
        waiting[0].abort()
    tick(ana, "pyramid-1-2")
    expect(foretold).to_be_empty()


def test_an_entry_leaves_no_answer_and_no_payment_to_the_next_player(phone: Make) -> None:
    ana, bo = seated(phone, SLUG, ["Ana", "Bo"])
    roll(ana, "red", "red", "red")
    tick(ana, "pyramid-1-2")
    ana.choose(PAYMENT, "die")
    expect(ana.page.locator("#foretell .fine")).to_have_count(1)
    ana.tap("button[value=Build]:not([formaction])")
    all_arrive([ana, bo], 2)
    expect(ana.page.locator("#foretell")).to_be_empty()
    expect(ana.page.locator(PAYMENT)).to_have_value("proposed")


def test_another_phones_entry_asks_again(phone: Make) -> None:
    ana, bo, cy = seated(phone, SLUG, ["Ana", "Bo", "Cy"])
    roll(ana, "red", "red", "red", "blue")
    all_arrive([ana], 1)
    ana.tap("button[value=Pass]")
    all_arrive([bo, cy], 2)
    tick(bo, "pyramid-1-1")
    expect(bo.page.locator("#foretell .fine")).to_have_count(1)
    with bo.page.expect_request("**/ask"):
        cy.tap("button[value=Pass]")
    all_arrive([bo], 3)
    expect(bo.page.locator("#foretell .fine")).to_have_count(1)


def test_a_change_begins_with_what_was_entered(phone: Make) -> None:
    ana, bo = seated(phone, SLUG, ["Ana", "Bo"])
    roll(ana, "red", "red", "blue")
    boxes, payments = ["pyramid-1-3", "pyramid-1-2"], ["die", "die"]
    hands.enter(ana, SLUG, {"move": "Build", "boxes": boxes, "payments": payments})
    all_arrive([ana, bo], 2)
    ana.page.goto(f"{ana.page.url.split('?')[0]}/change/2")
    for box in boxes:
        expect(ana.page.locator(f"input[value={box}]")).to_be_checked()
    expect(ana.page.locator(PAYMENT)).to_have_value("die")
    expect(ana.page.locator("#foretell .fine")).to_contain_text("Blue: die. Red: die.")
    expect(ana.page.locator("button.chosen[value=Build]")).to_have_count(1)
    tick(ana, "pyramid-1-2")
    ana.choose("select[name='payments[]'] >> nth=1", "")
    ana.tap("button[value=Build]:not([formaction])")
    arrive(ana.page, 3)
    expect(ana.page.locator("#board-0 .cell.ticked")).to_have_count(1)
