"""What a tap is called where it waits or is refused: its words, not the signs drawn beside them."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser import hands
from tests.browser.arriving import Make, alone, arrive
from tests.browser.test_treasure import TURN


def apart(words: str) -> str:
    """Words of the game as they stand in a sentence of any direction: between marks that nobody sees."""
    return f"\N{FIRST STRONG ISOLATE}{words}\N{POP DIRECTIONAL ISOLATE}"


def test_a_refused_tile_is_named_once(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    ana.tap("input[name=tile][value='base']")
    ana.tap("#site-0-0")
    said = ana.page.locator("#answer .answer small")
    expect(said).to_contain_text(f"{apart('sphinx base')} →")
    ana.tap("#answer button:text('Got it')")
    ana.tap("input[name=tile][value='+5']")
    ana.tap("#site-0-3")
    expect(said).to_contain_text(f"{apart('+5')} →")
    assert said.inner_text().count("+5") == 1


def test_what_waits_is_called_without_what_it_leads_to(phone: Make) -> None:
    ana = alone(phone, "cheops_treasure", ["Ana", "Bo"])
    for version, line in enumerate(TURN[:2], 1):
        hands.enter(ana, "cheops_treasure", line)
        arrive(ana.page, version)
    ana.page.context.set_offline(True)
    expect(ana.page.locator("#line")).to_contain_text("offline")
    hands.enter(ana, "cheops_treasure", TURN[2])
    waiting = ana.page.locator("#waiting")
    expect(waiting).to_contain_text("Drew pawn sun")
    expect(waiting).not_to_contain_text("left")
