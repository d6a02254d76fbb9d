"""Fields: what is typed is what is entered, wherever the thumb came down; browsers know their patterns."""

import random
import re

from playwright.sync_api import Locator, expect

from tests import ROOT
from tests.browser.arriving import Make
from tests.browser.thumbs import Thumb

PLACES = (0.06, 0.5, 0.94)
"""Of a field's width, where it is tapped."""


def tap_at(thumb: Thumb, field: Locator, share: float) -> None:
    field.scroll_into_view_if_needed()
    box = field.bounding_box()
    assert box is not None
    thumb.page.touchscreen.tap(box["x"] + box["width"] * share, box["y"] + box["height"] / 2)
    expect(field).to_be_focused()


def test_what_is_typed_at_any_caret_is_what_is_entered(phone: Make) -> None:
    chance = random.Random("giza")
    ana = Thumb(phone())
    ana.page.goto("/editions/giza/new")
    fields = ana.page.locator("main .number input >> visible=true").all()
    assert len(fields) >= 3
    for held in (False, True):
        for field in fields:
            assert field.input_value() != "0"
            if held:
                ana.page.evaluate("document.activeElement.blur()")
            tap_at(ana, field, chance.choice(PLACES))
            number = str(chance.randint(1, 60))
            ana.page.keyboard.type(number)
            expect(field).to_have_value(number)


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
