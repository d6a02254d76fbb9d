"""An owner copies a letter of a pad on a phone and plays with it: one tap a box, and nothing typed."""

import pytest
from playwright.sync_api import expect

from companion.games.cheops_dice.parts import PadPage, box_colours, practice_pages
from tests.browser.joining import PHONES, SMALL, MakePhone
from tests.browser.touch_user import TouchUser

PAPER = practice_pages()[1]


NUMBERS = [*PAPER.pyramid.values, *PAPER.arch.values, PAPER.arch.keystone_value]


def paint(user: TouchUser, paper: PadPage) -> None:
    """Paint every box in the order of the mark; a first letter's floor lies one row and column farther."""
    wanted = dict(box_colours(paper)) | {f"quarry-{n}": c for n, c in enumerate(paper.quarry, 1)}
    for _ in wanted:
        building, *at = str(user.page.locator("[data-box].lit").get_attribute("data-box")).split("-")
        if building == "floor" and user.page.locator("button.none").count():
            at = [str(int(n) - 1) for n in at]
        user.tap(f"[data-paint='{wanted['-'.join((building, *at))]}']")


def number(user: TouchUser) -> None:
    """What only the print tells, by keys; the mark has come to the first number by itself."""
    for told in NUMBERS:
        for digit in str(told):
            user.tap(f"[data-digit='{digit}']")
        if told < 10:
            user.tap(".numbers [data-onward]")


@pytest.mark.parametrize("kind", PHONES, ids=["390", "french, dark", "320"])
def test_a_letter_by_hand_is_copied_without_a_flick(phone: MakePhone, kind: dict[str, object]) -> None:
    page = phone(**kind)
    page.goto("/editions/cheops_dice/new")
    user = TouchUser(page)
    user.tap("[data-goes=pyramid]")
    user.tap("[data-box=pyramid-1-5]")
    user.tap("[data-symbol=ankh]")
    user.tap("[data-goes=pyramid]")
    paint(user, PAPER)
    the_pads_own, user.taps = user.taps, 54
    number(user)
    assert the_pads_own == 54 + 4
    assert user.taps == 54 + 20
    page.reload()
    expect(page.locator(".drawn .open")).to_have_count(0)
    expect(page.locator("#box-pyramid-1-5 .symbol")).to_have_count(1)
    user.tap("#keep")
    user.tap("button[name=sure]")
    expect(page.locator(".card")).to_contain_text("A")
    user.taps = 0
    user.tap("main a[href$='/letter']")
    paint(user, practice_pages()[2])
    user.tap("#keep")
    user.tap("button[name=sure]")
    expect(page.locator(".card")).to_have_count(2)
    assert user.taps <= 60
    assert user.flicks == 0


@pytest.mark.parametrize("kind", PHONES, ids=["390", "french, dark", "320"])
def test_a_pad_of_another_shape_is_put_right_by_one_tap_each(
    phone: MakePhone, kind: dict[str, object]
) -> None:
    page = phone(**kind)
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
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("kind", [*PHONES, SMALL[0] | {"locale": "fr"}], ids=["390", "fr", "320", "320 fr"])
def test_what_is_copied_fills_one_glass(phone: MakePhone, kind: dict[str, object]) -> None:
    page = phone(**kind)
    for slug in ("cheops_dice", "cheops_treasure"):
        page.goto(f"/editions/{slug}/new")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), slug
