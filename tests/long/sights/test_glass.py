"""The measures of an evening see what they are there to see."""

import pytest

from tests.browser.arriving import Make, all_arrive, alone, seated
from tests.browser.glass import Glass
from tests.browser.hands.giza import play
from tests.browser.marks import is_marked


def test_the_share_of_the_board_is_what_is_left_for_it(phone: Make) -> None:
    page, glass = alone(phone, "giza", ["Ana", "Bo"]).page, Glass()
    glass.look(page)
    assert 0.5 < glass.board_in_turn < 0.9
    page.evaluate("document.querySelector('#news').style.height = '300px'")
    glass.look(page)
    assert glass.board_in_turn < 0.5
    assert glass.furniture > 300


HIDES = {
    "off the glass": "mark => { mark.style.transform = 'translateY(900px)' }",
    "cut off": "mark => { mark.parentElement.style.cssText = 'overflow: hidden; height: 1px' }",
    "not ringed": "mark => { mark.style.cssText = 'outline: 0; box-shadow: none' }",
    "under a sheet": "mark => { document.querySelector('#menu').showModal(); "
    "document.querySelector('#menu').style.cssText = 'inset: 0; max-block-size: none; block-size: 100%' }",
    "not drawn": "mark => { mark.style.display = 'none' }",
}


@pytest.mark.parametrize("hide", HIDES.values(), ids=HIDES)
def test_only_a_mark_that_can_be_seen_is_one(phone: Make, hide: str) -> None:
    thumbs = seated(phone, "giza", ["Ana", "Bo"])
    play(thumbs[0], "+5", 0, 0)
    all_arrive(thumbs, 1)
    for thumb in thumbs:
        assert is_marked(thumb.page, {"seat": 0, "board": 0})
        assert not is_marked(thumb.page, {"seat": 1, "board": 1}), "it is of another seat"
        marks = thumb.page.locator("#table [data-last]")
        assert marks.count() == 2, "the place and the seat"
        for mark in marks.all():
            mark.evaluate(hide)
        assert not is_marked(thumb.page, {"seat": 0, "board": 0})
