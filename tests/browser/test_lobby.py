"""An evening begins: three phones by thumbs, from "Open" to the first move, and who comes and goes."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Route, expect

from tests.browser.arriving import PHONES, Make, all_arrive, into_lobby, sit, to_the_game
from tests.browser.test_pages import loads
from tests.browser.thumbs import Thumb

pytestmark = pytest.mark.no_worker

MOST_SECONDS = 60
"""From "Open" to the first move."""
MOST_TAPS = 3
"""Of a guest, until it sits; a camera that reads the code is one."""


def test_an_evening_begins_in_a_minute(phone: Make) -> None:
    ana, bo, cy = thumbs = [Thumb(phone(**kind)) for kind in PHONES]
    began = time.monotonic()
    to_the_game(ana, "giza")
    code = into_lobby(ana)
    expect(ana.page.locator("#join svg")).to_be_in_viewport(ratio=1)
    expect(ana.page.locator("#hand button")).to_be_in_viewport(ratio=1)
    ana.write("#place-0 input", "Ana")

    sit(bo, code, 1)
    bo.page.wait_for_selector("#place-1.mine")
    assert 1 + bo.taps + bo.flicks <= MOST_TAPS
    expect(ana.page.locator("#place-1 input")).to_have_attribute("placeholder", "Player 2")
    cy.page.goto("/")
    cy.write("input[name=code]", code)  # and it goes on by itself
    cy.tap("button[name=seat][value='3']")
    cy.page.wait_for_selector("#place-3.mine")
    assert cy.taps <= MOST_TAPS
    expect(cy.page.locator("#hand")).to_contain_text("Ana starts the game")
    expect(cy.page.locator("#join svg")).to_be_in_viewport(ratio=1)
    assert cy.page.locator("#hand button, #plan form, #place-0 input").count() == 0

    ana.write("#place-3 input", "Cy")
    bo.write("#place-1 input", "Bo")
    expect(ana.page.locator("#place-1 input")).to_have_value("Bo")
    loaded = [loads(thumb.page) for thumb in thumbs]
    ana.tap("#hand button:text('Start with 3')")
    started = time.monotonic()
    for thumb in thumbs:
        thumb.page.wait_for_selector("#play", state="attached")
    print(f"every phone at the board after {time.monotonic() - started:.2f} s")
    ana.tap("input[name=tile][value='+5']")
    ana.tap("#site-0-0")
    all_arrive(thumbs, 1)
    took = time.monotonic() - began
    print(f"from home to the first move on every phone {took:.1f} s")
    assert took < MOST_SECONDS
    assert loaded == [[], [], []]
    expect(cy.page.locator("#seats li:has(.mine)")).to_have_class(re.compile("c2"))

    ana.tap(f"a[href='/t/{code}/seats']")
    ana.tap(f"form[action='/t/{code}/seats/1/host'] button")
    expect(ana.page.locator(".card.c1 .tag")).to_have_text("host")
    bo.tap(f"a[href='/t/{code}/seats']")
    bo.tap(f"a[href='/t/{code}/leave']")
    bo.tap("main form button")
    expect(ana.page.locator(".card.c1 .tag")).to_have_text("free")
    expect(ana.page.locator(f"form[action='/t/{code}/seats/2/host'] button")).to_be_visible()
    late = Thumb(phone())
    sit(late, code, 1)
    late.tap("input[name=tile][value='+4']")
    late.tap("#site-1-0")
    all_arrive([ana, cy, late], 2)


def test_what_the_host_changes_comes_before_the_start(phone: Make) -> None:
    ana, bo, cy = thumbs = [Thumb(phone()) for _ in PHONES]
    to_the_game(ana, "giza")
    code = into_lobby(ana)
    for seat, guest in enumerate((bo, cy), 1):
        sit(guest, code, seat)
        guest.page.wait_for_selector(f"#place-{seat}.mine")
    slow = list[Route]()
    ana.page.route("**/lobby/settings", lambda route: slow.append(route), times=1)
    for seat in (2, 0, 1):
        ana.choose("select[name=first]", str(seat))
    ana.tap("#hand button")
    expect(ana.page.locator("#plan")).to_be_visible()
    slow[0].continue_()
    for thumb in thumbs:
        thumb.page.wait_for_selector("#play", state="attached")
    bo.tap("input[name=tile][value='+5']")
    bo.tap("#site-0-0")
    all_arrive(thumbs, 1)


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
