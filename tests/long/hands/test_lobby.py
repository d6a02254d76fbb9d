"""An evening begins: the ways in, names, and the table that is set up together."""

from playwright.sync_api import expect

from tests.browser.arriving import PHONES, Make, into_lobby, loads, open_table, sit, to_the_game
from tests.browser.thumbs import Thumb


def test_the_game_is_seen_from_its_top_however_far_the_lobby_was_read(phone: Make) -> None:
    ana = Thumb(phone(**PHONES[2]))
    to_the_game(ana, "cheops_treasure")
    into_lobby(ana)
    ana.tap("#plan input[name=one_phone]")
    ana.tap("#plan details input >> nth=-1")
    assert ana.page.locator("#board").evaluate("board => board.scrollTop") > 0
    ana.tap("#hand button")
    ana.page.wait_for_selector("#play", state="attached")
    assert ana.page.locator("#board").evaluate("board => board.scrollTop") == 0


def test_whose_phone_does_not_get_through_is_helped_beside_the_code(phone: Make) -> None:
    """The host reads it, a phone comes in meanwhile, and the lobby lies below as it is by then."""
    ana, bo = (Thumb(phone(**kind)) for kind in PHONES[:2])
    to_the_game(ana, "giza")
    code, loaded = into_lobby(ana), loads(ana.page)
    ana.tap(".join a")
    help_ = ana.page.get_by_role("dialog", name="A phone does not get through?")
    expect(help_.get_by_role("listitem")).to_have_count(5)
    expect(help_).to_contain_text("guest network")
    sit(bo, code, 1)
    ana.page.wait_for_selector("#place-1.sitting", state="attached")
    expect(help_.get_by_role("listitem")).to_have_count(5)
    ana.tap("#drawer form[method=dialog] button")
    expect(ana.page.locator("#join svg")).to_be_in_viewport(ratio=1)
    assert loads(ana.page) == loaded


def test_the_silhouettes_of_the_box_are_tapped_as_they_are_drawn(phone: Make) -> None:
    ana = Thumb(phone(locale="fr", viewport={"width": 320, "height": 690}))
    to_the_game(ana, "deadline")
    for label in ana.page.locator(".pictured label").all():
        assert label.evaluate("e => e.scrollWidth <= e.clientWidth && e.clientHeight >= 44")
    ana.tap(".pictured input[value=B2]")
    ana.page.reload()
    expect(ana.page.locator("input[value=B2]")).to_be_checked()
    ana.tap("button:text('Ouvrir la table')")
    ana.tap("#plan summary")
    expect(ana.page.locator("#plan input[value=B2]")).to_be_checked()


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
