"""The pages around the table: what a tap leads to takes the place of what is there; a refusal leaves it."""

import re

from playwright.sync_api import Page, expect

from tests.browser.arriving import FORM, Make
from tests.browser.thumbs import Thumb
from tests.served import Server


def test_back_leads_to_the_page_before_as_it_is_now(phone: Make) -> None:
    ana = Thumb(phone())
    ana.page.goto("/calculators")
    ana.tap("a[href='/open/deadline?mode=tally']")
    expect(ana.page.locator("h1")).to_contain_text("Deadline")
    ana.page.go_back()
    expect(ana.page.locator("h1")).to_have_text("Only count")


def test_a_page_brings_its_own_styles_and_leaves_none_behind(phone: Make) -> None:
    ana = Thumb(phone())
    styles = "link[rel=stylesheet][href*='/games/']"
    ana.page.goto("/editions/giza/new")
    expect(ana.page.locator(styles)).to_have_attribute("href", re.compile("giza.css"))
    ana.tap("header a")
    expect(ana.page.locator(styles)).to_have_count(0)


def opened(page: Page, slug: str, *more: str) -> str:
    """A table of two that this phone is host of, with more said in the form; its code."""
    told = "&".join(("name=Ana", "name=Bo", *more))
    return page.request.post(f"/open/{slug}", data=told, headers=FORM).url.rsplit("/", 1)[1]


CAMERA = """address => {
  window.BarcodeDetector = class { async detect() { return [{ rawValue: address }]; } };
  navigator.mediaDevices.getUserMedia = async () => new MediaStream();
  HTMLMediaElement.prototype.play = async () => {};
}"""


def test_a_camera_that_reads_codes_leads_to_the_table(phone: Make, server: Server) -> None:
    ana, bo = Thumb(phone()), Thumb(phone())
    code = opened(ana.page, "giza")
    bo.page.goto("/")
    expect(bo.page.locator("[data-scan]")).to_be_hidden()
    bo.page.evaluate(CAMERA, f"{server.address}/j/{code}")
    bo.tap("a[href='/groups']")
    bo.tap("header a")
    bo.tap("[data-scan]")
    expect(bo.page).to_have_url(re.compile(f"/j/{code}$"))


def test_home_is_one_glass_with_a_table_that_waits(phone: Make) -> None:
    """At 390 × 844 nothing is to be scrolled; the table whose turn it is for me comes first."""
    ana = Thumb(phone())
    opened(ana.page, "giza", "start=1")
    opened(ana.page, "deadline", "start=1", "first=1")
    opened(ana.page, "cheops_dice")
    ana.page.goto("/")
    assert ana.page.evaluate("document.documentElement.scrollHeight") <= 844
    expect(ana.page.locator(".goes-on")).to_contain_text("Your turn")
    ana.tap("a[href='/history']:text('2 more')")
    told = ana.page.locator(".card")
    expect(told.nth(0)).to_contain_text("Your turn")
    expect(told.nth(1)).to_contain_text("Not started yet")
