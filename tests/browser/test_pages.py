"""The pages around the table: what a tap leads to takes the place of what is there; a refusal leaves it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.arriving import Make, arrive
from tests.browser.conftest import Server
from tests.browser.thumbs import Thumb

pytestmark = pytest.mark.no_worker


def loads(page: Page) -> list[str]:
    """Every document that the phone asks for from here on."""
    found: list[str] = []
    page.on("request", lambda r: found.append(r.url) if r.is_navigation_request() else None)
    return found


def test_from_home_to_a_table_only_the_table_is_loaded(phone: Make) -> None:
    ana = Thumb(phone())
    ana.page.goto("/")
    loaded = loads(ana.page)
    ana.tap("a[href='/open/giza']")
    expect(ana.page).to_have_url(re.compile("/open/giza$"))
    expect(ana.page).to_have_title(re.compile("Giza"))
    expect(ana.page.locator("h1")).to_be_focused()
    ana.write("input[name=host]", "Ana")
    ana.tap("input[name=seats][value='2']")
    ana.tap("input[name=mode][value=tally]")
    expect(ana.page.locator("input[name=edition], select[name=edition]")).to_have_count(0)
    expect(ana.page.locator("#who-played")).to_be_visible()
    ana.tap("input[name=mode][value=referee]")
    expect(ana.page.locator("#who-played")).to_have_count(0)
    expect(ana.page.locator("input[name=seats][value='2']")).to_be_checked()
    expect(ana.page.locator("input[name=host]")).to_have_value("Ana")
    assert loaded == []
    ana.tap("button:text('Open the table')")
    arrive(ana.page, 0)
    assert [re.sub("/t/.*", "/t/", url) for url in loaded] == [re.sub("/t/.*", "/t/", ana.page.url)]


def test_a_refusal_is_told_in_place_and_what_was_typed_stays(phone: Make) -> None:
    ana = Thumb(phone())
    ana.page.goto("/")
    loaded = loads(ana.page)
    ana.tap("footer a[href='/groups']")
    ana.write("input[name=name]", "Thursday")
    ana.tap("button:text('Create a group')")
    expect(ana.page.locator("h1")).to_have_text("Thursday")
    group = ana.page.url
    ana.write("input[name=link]", "no link of an edition")
    ana.tap("button:text('Add it to the library')")
    expect(ana.page.locator("#answer .answer")).to_be_in_viewport()
    expect(ana.page.locator("input[name=link]")).to_have_value("no link of an edition")
    expect(ana.page).to_have_url(group)
    ana.tap("header a")
    ana.write("input[name=code]", "NOCODE")
    expect(ana.page.locator("#by-code [role=alert]")).to_be_in_viewport()
    expect(ana.page.locator("input[name=code]")).to_have_value("NOCODE")
    ana.tap("footer a[href='/groups']")
    expect(ana.page.locator(f"a[href='/g/{group.rsplit('/', 1)[1]}']")).to_be_visible()
    assert loaded == []


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
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    told = "&".join(("name=Ana", "name=Bo", *more))
    return page.request.post(f"/open/{slug}", data=told, headers=form).url.rsplit("/", 1)[1]


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


def test_the_pages_work_without_script(phone: Make) -> None:
    page = phone(java_script_enabled=False)
    page.goto("/open/giza?seats=2")
    page.locator("button:text('Open the table')").tap()
    page.locator("#place-1 button").tap()
    page.locator("#place-1 input").fill("Chloé")
    page.locator("#place-1 input").press("Enter")
    expect(page.locator("#place-1 input")).to_have_value("Chloé")
    page.locator("button:text('Start with 2')").tap()
    expect(page.locator("#play")).to_be_visible()
    page.goto(page.url + "/log")
    page.locator("summary:has-text('Note')").tap()
    page.locator("input[name=text]").fill("well played")
    page.locator("button:text('Write down')").tap()
    expect(page.locator("#table")).to_be_visible()
