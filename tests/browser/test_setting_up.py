"""The table is set up together: what is ticked on one phone is ticked on all; the box is asked in place."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.arriving import PHONES, Make, into_lobby, sit
from tests.browser.test_pages import loads
from tests.browser.thumbs import Thumb

pytestmark = pytest.mark.no_worker

SPHINX = ("-3", "5", "8")


def is_done(thumb: Thumb, step: str, *, done: bool = True) -> None:
    """The phone shows that a step is done, soon after it was ticked anywhere."""
    pressed = "true" if done else "false"
    tick = thumb.page.locator(f"#step-{step} .tick")
    expect(tick).to_have_attribute("aria-pressed", pressed)


def asked(thumb: Thumb, part: int) -> Locator:
    return thumb.page.locator(f"#step-sphinx [name='value.points.{part}']")


def test_two_phones_set_the_table_up(phone: Make) -> None:
    ana, bo = (Thumb(phone(**kind)) for kind in PHONES[:2])
    ana.page.goto("/")
    ana.tap("a[href='/open/giza']")
    sit(bo, into_lobby(ana), 1)
    loaded = [loads(thumb.page) for thumb in (ana, bo)]
    bo.tap("#plan a[href$='/set-up']")
    expect(bo.page.get_by_role("dialog", name="Mise en place")).to_be_visible()
    expect(ana.page.locator("#plan a[href$='/set-up']")).to_contain_text("0 of 5 done")

    bo.tap("#step-boards .tick")
    is_done(bo, "boards")
    line = ana.page.locator("#plan a[href$='/set-up']")
    expect(line).to_contain_text("1 of 5 done")
    ana.tap("#plan a[href$='/set-up']")
    is_done(ana, "boards")

    ana.tap("#step-sphinx summary")
    ana.write("#step-sphinx [name='value.points.0']", SPHINX[0])
    bo.tap("#step-pile .tick")
    is_done(ana, "pile")
    expect(asked(ana, 0)).to_have_value(SPHINX[0])
    for part in (1, 2):
        ana.write(f"#step-sphinx [name='value.points.{part}']", SPHINX[part])
    ana.tap("#step-sphinx button:text('Keep')")
    for thumb in (ana, bo):
        drawn = thumb.page.locator("#step-sphinx .figure")
        expect(drawn).to_contain_text("−3")
    expect(ana.page.locator("#step-sphinx details")).not_to_have_attribute("open", "")
    bo.tap("#step-pile .tick")
    is_done(ana, "pile", done=False)

    ana.tap("#drawer button:has-text('✕')")
    ana.tap("#hand button")
    bo.page.wait_for_selector("#play", state="attached")
    is_done(bo, "boards")
    ana.tap("#menu a[href$='/set-up']")
    is_done(ana, "boards")
    ana.tap("#step-hands .tick")
    is_done(bo, "hands")
    assert loaded == [[], []]
