"""The roll-and-write in a real browser: a turn in at most four taps, a question that enters nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from companion.games.seeds import plays

Make = Callable[..., Page]


def open_table(page: Page, seats: int) -> str:
    page.goto(f"/open/cheops_dice?seats={seats}")
    page.locator("button.big").tap()
    page.wait_for_selector("#table")
    return page.url.split("?")[0]


def tap_turn(page: Page, line: dict[str, Any]) -> int:
    """Enter one action; how many taps it took."""
    taps = 1
    if line["move"] == "Build":
        for box in line["boxes"]:
            tick = page.locator(f"input[value='{box}']")
            tick.evaluate("box => box.scrollIntoView({block: 'center'})")
            tick.check(force=True)
            taps += 1
        if line.get("payments"):
            page.locator("details.more > summary").first.tap()
            for number, payment in enumerate(line["payments"]):
                page.locator("select[name='payments[]']").nth(number).select_option(payment)
        page.locator("button[value=Build]").first.tap()
    else:
        page.locator(f"button[value={line['move']}]").tap()
    return taps


def test_a_recorded_game_on_one_phone(phone: Make) -> None:
    record = plays("cheops_dice")["three_at_the_table"]
    page = phone()
    table = open_table(page, len(record["seats"]))
    for version, line in enumerate(record["log"], 1):
        page.goto(f"{table}?for={line['seat']}")
        if line["move"] == "Roll":
            for die in line["dice"]:
                page.locator(f"[data-add='{die}']").tap()
            page.locator("button[value=Roll]").tap()
        else:
            assert tap_turn(page, line) <= 4
        expect(page.locator("#table")).to_have_attribute("data-version", str(version))
    for seat, points in enumerate(record["end"]["points"]):
        expect(page.locator(f".podium .c{seat} b")).to_have_text(str(points))


def test_beside_what_is_ticked_stands_whether_it_is_allowed(phone: Make) -> None:
    page = phone()
    open_table(page, 2)
    for _ in range(3):
        page.locator("[data-add=red]").tap()
    page.locator("button[value=Roll]").tap()
    page.locator("input[value=pyramid-2-1]").check(force=True)
    expect(page.locator("[data-foretell]")).to_contain_text("needs both boxes below it first")
    page.locator("input[value=pyramid-2-1]").uncheck(force=True)
    expect(page.locator("[data-foretell]")).to_be_empty()
    expect(page.locator("#table")).to_have_attribute("data-version", "1")


def test_a_question_enters_nothing(phone: Make) -> None:
    page = phone()
    open_table(page, 2)
    for die in ("red", "green", "blue"):
        page.locator(f"[data-add='{die}']").tap()
    page.locator("button[value=Roll]").tap()
    expect(page.locator("#table")).to_have_attribute("data-version", "1")
    page.locator("input[value='pyramid-2-1']").check(force=True)
    page.get_by_role("button", name="Is this allowed?").tap()
    expect(page.locator("#answer .answer")).to_contain_text("needs both boxes below it")
    expect(page.locator("#table")).to_have_attribute("data-version", "1")
    expect(page.locator("#box-0-pyramid-2-1")).to_have_class("cell k-orange refused-here")


def test_one_payment_is_chosen_and_the_other_left_as_proposed(phone: Make) -> None:
    page = phone()
    open_table(page, 2)
    for die in ("green", "green", "red"):
        page.locator(f"[data-add='{die}']").tap()
    page.locator("button[value=Roll]").tap()
    expect(page.locator("#table")).to_have_attribute("data-version", "1")
    boxes = ["pyramid-1-1", "pyramid-1-3"]
    assert tap_turn(page, {"move": "Build", "boxes": boxes, "payments": ["proposed", "joker"]}) == 3
    expect(page.locator("#table")).to_have_attribute("data-version", "2")
    expect(page.locator("#board-0")).to_contain_text("jokers 1 of 2")
