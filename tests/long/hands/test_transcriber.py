"""An owner copies a letter of a pad on a phone and plays with it: one tap a box, and nothing typed."""

import pytest
from playwright.sync_api import Page, expect

from companion.games.cheops_dice.sheet import Paper, boxes, practice
from tests.browser.arriving import PHONES, Make
from tests.browser.thumbs import Thumb

PAPER = practice()[1]


def shape(page: Page, paper: Paper) -> None:
    """The form is drawn as the practice sheets are, and so are this one's counts."""
    expect(page.locator("[name='floor[]']:checked")).to_have_count(12)
    assert page.locator("[name=quarry]").input_value() == str(len(paper.quarry))
    page.locator("button.primary").tap()


def paint(thumb: Thumb, paper: Paper) -> None:
    """Paint every box in the order in which the mark moves; the symbols lie as on the practice sheets."""
    wanted = dict(boxes(paper)) | {f"quarry-{n}": c for n, c in enumerate(paper.quarry, 1)}
    for _ in wanted:
        marked = thumb.page.locator("[data-box].lit").get_attribute("data-box")
        thumb.tap(f"[data-paint='{wanted[str(marked)]}']")


@pytest.mark.parametrize("kind", PHONES, ids=["390", "french, dark", "320"])
def test_a_letter_by_hand_is_copied_without_a_flick(phone: Make, kind: dict[str, object]) -> None:
    page = phone(**kind)
    page.goto("/editions/cheops_dice/new")
    thumb = Thumb(page)
    thumb.tap("button.primary")
    paint(thumb, PAPER)
    thumb.tap("[data-goes=pyramid]")
    thumb.tap("[data-box=pyramid-1-5]")
    thumb.tap("[data-symbol=ankh]")
    expect(page.locator("#box-pyramid-4-1 .symbol")).to_have_count(0)
    page.reload()
    expect(page.locator(".drawn .open")).to_have_count(0)
    thumb.tap("#keep")
    expect(page.locator(".card")).to_contain_text("A")
    assert thumb.taps <= 60
    assert thumb.flicks == 0


def test_a_letter_is_copied_checked_and_played(phone: Make) -> None:
    page = phone()
    page.goto("/open/cheops_dice")
    page.locator("a[href='/editions/cheops_dice']").tap()
    page.locator("a", has_text="Copy your own").tap()
    shape(page, PAPER)
    page.locator("[name='value.letter']").select_option("B")
    paint(Thumb(page), PAPER)
    page.locator("#keep").tap()
    expect(page.locator("h1")).to_have_text("Our pad")
    page.locator("a", has_text="Open a table with it").tap()
    page.locator("select[name=edition]").wait_for()
    Thumb(page).tap("input[name=seats][value='2']")
    page.locator("button:text('Start at once')").tap()
    expect(page.locator("#board-0")).to_contain_text("Our pad B")
    for _ in range(3):
        page.locator("[data-add=red]").tap()
    page.locator("button[value=Roll]").tap()
    expect(page.locator("#table")).to_have_attribute("data-version", "1")
