"""The lobby: joining, naming players, and setting up the table together."""

import re

import pytest
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


def test_a_player_without_a_phone_is_named_with_two_taps(phone: MakePhone) -> None:
    ana = TouchUser(phone())
    ana.open_table("giza", ["Ana", "Bo", "Charlotte"])
    ana.choose_game("giza")
    ana.open_lobby()
    ana.name_seat(1, "Di")
    before = ana.taps
    ana.tap("#place-2 a")
    ana.tap("#drawer .known button:text-is('Charlotte')")
    assert ana.taps == before + 2
    expect(ana.page.locator("#drawer")).to_be_hidden()
    expect(ana.page.locator("#place-2 .whose")).to_have_text("Charlotte")
    ana.tap("#place-3 a")
    expect(ana.page.locator("#drawer .known button")).to_have_text(["Ana", "Bo"])
    ana.tap("#drawer form[method=dialog] button")
    ana.start_game()
    expect(ana.page.locator("#seats")).to_contain_text("Charlotte")


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


EARLIER_NAMES = ["Ana", "Bo", "Chloé", "Di"]


@pytest.fixture
def ana(phone: MakePhone) -> TouchUser:
    """Return the user of a phone that has played with three others and now opens "who played" for Giza."""
    user = TouchUser(phone())
    user.open_table("giza", EARLIER_NAMES)
    open_who_played(user, "giza")
    return user


def open_who_played(user: TouchUser, slug: str) -> None:
    user.tap("header a[href='/']")
    user.tap("a[href='/calculators']:text('Only count')")
    user.tap(f"a[href='/open/{slug}?mode=tally']")


def get_person_selector(name: str) -> str:
    return f".person:has(bdi:text-is('{name}'))"


def get_chosen_people(user: TouchUser) -> str:
    chosen = user.page.locator(".person:has(:checked)")
    return " ".join(text.replace("\n", "") for text in chosen.all_inner_texts())


def get_seat_names(user: TouchUser) -> list[str]:
    user.page.wait_for_selector("#board-0")
    wait_until_idle(user.page)
    return user.page.locator(".summed bdi").all_text_contents()


def test_people_are_seated_in_the_order_of_taps_or_typed_names(ana: TouchUser) -> None:
    button = ana.page.locator("#count-them")
    expect(button).to_be_disabled()
    for name in ("Di", "Bo", "Ana", "Bo"):
        ana.tap(get_person_selector(name))
    assert get_chosen_people(ana) == "●Ana ▲Di"
    expect(button).to_have_text("Count for 2 people ▸")
    expect(ana.page.locator("#count-order")).to_have_text(re.compile("In this order: ▲ .?Di.?, ● .?Ana.?"))
    for name in ("Zoë", "chloé"):
        ana.write(".new-person input", name)
        ana.page.keyboard.press("Enter")
    assert get_chosen_people(ana) == "●Ana ◆Chloé ▲Di ■Zoë"
    ana.tap("#count-them")
    assert get_seat_names(ana) == ["Di", "Ana", "Zoë", "Chloé"]


def test_the_people_of_the_last_game_are_chosen_with_one_tap_and_no_more_than_fit(ana: TouchUser) -> None:
    ana.tap(".the-same")
    assert get_chosen_people(ana) == "▲Ana ●Bo ■Chloé ◆Di"
    ana.tap(get_person_selector("Bo"))
    assert get_chosen_people(ana) == "▲Ana ●Chloé ■Di"
    expect(ana.page.locator(".the-same input")).not_to_be_checked()
    open_who_played(ana, "cheops_catan")
    ana.tap(".the-same")
    ana.write(".new-person input", "Zoë")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(f"{get_person_selector('Zoë')} input")).to_be_disabled()
    ana.tap(get_person_selector("Di"))
    ana.tap(get_person_selector("Zoë"))
    ana.tap("#count-them")
    assert get_seat_names(ana) == [*EARLIER_NAMES[:3], "Zoë"]
