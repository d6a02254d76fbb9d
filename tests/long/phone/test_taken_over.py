"""A seat that goes to another phone, or is freed: the old phone says so by itself, and offers nothing."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.arriving import Make, all_arrive, arrive, open_table, sit
from tests.browser.hands.giza import play
from tests.browser.thumbs import Thumb

NAMES = ["Ana", "Bo", "Cy"]


@pytest.fixture(params=["one process", "two processes"])
def addresses(request: pytest.FixtureRequest) -> tuple[str, str]:
    """Where the host is served, and where the old phone is."""
    if request.param == "one process":
        return (request.getfixturevalue("server").address,) * 2
    near, far = request.getfixturevalue("two")
    return near.address, far.address


def invitation(host: Thumb, code: str, seat: int) -> str:
    """By thumb to the seats and the QR; what the QR says."""
    host.tap(f"a[href='/t/{code}/seats']")
    host.tap(f"form[action='/t/{code}/seats/{seat}/invite'] button")
    return host.page.locator(".qr a[href*='/i/']").get_attribute("href") or ""


def told(old: Thumb, sentence: str) -> None:
    """The phone says so; it then has nothing that enters or leads to what it lost."""
    expect(old.page.locator(".answer")).to_contain_text(sentence)
    expect(old.page.locator("h1")).to_have_text("No longer at this table")
    expect(old.page.locator("#table, main :is(button, input, form) >> visible=true")).to_have_count(0)
    expect(old.page.locator("a[href^='/t/']")).to_have_count(0)


def test_a_seat_goes_to_another_phone(phone: Make, addresses: tuple[str, str]) -> None:
    near, far = addresses
    ana, bo, dee = Thumb(phone()), Thumb(phone()), Thumb(phone())
    code = open_table(ana, "giza", NAMES, near)
    sit(bo, code, 1, far)
    link = invitation(ana, code, 1)
    dee.page.goto(link)
    dee.tap("button:text('Take the seat')")
    told(bo, "another phone took it over")
    expect(ana.page.locator(".qr")).to_contain_text("has its new phone")
    expect(ana.page.locator(".qr svg")).to_have_count(0)
    ana.tap("a:text('To the table')")
    play(ana, "+5", 0, 0)
    all_arrive([ana, dee], 1)
    play(dee, "+4", 0, 0)
    all_arrive([ana, dee], 2)


def test_a_seat_is_freed_and_taken_again_and_a_watching_screen_is_ended(
    phone: Make, addresses: tuple[str, str]
) -> None:
    near, far = addresses
    ana, bo, screen = Thumb(phone()), Thumb(phone()), Thumb(phone())
    code = open_table(ana, "giza", NAMES, near)
    sit(bo, code, 1, far)
    screen.page.goto(f"{far}/j/{code}")
    screen.tap("button:text('Only watch')")
    arrive(screen.page, 0)
    bo.tap(f"a[href='/t/{code}/seats']")
    ana.tap(f"a[href='/t/{code}/seats']")
    ana.tap(f"form[action='/t/{code}/seats/1/free'] button")
    told(bo, "the host freed it")
    ana.tap("button:text('End all watching screens')")
    told(screen, "ended this watching screen")
    bo.tap("a:text('Take a free seat')")
    bo.tap("button[name=seat][value='1']")
    arrive(bo.page, 0)


def test_the_hosts_own_seat_goes_from_the_page_that_shows_its_qr(phone: Make) -> None:
    ana, dee = Thumb(phone()), Thumb(phone())
    code = open_table(ana, "giza", NAMES)
    link = invitation(ana, code, 0)
    dee.page.goto(link)
    dee.tap("button:text('Take the seat')")
    told(ana, "another phone took it over")
    dee.tap(f"a[href='/t/{code}/seats']")
    expect(dee.page.locator("button", has_text=re.compile("Free the seat|End all"))).to_have_count(1)
