"""An owner copies a letter of a pad on a phone and plays with it: one tap a box, and nothing typed."""

import pytest
from playwright.sync_api import expect

from companion.games.cheops_dice.parts import Paper, boxes, practice
from tests.browser.arriving import PHONES, SMALL, Make
from tests.browser.thumbs import Thumb

PAPER = practice()[1]


NUMBERS = [*PAPER.pyramid.values, *PAPER.arch.values, PAPER.arch.keystone_value]


def paint(thumb: Thumb, paper: Paper) -> None:
    """Paint every box in the order of the mark; a first letter's floor lies one row and column farther."""
    wanted = dict(boxes(paper)) | {f"quarry-{n}": c for n, c in enumerate(paper.quarry, 1)}
    for _ in wanted:
        building, *at = str(thumb.page.locator("[data-box].lit").get_attribute("data-box")).split("-")
        if building == "floor" and thumb.page.locator("button.none").count():
            at = [str(int(n) - 1) for n in at]
        thumb.tap(f"[data-paint='{wanted['-'.join((building, *at))]}']")


def number(thumb: Thumb) -> None:
    """What only the print tells, by keys; the mark has come to the first number by itself."""
    for told in NUMBERS:
        for digit in str(told):
            thumb.tap(f"[data-digit='{digit}']")
        if told < 10:
            thumb.tap(".numbers [data-onward]")


@pytest.mark.parametrize("kind", PHONES, ids=["390", "french, dark", "320"])
def test_a_letter_by_hand_is_copied_without_a_flick(phone: Make, kind: dict[str, object]) -> None:
    page = phone(**kind)
    page.goto("/editions/cheops_dice/new")
    thumb = Thumb(page)
    thumb.tap("[data-goes=pyramid]")
    thumb.tap("[data-box=pyramid-1-5]")
    thumb.tap("[data-symbol=ankh]")
    thumb.tap("[data-goes=pyramid]")
    paint(thumb, PAPER)
    the_pads_own, thumb.taps = thumb.taps, 54
    number(thumb)
    assert the_pads_own == 54 + 4
    assert thumb.taps == 54 + 20
    page.reload()
    expect(page.locator(".drawn .open")).to_have_count(0)
    expect(page.locator("#box-pyramid-1-5 .symbol")).to_have_count(1)
    thumb.tap("#keep")
    thumb.tap("button[name=sure]")
    expect(page.locator(".card")).to_contain_text("A")
    thumb.taps = 0
    thumb.tap("main a[href$='/letter']")
    paint(thumb, practice()[2])
    thumb.tap("#keep")
    thumb.tap("button[name=sure]")
    expect(page.locator(".card")).to_have_count(2)
    assert thumb.taps <= 60
    assert thumb.flicks == 0


@pytest.mark.parametrize("kind", PHONES, ids=["390", "french, dark", "320"])
def test_a_pad_of_another_shape_is_put_right_by_one_tap_each(phone: Make, kind: dict[str, object]) -> None:
    page = phone(**kind)
    page.goto("/editions/cheops_dice/new")
    thumb = Thumb(page)
    shown = page.locator("[data-part]:not([hidden]) [data-box]")
    for part, change, count in (
        ("pyramid", "pyramid 1", 21), ("pyramid", "pyramid-base -1", 15), ("arch", "arch 1", 11),
        ("quarry", "quarry -1", 17), ("floor", "floor-5-2", 13),
    ):  # fmt: skip
        if part != page.locator("[data-part]:not([hidden])").get_attribute("data-part"):
            thumb.tap(f"[data-goes={part}]")
        thumb.tap(f"[name=reshape][value='{change}']")
        expect(shown).to_have_count(count)
    thumb.tap(".unlays")
    expect(shown).to_have_count(12)
    assert thumb.taps == 6 + 3
    assert thumb.flicks == 0
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("kind", [*PHONES, SMALL[0] | {"locale": "fr"}], ids=["390", "fr", "320", "320 fr"])
def test_what_is_copied_fills_one_glass(phone: Make, kind: dict[str, object]) -> None:
    page = phone(**kind)
    for slug in ("cheops_dice", "cheops_treasure"):
        page.goto(f"/editions/{slug}/new")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), slug
