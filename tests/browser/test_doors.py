"""The ways in: by a code, with people who are not there yet. What was seen at a table stays there."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.arriving import Make, alone, arrive, into_lobby, to_the_game
from tests.browser.test_giza_game import play
from tests.browser.thumbs import Thumb

pytestmark = pytest.mark.no_worker

NEAR = 60
"""Pixels, from a field to what is told of it."""


def test_a_wrong_code_is_told_at_its_field_and_spaces_do_not_count(phone: Make) -> None:
    ana, bo = Thumb(phone()), Thumb(phone())
    to_the_game(ana, "giza")
    code = into_lobby(ana)
    bo.page.goto("/")
    bo.tap("#code")
    bo.page.keyboard.type("fqk-f np")
    told = bo.page.locator("#by-code [role=alert]")
    expect(told).to_have_text("There is no table with this code. Look at the screen of the host.")
    field, words = bo.page.locator("#code").bounding_box(), told.bounding_box()
    assert field
    assert words
    assert 0 <= words["y"] - (field["y"] + field["height"]) < NEAR
    expect(bo.page.locator("#code")).to_have_value("fqkfnp")
    bo.write("#code", f"{code[:3]} {code[3:]}")
    expect(bo.page.locator("h1")).to_have_text(f"Join {code}")
    assert bo.page.locator("h1").evaluate("it => getComputedStyle(it).outlineStyle") == "none"


def test_a_start_says_whom_it_leaves_empty(phone: Make) -> None:
    ana = Thumb(phone())
    to_the_game(ana, "cheops_catan")
    into_lobby(ana)
    expect(ana.page.locator("#hand button")).to_have_text("Start with 3")
    expect(ana.page.locator("#prompt")).to_contain_text("2 seats stay empty")
    ana.tap("#place-1 button")
    expect(ana.page.locator("#prompt")).to_contain_text("1 seat stays empty")


def test_a_refusal_that_was_seen_stays_at_its_table(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    _refused(ana)
    expect(ana.page.locator("#answer .answer")).to_be_visible()
    ana.tap("#head .back")
    expect(ana.page.locator("#code")).to_be_visible()
    expect(ana.page.locator("#elsewhere")).to_be_hidden()
    ana.tap("a.goes-on")
    expect(ana.page.locator("#answer .answer")).to_be_visible()


def test_one_that_comes_elsewhere_is_a_line_with_the_game(phone: Make) -> None:
    ana = alone(phone, "giza", ["Ana", "Bo"])
    play(ana, "+1", 0, 0)
    arrive(ana.page, 1)
    ana.page.route("**/enter", lambda route: route.abort(), times=1)
    play(ana, "+3", 0, 0)
    ana.tap("#head .back")
    expect(ana.page.locator("#elsewhere p")).to_have_count(1)
    expect(ana.page.locator("#elsewhere a")).to_have_text("Giza")
    expect(ana.page.locator("#elsewhere")).to_contain_text("Not entered")


def _refused(thumb: Thumb) -> None:
    play(thumb, "+1", 0, 0)
    arrive(thumb.page, 1)
    play(thumb, "+3", 0, 0)
