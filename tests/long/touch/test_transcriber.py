"""Copying a pad page on a phone with one tap for each box and without a keyboard."""

from playwright.sync_api import expect

from companion.games.cheops_dice.parts import PadPage, iter_box_colours, load_practice_pages
from tests.browser.joining import SMALL_FRENCH_PHONE, MakePhone
from tests.browser.touch_user import TouchUser

PRACTICE_PAGE = load_practice_pages()[1]
FITS_SCREEN_JS = "document.documentElement.scrollHeight <= innerHeight"
NUMBERS = [*PRACTICE_PAGE.pyramid.values, *PRACTICE_PAGE.arch.values, PRACTICE_PAGE.arch.keystone_value]


def paint_boxes(user: TouchUser, page: PadPage) -> None:
    colours = dict(iter_box_colours(page)) | {f"quarry-{n}": c for n, c in enumerate(page.quarry, 1)}
    for _ in colours:
        building, *at = str(user.page.locator("[data-box].lit").get_attribute("data-box")).split("-")
        if building == "floor" and user.page.locator("button.none").count():
            at = [str(int(n) - 1) for n in at]
        user.tap(f"[data-paint='{colours['-'.join((building, *at))]}']")


def enter_numbers(user: TouchUser) -> None:
    """Enter the page's printed numbers with the on-screen keys. The first field is already selected."""
    for value in NUMBERS:
        for digit in str(value):
            user.tap(f"[data-digit='{digit}']")
        if value < 10:
            user.tap(".numbers [data-onward]")


def test_a_page_is_copied_by_hand_without_swiping(phone: MakePhone) -> None:
    page = phone(**SMALL_FRENCH_PHONE)
    page.goto("/editions/cheops_dice/new")
    user = TouchUser(page)
    user.tap("[data-goes=pyramid]")
    user.tap("[data-box=pyramid-1-5]")
    user.tap("[data-symbol=ankh]")
    user.tap("[data-goes=pyramid]")
    paint_boxes(user, PRACTICE_PAGE)
    painted_taps, user.taps = user.taps, 54
    enter_numbers(user)
    assert painted_taps == 54 + 4
    assert user.taps == 54 + 20
    page.reload()
    expect(page.locator(".drawn .open")).to_have_count(0)
    expect(page.locator("#box-pyramid-1-5 .symbol")).to_have_count(1)
    user.tap("#keep")
    user.tap("button[name=sure]")
    expect(page.locator(".card")).to_contain_text("A")
    user.taps = 0
    user.tap("main a[href$='/letter']")
    paint_boxes(user, load_practice_pages()[2])
    user.tap("#keep")
    user.tap("button[name=sure]")
    expect(page.locator(".card")).to_have_count(2)
    assert user.taps <= 60
    assert user.flicks == 0


def test_another_pads_shape_is_set_with_one_tap_each_on_one_screen(phone: MakePhone) -> None:
    page = phone(**SMALL_FRENCH_PHONE)
    page.goto("/editions/cheops_dice/new")
    user = TouchUser(page)
    shown = page.locator("[data-part]:not([hidden]) [data-box]")
    for part, change, count in (
        ("pyramid", "pyramid 1", 21), ("pyramid", "pyramid-base -1", 15), ("arch", "arch 1", 11),
        ("quarry", "quarry -1", 17), ("floor", "floor-5-2", 13),
    ):  # fmt: skip
        if part != page.locator("[data-part]:not([hidden])").get_attribute("data-part"):
            user.tap(f"[data-goes={part}]")
        user.tap(f"[name=reshape][value='{change}']")
        expect(shown).to_have_count(count)
    user.tap(".unlays")
    expect(shown).to_have_count(12)
    assert user.taps == 6 + 3
    assert user.flicks == 0
    assert page.evaluate(FITS_SCREEN_JS)
    for slug in ("cheops_dice", "cheops_treasure"):
        page.goto(f"/editions/{slug}/new")
        assert page.evaluate(FITS_SCREEN_JS), slug
