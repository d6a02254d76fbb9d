"""A move of a piece and a place by two taps, whichever comes first."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.arriving import Make, alone, arrive, seated

pytestmark = pytest.mark.no_worker

TWO = [
    ("giza", "#site-0-0", "input[name=tile][value='+5']"),
    ("cheops_treasure", "#space-1-4", "input[name=pawn][value=A]"),
]
"""A place and a piece of each game that enters by both."""


@pytest.mark.parametrize("place_first", [True, False])
@pytest.mark.parametrize(("slug", "place", "piece"), TWO)
def test_either_order_is_two_taps(
    phone: Make, slug: str, place: str, piece: str, place_first: bool
) -> None:
    ana = seated(phone, slug, ["Ana", "Bo", "Cy"])[0]
    before = ana.taps
    for control in (place, piece) if place_first else (piece, place):
        ana.tap(control)
    arrive(ana.page, 1)
    assert ana.taps == before + 2
    expect(ana.page.locator("#answer .answer")).to_have_count(0)


def test_the_hand_shows_what_may_go_to_a_place(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    ana.tap("#site-0-0")
    expect(ana.page.locator("#site-0-0")).to_have_attribute("aria-pressed", "true")
    expect(ana.page.locator("#prompt")).to_contain_text("What goes there?")
    away = re.compile("elsewhere")
    expect(ana.page.locator("label:has(> [value='+5'])")).not_to_have_class(away)
    expect(ana.page.locator("label:has(> [value='t2'])")).to_have_class(away)
    ana.tap("#site-0-0")
    expect(ana.page.locator("#prompt")).to_contain_text("Play a tile.")
    expect(ana.page.locator(".elsewhere, [data-spot][aria-pressed]")).to_have_count(0)


def test_the_hand_asks_where_what_is_chosen_goes(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    ana.tap("input[name=tile][value='+4']")
    expect(ana.page.locator("#prompt .awaited")).to_be_hidden()
    expect(ana.page.locator("#prompt .question")).to_have_text("Where does the +4 go?")
    ana.tap("#site-0-0")
    arrive(ana.page, 1)
    expect(ana.page.locator("#prompt")).to_contain_text("Bo plays a tile.")


def test_a_place_is_not_kept_for_who_is_next(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    ana.tap("#site-0-0")
    ana.tap("#more [data-add='+2']")
    ana.tap("#more button[value=Discard]")
    arrive(ana.page, 1)
    expect(ana.page.locator(".elsewhere, [data-spot][aria-pressed]")).to_have_count(0)
    ana.tap("input[name=tile][value='+4']")
    expect(ana.page.locator("#prompt")).to_contain_text("Where does the +4 go?")


def test_a_piece_that_may_not_go_there_is_told_why(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    ana.tap("#site-1-0")
    ana.tap("input[name=tile][value='t2']")
    expect(ana.page.locator("#answer .answer")).not_to_contain_text("To be given")
    expect(ana.page.locator("#answer button")).not_to_have_count(0)


@pytest.mark.parametrize("place_first", [True, False])
@pytest.mark.parametrize(("slug", "place", "piece"), TWO)
def test_a_half_made_choice_outlives_a_reload(
    phone: Make, slug: str, place: str, piece: str, place_first: bool
) -> None:
    ana = seated(phone, slug, ["Ana", "Bo", "Cy"])[0]
    first, second = (place, piece) if place_first else (piece, place)
    ana.tap(first)
    asked = ana.page.locator("#prompt .question").inner_text()
    assert asked
    ana.page.reload()
    expect(ana.page.locator("#prompt .question")).to_have_text(asked)
    ana.tap(second)
    arrive(ana.page, 1)
    ana.page.reload()
    expect(ana.page.locator(":checked, [data-spot][aria-pressed]")).to_have_count(0)
