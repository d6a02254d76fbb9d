"""What a field may look like is judged by the browser, so the browser must understand it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import ROOT

pytestmark = pytest.mark.no_worker

Make = Callable[..., Page]
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
