"""The roll-and-write played on: a phone for every seat, and never a page loaded anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, Route, expect

from companion.games.seeds import plays

Make = Callable[..., Page]


def seated(phone: Make, names: list[str]) -> list[Page]:
    """A phone for every seat; each remembers that its page was loaded once."""
    host = phone()
    host.goto(f"/open/cheops_dice?seats={len(names)}")
    host.locator("button.big").tap()
    host.wait_for_selector("#table")
    code = host.url.rsplit("/", 1)[1]
    pages = [host]
    for seat in range(1, len(names)):
        page = phone()
        page.goto(f"/j/{code}")
        page.locator("label", has=page.locator(f"input[name=seat][value='{seat}']")).tap()
        page.locator("form button.primary").first.tap()
        page.wait_for_selector("#table")
        pages.append(page)
    for page in pages:
        page.evaluate("window.loadedOnce = true")
    return pages


def at_version(pages: list[Page], version: int) -> None:
    for page in pages:
        expect(page.locator("#table")).to_have_attribute("data-version", str(version))


def tick(page: Page, seat: int, box: str) -> None:
    label = page.locator(f"#box-{seat}-{box}")
    label.evaluate("box => box.scrollIntoView({block: 'center'})")
    label.tap()


def enter(page: Page, line: dict[str, Any]) -> None:
    """Enter a recorded line as a player taps it."""
    for die in line.get("dice", ()):
        page.locator(f"[data-add='{die}']").tap()
    for box in line.get("boxes", ()):
        tick(page, line["seat"], box)
    if line.get("payments"):
        if page.locator("details.more").get_attribute("open") is None:
            page.locator("details.more > summary").tap()
        for number, payment in enumerate(line["payments"]):
            page.locator("select[name='payments[]']").nth(number).select_option(payment)
    page.locator(f"button[value={line['move']}]:not([formaction])").tap()


def roll(page: Page, *dice: str) -> None:
    enter(page, {"move": "Roll", "dice": dice})


def test_a_whole_game_without_loading_a_page_anew(phone: Make) -> None:
    record = plays("cheops_dice")["pyramid_and_arch"]
    pages = seated(phone, record["seats"])
    version = 0
    for number, line in enumerate(record["log"]):
        page = pages[line["seat"]]
        at_version([page], version)
        enter(page, line)
        version += 1
        if number < 3 * (len(pages) + 1):
            at_version([page], version)
            page.get_by_role("button", name="Undo").tap()
            at_version(pages, version + 1)
            page.get_by_role("button", name="Redo").tap()
            version += 2
    for page in pages:
        for seat, points in enumerate(record["end"]["points"]):
            expect(page.locator(f".podium .c{seat} b")).to_have_text(str(points))
        assert page.evaluate("window.loadedOnce") is True


@contextmanager
def held_back(page: Page) -> Iterator[list[Route]]:
    """Questions wait until they are let go."""
    waiting: list[Route] = []
    page.route("**/ask", lambda route: waiting.append(route))
    yield waiting
    page.unroute("**/ask")


def test_the_answer_is_about_what_is_ticked_and_paid_now(phone: Make) -> None:
    (ana,) = seated(phone, ["Ana", "Bo"])[:1]
    roll(ana, "red", "red", "red")
    foretold = ana.locator("#foretell")
    tick(ana, 0, "pyramid-1-2")
    expect(foretold.locator(".fine")).to_have_count(1)
    ana.locator("details.more > summary").tap()
    ana.locator("select[name='payments[]']").first.select_option("joker")
    expect(foretold.locator(".refused")).to_contain_text("red die lies in the middle")
    with held_back(ana) as waiting:
        ana.locator("select[name='payments[]']").first.select_option("die")
        expect(foretold).to_be_empty()
        ana.locator("select[name='payments[]']").first.select_option("proposed")
        ana.wait_for_timeout(100)
        assert len(waiting) == 2
        waiting[1].continue_()
        expect(foretold.locator(".fine")).to_have_count(1)
        waiting[0].abort()
    tick(ana, 0, "pyramid-1-2")
    expect(foretold).to_be_empty()


def test_an_entry_leaves_no_answer_and_no_payment_to_the_next_player(phone: Make) -> None:
    ana, bo = seated(phone, ["Ana", "Bo"])
    roll(ana, "red", "red", "red")
    tick(ana, 0, "pyramid-1-2")
    ana.locator("details.more > summary").tap()
    ana.locator("select[name='payments[]']").first.select_option("die")
    expect(ana.locator("#foretell .fine")).to_have_count(1)
    ana.locator("button[value=Build]:not([formaction])").tap()
    at_version([ana, bo], 2)
    expect(ana.locator("#foretell")).to_be_empty()
    expect(ana.locator("select[name='payments[]']").first).to_have_value("proposed")


def test_another_phones_entry_asks_again(phone: Make) -> None:
    ana, bo, cy = seated(phone, ["Ana", "Bo", "Cy"])
    roll(ana, "red", "red", "red", "blue")
    at_version([ana], 1)
    ana.locator("button[value=Pass]").tap()
    at_version([bo, cy], 2)
    tick(bo, 1, "pyramid-1-1")
    expect(bo.locator("#foretell .fine")).to_have_count(1)
    with bo.expect_request("**/ask"):
        cy.locator("button[value=Pass]").tap()
    at_version([bo], 3)
    expect(bo.locator("#foretell .fine")).to_have_count(1)
