"""An owner copies a letter of a pad on a phone and plays with it: about one tap a box."""

from playwright.sync_api import Page, expect

from companion.games.cheops_dice.sheet import Paper, boxes, practice
from tests.browser.arriving import Make
from tests.browser.thumbs import Thumb

PAPER = practice()[1]


def shape(page: Page, paper: Paper) -> None:
    """The form is drawn as the practice sheets are: this one's shape needs a name only."""
    page.locator("[name=set]").fill("Our pad")
    assert page.locator("[name='floor[]']:checked").count() == 12
    assert page.locator("[name=quarry]").input_value() == str(len(paper.quarry))
    page.locator("button.primary").tap()


def paint(page: Page, paper: Paper) -> int:
    """Paint every box in the order in which the mark moves; how many taps it took."""
    wanted = dict(boxes(paper)) | {f"quarry-{n}": c for n, c in enumerate(paper.quarry, 1)}
    taps = 0
    for _ in wanted:
        marked = page.locator("[data-box].lit").get_attribute("data-box")
        page.locator(f"[data-paint='{wanted[str(marked)]}']").tap()
        taps += 1
    thumb = Thumb(page)
    for number, bonus in enumerate(paper.bonuses):
        thumb.tap(f"[name=symbol][value='{number}']")
        for box in bonus.boxes:
            page.locator(f"[data-box='{box}']").tap()
        taps += 1 + len(bonus.boxes)
    return taps


def test_a_letter_is_copied_checked_and_played(phone: Make) -> None:
    page = phone()
    page.goto("/open/cheops_dice")
    page.locator("a[href='/editions/cheops_dice']").tap()
    page.locator("a", has_text="Copy your own").tap()
    shape(page, PAPER)
    page.locator("[name='value.letter']").fill("b")
    page.locator("[name='value.copied_by']").fill("Ana")
    assert paint(page, PAPER) <= 80
    page.locator("button.primary.big").tap()
    expect(page.locator("h1")).to_have_text("Our pad")
    expect(page.locator(".card")).to_contain_text("copied by Ana")
    page.locator("a", has_text="Open a table with it").tap()
    page.locator("select[name=edition]").wait_for()
    Thumb(page).tap("input[name=seats][value='2']")
    page.locator("button:text('Start at once')").tap()
    expect(page.locator("#board-0")).to_contain_text("Our pad B")
    for _ in range(3):
        page.locator("[data-add=red]").tap()
    page.locator("button[value=Roll]").tap()
    expect(page.locator("#table")).to_have_attribute("data-version", "1")
