"""Everybody gets a name, with a phone or without one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.arriving import Make, into_lobby, open_table, to_the_game
from tests.browser.thumbs import Thumb

pytestmark = pytest.mark.no_worker


def test_who_has_no_phone_is_asked_for_at_once_and_named_with_a_tap(phone: Make) -> None:
    ana = Thumb(phone())
    open_table(ana, "giza", ["Ana", "Bo", "Charlotte"])
    to_the_game(ana, "giza")
    into_lobby(ana)
    ana.tap("#place-1 button")
    first = ana.page.locator("#place-1 input")
    expect(first).to_be_focused()
    expect(first).to_have_value("")
    ana.page.keyboard.type("Di")
    expect(ana.page.locator("#place-1 .known")).to_have_count(0)
    expect(first).to_have_value("Di")
    ana.tap("#place-2 button")
    second = ana.page.locator("#place-2 input")
    expect(second).to_be_focused()
    before = ana.taps
    ana.tap("#place-2 .known button:text-is('Charlotte')")
    assert ana.taps == before + 1
    expect(second).to_have_value("Charlotte")
    ana.tap("#place-3 button")
    expect(ana.page.locator("#place-3 .known button")).to_have_text(["Ana", "Bo"])
    ana.tap("#hand button")
    ana.page.wait_for_selector("#play", state="attached")
    expect(ana.page.locator("#seats")).to_contain_text("Charlotte")
