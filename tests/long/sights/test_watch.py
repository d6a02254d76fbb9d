"""A recorded play in a hand: a thumb on the slider, the keyboard, the way back, and no script at all."""

import re

from playwright.sync_api import Page, expect

from tests.browser.arriving import Make
from tests.browser.thumbs import Thumb

PLAY = "/watch/giza/three_pyramids"
AS_FRESH = """async () => {
  const page = new DOMParser().parseFromString(await (await fetch(location)).text(), "text/html");
  return document.querySelector("#board").isEqualNode(page.querySelector("#board"));
}"""
"""Whether the board is that of a fresh load of this address."""


def stands_at(page: Page, step: int) -> None:
    """Slider, words, address and board are all at this position."""
    expect(page.locator("#words .at")).to_have_text(re.compile(f"^{step}/26 "))
    expect(page).to_have_url(re.compile(rf"step={step}$"))
    expect(page.locator("#at")).to_have_value(str(step))
    assert page.evaluate(AS_FRESH)


def test_a_thumb_drags_through_a_play_with_few_requests(phone: Make) -> None:
    ana = Thumb(phone())
    ana.page.goto("/plays")
    ana.tap(f"a[href='{PLAY}']")
    slider = ana.page.locator("#at")
    box = slider.bounding_box()
    assert box
    sent: list[str] = []
    ana.page.on("request", lambda r: sent.append(r.url) if PLAY in r.url else None)
    x, y = box["x"] + 10, box["y"] + box["height"] / 2
    ana.feel("touchStart", x, y)
    for _ in range(40):
        x += (box["width"] - 20) / 50
        ana.feel("touchMove", x, y)
    ana.lift()
    expect(ana.page.locator("#words .at")).not_to_have_text(re.compile("^0/"))
    step = int(slider.input_value())
    assert 15 < step < 26
    stands_at(ana.page, step)
    assert len(sent) < 10, sent
    ana.tap("#next")
    stands_at(ana.page, step + 1)
    ana.page.go_back()
    stands_at(ana.page, step)


def test_keys_lead_through_it(phone: Make) -> None:
    page = phone(viewport={"width": 1280, "height": 800})
    page.goto(f"{PLAY}?step=11")
    board = page.locator("#board").bounding_box()
    assert board
    assert board["width"] > 500, "the words leave the board its room"
    page.locator("#at").focus()
    page.keyboard.press("ArrowRight")
    stands_at(page, 12)
    page.keyboard.press("End")
    stands_at(page, 26)
    expect(page.locator("#end-title")).to_be_visible()
    expect(page.locator("#at")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    stands_at(page, 25)
    page.locator("#back").focus()
    page.keyboard.press("Enter")
    stands_at(page, 24)
    expect(page.locator("#back")).to_be_focused()


def test_it_goes_on_by_itself_until_somebody_stops_it(phone: Make) -> None:
    ana = Thumb(phone())
    ana.page.goto(f"{PLAY}?step=3")
    ana.tap("#ways a:text('Play')")
    expect(ana.page.locator("#words .at")).to_have_text(re.compile("^4/26 "))
    ana.tap("#ways a:text('Pause')")
    stands_at(ana.page, int(ana.page.locator("#at").input_value()))
