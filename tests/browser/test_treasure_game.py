"""Cheops (1998) on phones: hidden money, a space that is not open, six tablets copied by hand."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser import hands
from tests.browser.arriving import Make, arrive, open_table, seated
from tests.browser.thumbs import Thumb

TURN: tuple[hands.Line, ...] = (
    {"move": "Place", "pawn": "A", "row": 1, "column": 4},
    {"move": "Take", "colour": "red", "deal": "keep"},
    {"move": "Draw", "pawns": ["A"]},
)


def test_money_is_hidden_and_an_illegal_space_says_why(phone: Make) -> None:
    ana, bo = seated(phone, "cheops_treasure", ["Ana", "Bo"])
    before = ana.taps
    for version, line in enumerate(TURN, 1):
        hands.enter(ana, "cheops_treasure", line)
        arrive(ana.page, version)
    assert ana.taps - before == 4
    arrive(bo.page, 3)
    bo.tap("input[name=pawn][value=A]")
    expect(bo.page.locator("#space-1-5")).not_to_have_class("space open lit")
    bo.tap("#space-1-5")
    expect(bo.page.locator("#answer")).to_contain_text(
        "It would touch its own kind in row 1, space 4: sun"
    )
    expect(bo.page.locator("#board-0 p").first).to_contain_text("·")
    expect(bo.page.locator("#board-1 p").first).to_contain_text("Money 0")


def test_an_owner_copies_the_six_tablets(phone: Make) -> None:
    thumb = Thumb(phone())
    page = thumb.page
    open_table(thumb, "cheops_treasure", ["Ana", "Bo"])
    thumb.tap("a:text('Copy them now')")
    drawn = {
        "red": ("I-a", "5 10 15 20 25"), "green": ("I-b", "5 5 5 5 15"), "blue": ("II-a", "0 5 X"),
        "black": ("II-b", "0 0 10 20"), "orange": ("III-a", "10 / 5 20 30"), "brown": ("III-b", "5 12 20"),
    }  # fmt: skip
    for colour, (name, numbers) in drawn.items():
        thumb.choose(f"select[name='value.drawn.{colour}']", name)
        thumb.tap(f"input[name='value.tablets.{name}']")
        for word in numbers.split():
            if page.locator(f"[data-add='{word}']").count():
                thumb.tap(f"[data-add='{word}']")
            else:
                thumb.tap(f"input[name='value.tablets.{name}']")
                page.keyboard.press("End")
                page.keyboard.type(f" {word}")
    thumb.tap("button:text('Keep')")
    expect(page.locator("#tablet-orange")).to_contain_text("10/5")
    page.goto(page.url + "/box")
    expect(page.locator("main")).to_contain_text("Not a multiple of five, please look again: III-b")
