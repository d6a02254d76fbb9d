"""Whom a count asks about: a tap for each who played, in the order in which they sit."""

import pytest
from playwright.sync_api import expect

from tests.browser.arriving import Make, open_table
from tests.browser.thumbs import Thumb
from tests.waiting import is_quiet

LAST_TIME = ["Ana", "Bo", "Chloé", "Di"]


@pytest.fixture
def ana(phone: Make) -> Thumb:
    """A phone that was at a table of four, and is asked who played Giza."""
    thumb = Thumb(phone())
    open_table(thumb, "giza", LAST_TIME)
    asked_who_played(thumb, "giza")
    return thumb


def asked_who_played(thumb: Thumb, slug: str) -> None:
    thumb.tap("header a[href='/']")
    thumb.tap("a[href='/calculators']:text('Only count')")
    thumb.tap(f"a[href='/open/{slug}?mode=tally']")


def person(name: str) -> str:
    return f".person:has(bdi:text-is('{name}'))"


def row(thumb: Thumb) -> str:
    """Who is chosen, each with the sign of a seat, as they stand on the glass."""
    chosen = thumb.page.locator(".person:has(:checked)")
    return " ".join(text.replace("\n", "") for text in chosen.all_inner_texts())


def seats(thumb: Thumb) -> list[str]:
    """The people of the table that is counted, from its first seat."""
    thumb.page.wait_for_selector("#board-0")
    is_quiet(thumb.page)
    return thumb.page.locator(".summed bdi").all_text_contents()


def test_the_first_that_is_tapped_sits_at_the_first_seat(ana: Thumb) -> None:
    button = ana.page.locator("#count-them")
    expect(button).to_be_disabled()
    for name in ("Di", "Bo", "Ana", "Bo"):
        ana.tap(person(name))
    assert row(ana) == "●Ana ▲Di"
    expect(button).to_have_text("Count 2 people ▸")
    ana.tap("#count-them")
    assert seats(ana) == ["Di", "Ana"]


def test_those_of_last_time_need_one_tap(ana: Thumb) -> None:
    ana.tap(".the-same")
    assert row(ana) == "▲Ana ●Bo ■Chloé ◆Di"
    ana.tap(person("Bo"))
    assert row(ana) == "▲Ana ●Chloé ■Di"
    expect(ana.page.locator(".the-same input")).not_to_be_checked()
    ana.tap(".the-same")
    ana.tap("#count-them")
    assert seats(ana) == LAST_TIME


def test_whoever_is_new_is_typed_once(ana: Thumb) -> None:
    ana.write(".new-person input", "Zoë")
    ana.page.keyboard.press("Enter")
    ana.write(".new-person input", "ana")
    ana.page.keyboard.press("Enter")
    assert row(ana) == "●Ana ▲Zoë"
    ana.tap("#count-them")
    assert seats(ana) == ["Zoë", "Ana"]


def test_no_more_are_chosen_than_the_game_takes(ana: Thumb) -> None:
    """Catan takes four."""
    asked_who_played(ana, "cheops_catan")
    ana.tap(".the-same")
    ana.write(".new-person input", "Zoë")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(f"{person('Zoë')} input")).to_be_disabled()
    ana.tap(person("Di"))
    ana.tap(person("Zoë"))
    ana.tap("#count-them")
    assert seats(ana) == [*LAST_TIME[:3], "Zoë"]
