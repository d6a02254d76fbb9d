"""Fields for numbers: typing replaces the value, and the patterns are valid."""

import re

from playwright.sync_api import expect

from tests import ROOT
from tests.browser.joining import MakePhone
from tests.browser.touch_user import TouchUser


def test_typing_replaces_the_value_wherever_the_field_is_tapped(phone: MakePhone) -> None:
    ana = TouchUser(phone())
    ana.page.goto("/editions/giza/new")
    fields = ana.page.locator("main .number input >> visible=true").all()
    assert len(fields) >= 3
    for number, (share, field) in enumerate(zip((0.06, 0.5, 0.94), fields, strict=False), 10):
        box = field.bounding_box()
        assert box
        field.tap(position={"x": box["width"] * share, "y": box["height"] / 2})
        expect(field).to_be_focused()
        ana.page.keyboard.type(f"{number}")
        expect(field).to_have_value(f"{number}")


TEMPLATE_NUMBER_PATTERN = re.compile(r"\{\{.*?\}\}")
INPUT_PATTERNS = sorted(
    {
        TEMPLATE_NUMBER_PATTERN.sub("2", pattern)
        for template in (ROOT / "templates").rglob("*.html")
        for pattern in re.findall(r'pattern="([^"]*)"', template.read_text(encoding="utf-8"))
    }
)


def test_every_pattern_of_a_field_is_valid(phone: MakePhone) -> None:
    assert INPUT_PATTERNS
    wrong = phone().evaluate(
        """patterns => patterns.filter(pattern => {
            try { new RegExp(`^(?:${pattern})$`, "v"); return false; } catch { return true; }
        })""",
        INPUT_PATTERNS,
    )
    assert wrong == []
