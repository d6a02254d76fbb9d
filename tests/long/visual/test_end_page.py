"""The page at the end of a game on every screen, and the rematch, which all phones follow."""

import re

from playwright.sync_api import Page, expect

from companion.games.seeds import load_plays
from tests.browser import game_drivers
from tests.browser.joining import PHONE_OPTIONS, MakePhone
from tests.browser.tables import enter_recorded, open_as_recorded
from tests.browser.touch_user import TouchUser, wait_on_all_phones
from tests.waiting import wait_until_idle

IS_TITLE_VISIBLE_JS = """() => {
  const box = document.querySelector("#end-title")?.getBoundingClientRect();
  const there = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const stage = document.querySelector(".stage") ?? document.body;
  const isStyled = getComputedStyle(stage).textAlign === "center";
  return there?.id === "end-title" && isStyled && !!document.querySelector(".standings")?.checkVisibility();
}"""


def test_the_result_is_on_every_screen_and_all_phones_follow_to_the_rematch(phone: MakePhone) -> None:
    record = load_plays("giza")["three_pyramids"]
    log = game_drivers.get_entries("giza", record)
    host, bo, cy, screen = everybody = [TouchUser(phone(**kind)) for kind in (*PHONE_OPTIONS, {})]
    code = open_as_recorded(host.page, "giza", record)
    host.page.context.clear_cookies(name=f"for-{code}")
    enter_recorded(host.page, code, log, 0, len(log) - 1)
    host.page.goto(f"/t/{code}")
    bo.join_seat(code, 1)
    cy.join_seat(code, 2)
    screen.page.request.post(f"/j/{code}", form={"seat": "watch"})
    screen.page.goto(f"/t/{code}")
    wait_on_all_phones(everybody, len(log) - 1)
    for user in everybody:
        expect(user.page.locator("#line")).to_have_class("line live")
        user.page.evaluate("document.querySelector('#board').scrollTo(0, 9999)")
    bo.tap("[commandfor=menu]")
    cy.tap("[commandfor=menu]")
    cy.tap("#menu a[href$='/scores']")
    expect(cy.page.locator("#drawer h1")).to_be_visible()
    enter_recorded(host.page, code, log, len(log) - 1, len(log))
    for user in everybody:
        user.page.wait_for_function(IS_TITLE_VISIBLE_JS)
    expect(host.page.locator("#end-title")).to_have_text("You win, Ana!")
    expect(bo.page.locator("#end-title")).to_have_text("Ana gagne")
    cy.tap(".peek")
    expect(cy.page.locator("#board-2")).to_be_visible()
    expect(cy.page.locator("#end-title")).to_be_hidden()
    cy.tap(".peek")
    expect(cy.page.locator("#end-title")).to_be_visible()

    screen.page.context.set_offline(True)
    cy.tap(".pick.c1")
    cy.tap(".afterwards .primary")
    cy.page.wait_for_url(re.compile(f"/t/(?!{code})"))
    again = cy.page.url.rsplit("/", 1)[1]
    expect(host.page.locator(".along .comes")).to_have_class("tag c2 comes")
    host.tap(".along [name=stay]")
    expect_to_stay(host.page, code)
    host.tap(".afterwards .primary")
    for user in (host, bo):
        user.page.wait_for_url(f"**/t/{again}")
    screen.page.context.set_offline(False)
    screen.page.wait_for_url(f"**/t/{again}")
    wait_on_all_phones(everybody, 0)
    for seat, user in enumerate((host, bo, cy)):
        expect(user.page.locator("#seats li:has(.mine)")).to_have_class(re.compile(rf"\bc{seat}\b"))
    expect(screen.page.locator("#seats li:has(.mine)")).to_have_count(0)

    bo.tap(".came a")
    expect_to_stay(bo.page, code)
    bo.tap("button:text('la revanche')")
    bo.page.wait_for_url(f"**/t/{again}")


def expect_to_stay(page: Page, code: str) -> None:
    page.wait_for_url(f"**/t/{code}")
    expect(page.locator("#line")).to_have_class("line live")
    wait_until_idle(page)
    assert page.url.endswith(code)
