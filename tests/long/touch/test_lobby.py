"""The lobby: joining, naming players, and setting up the table together."""

from playwright.sync_api import expect

from tests.browser.joining import PHONE_OPTIONS, MakePhone
from tests.browser.touch_user import TouchUser
from tests.waiting import wait_until_idle


def test_the_silhouettes_of_the_box_can_be_tapped(phone: MakePhone) -> None:
    ana = TouchUser(phone(locale="fr", viewport={"width": 320, "height": 690}))
    ana.choose_game("deadline")
    ana.tap("details:has(.pictured) summary")
    for label in ana.page.locator(".pictured label").all():
        assert label.evaluate("e => e.scrollWidth <= e.clientWidth && e.clientHeight >= 44")
    ana.tap(".pictured input[value=B2]")
    ana.page.reload()
    expect(ana.page.locator("input[value=B2]")).to_be_checked()
    ana.tap("button:text('Ouvrir la table')")
    ana.tap("#plan summary")
    expect(ana.page.locator("#plan input[value=B2]")).to_be_checked()


SCROLL_TOP_JS = "board => board.scrollTop"
LONG_NAME = "Maximiliane-Wilhelmina-Q"
CUT_NAMES_JS = """() => [...document.querySelectorAll(".places .whose")]
  .filter(name => name.scrollWidth > name.clientWidth + 1
    || name.getBoundingClientRect().right > innerWidth)
  .map(name => name.textContent)"""


def test_at_320_px_every_name_is_fully_visible_and_the_game_starts_at_its_top(phone: MakePhone) -> None:
    ana = TouchUser(phone(**PHONE_OPTIONS[2]))
    ana.choose_game("cheops_treasure")
    ana.open_lobby()
    ana.tap("#plan input[name=one_phone]")
    for seat in range(4):
        ana.name_seat(seat, f"{LONG_NAME[:-1]}{seat}")
    assert ana.page.evaluate(CUT_NAMES_JS) == []
    assert ana.page.evaluate("document.documentElement.scrollWidth") <= 320
    ana.tap("#plan details input >> nth=-1")
    assert ana.page.locator("#board").evaluate(SCROLL_TOP_JS) > 0
    ana.start_game()
    wait_until_idle(ana.page)
    assert ana.page.locator("#board").evaluate(SCROLL_TOP_JS) == 0
