"""The Pyramid's Deadline in a real browser: six seats by touch, two by keyboard alone, the tomb checker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from companion.games.seeds import plays

Make = Callable[..., Page]


def open_table(page: Page, seats: int) -> None:
    page.goto(f"/open/deadline?seats={seats}")
    page.locator("button.big").tap()
    page.wait_for_selector("#table")


def at_version(page: Page, version: int) -> None:
    expect(page.locator("#table")).to_have_attribute("data-version", str(version))


def tap_entry(page: Page, line: dict[str, Any]) -> None:
    if line["move"] == "Roll":
        for die in line["dice"]:
            page.locator(f"[data-add='{die}']").tap()
        page.get_by_role("button", name="These are the dice").tap()
    elif line["move"] == "Build":
        page.locator(f"input[name=die][value='{line['die']}']").check(force=True)
        held = page.locator(f"input[name='stone turn'][value='{line['stone']} {line['turn']}']")
        held.locator("visible=true").check(force=True)
        page.locator(f"#col-{line['column']}").tap()
    else:
        page.get_by_role("button", name="Announce the tomb").tap()


def test_six_seats_by_touch_on_one_phone(phone: Make) -> None:
    record = plays("deadline")["six_seats"]
    page = phone()
    open_table(page, 6)
    for version, line in enumerate(record["log"], 1):
        tap_entry(page, line)
        at_version(page, version)
    for seat, points in enumerate(record["end"]["points"]):
        expect(page.locator(f".podium .c{seat} b")).to_have_text(str(points))


def press(page: Page, selector: str, key: str = "Enter") -> None:
    page.locator(selector).locator("visible=true").first.focus()
    page.keyboard.press(key)


def test_a_game_by_keyboard_alone(phone: Make) -> None:
    record = plays("deadline")["symmetry"]
    page = phone()
    open_table(page, 2)
    for version, line in enumerate(record["log"], 1):
        if line["move"] == "Roll":
            for die in line["dice"]:
                press(page, f"[data-add='{die}']")
            press(page, "button[value=Roll]")
        elif line["move"] == "Build":
            press(page, f"input[name=die][value='{line['die']}']", "Space")
            press(
                page, f"input[name='stone turn'][value='{line['stone']} {line['turn']}']", "Space"
            )
            press(page, f"#col-{line['column']}")
        elif line["move"] == "SetAside":
            press(page, f"input[name=die][value='{line['die']}']", "Space")
            press(page, "button[value=SetAside]")
            expect(page.locator("#answer .answer")).to_contain_text("still fits")
            press(page, "#answer button")
        else:
            press(page, "button[value^=Declare]")
        at_version(page, version)
    expect(page.locator("#end-title")).to_contain_text("wins")
    expect(page.locator(".end")).to_contain_text("Most symmetric tomb")


def test_the_tomb_checker_needs_no_table(phone: Make) -> None:
    page = phone()
    page.goto("/calculator/deadline")
    for stone, column in (("large 0", 0), ("small 0", -1), ("small 1", 2)):
        page.locator(f"input[value='{stone}']").check(force=True)
        with page.expect_navigation():
            page.locator(f"#s-col-{column}").tap()
    expect(page.locator(".measure")).to_contain_text("4 × 2 − 1 = 7")
    expect(page.locator(".sheet h2 b")).to_have_text("7")
    page.locator("input[value='square 0']").check(force=True)
    with page.expect_navigation():
        page.locator("#s-col-0").tap()
    expect(page.locator(".answer")).to_contain_text("gap beneath it")
