"""Fields: what is typed is what is entered, wherever the thumb came down; browsers know their patterns."""

import random
import re

import pytest
from playwright.sync_api import Locator, expect

from companion.games import GAMES
from tests import ROOT
from tests.browser.arriving import Make, arrive, open_table
from tests.browser.thumbs import Thumb

PLACES = (0.06, 0.5, 0.94)
"""Of a field's width, where it is tapped."""


def tap_at(thumb: Thumb, field: Locator, share: float) -> None:
    field.scroll_into_view_if_needed()
    box = field.bounding_box()
    assert box is not None
    thumb.page.touchscreen.tap(box["x"] + box["width"] * share, box["y"] + box["height"] / 2)
    expect(field).to_be_focused()


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_what_is_typed_at_any_caret_is_what_is_entered(phone: Make, slug: str) -> None:
    chance = random.Random(slug)
    ana = Thumb(phone())
    ana.page.goto(f"/calculator/{slug}?by=sums")
    fields = ana.page.locator("main .number input >> visible=true").all()
    assert len(fields) >= 4
    for held in (False, True):
        for field in fields:
            assert field.input_value() != "0"
            if held:
                ana.page.evaluate("document.activeElement.blur()")
            tap_at(ana, field, chance.choice(PLACES))
            number = str(chance.randint(1, 60))
            ana.page.keyboard.type(number)
            expect(field).to_have_value(number)


def test_a_count_begins_empty_and_says_what_it_may_hold(phone: Make) -> None:
    ana = Thumb(phone())
    open_table(ana, "cheops_catan", ["Ana", "Bo", "Cy"], mode="tally")
    sheet = "#board-0"
    stones = ana.page.locator(f"{sheet} input[name=stones]")
    expect(stones).to_have_value("")
    tap_at(ana, stones, PLACES[0])
    ana.page.keyboard.type("12")
    ana.tap(f"{sheet} button:text('Enter the sheet')")
    expect(ana.page.locator("#answer")).to_contain_text("the stones (0 to 11)")
    ana.tap("#answer button")
    ana.tap(f"{sheet} .number:has([name=stones]) .less")
    expect(stones).to_have_value("11")
    for _ in range(2):
        ana.tap(f"{sheet} .number:has([name=settlements]) button:text('+')")
    ana.tap(f"{sheet} .number:has([name=cities]) .less")
    expect(ana.page.locator(f"{sheet} input[name=cities]")).to_have_value("")
    ana.tap(f"{sheet} button:text('Enter the sheet')")
    arrive(ana.page, 1)
    expect(ana.page.locator(f"{sheet} input[name=settlements]")).to_have_value("2")
    expect(ana.page.locator(f"{sheet} input[name=cities]")).to_have_value("")
    expect(ana.page.locator(f"{sheet} input[name=stones]")).to_have_value("11")


FILLED_IN = re.compile(r"\{\{.*?\}\}")
"""What a macro puts into a pattern: a number."""
PATTERNS = sorted(
    {
        FILLED_IN.sub("2", pattern)
        for template in (ROOT / "templates").rglob("*.html")
        for pattern in re.findall(r'pattern="([^"]*)"', template.read_text(encoding="utf-8"))
    }
)


def test_every_pattern_of_a_field_compiles(phone: Make) -> None:
    assert PATTERNS
    wrong = phone().evaluate(
        """patterns => patterns.filter(pattern => {
            try { new RegExp(`^(?:${pattern})$`, "v"); return false; } catch { return true; }
        })""",
        PATTERNS,
    )
    assert wrong == []
