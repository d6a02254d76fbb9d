"""What a tap is called where it waits or is refused: its words, not the signs drawn beside them."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.test_giza_game import Make, open_table


def test_a_refused_tile_is_named_once(phone: Make) -> None:
    page = phone()
    open_table(page, ["Ana", "Bo"])
    page.locator("label.pick:has(input[value='base'])").tap()
    page.locator("#site-0-0").tap()
    said = page.locator("#answer .answer small")
    expect(said).to_contain_text("sphinx base →")
    page.locator("label.pick:has(input[value='+5'])").tap()
    page.locator("#site-0-3").tap()
    expect(page.locator("#answer .answer small")).to_contain_text("+5 →")
    assert "+5+5" not in page.locator("#answer").inner_text()
