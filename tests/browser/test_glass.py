"""The measures of an evening see what they are there to see."""

from __future__ import annotations

from tests.browser.arriving import Make, alone
from tests.browser.glass import Glass


def test_a_control_that_moves_under_the_thumb_is_seen(phone: Make) -> None:
    page, glass = alone(phone, "giza", ["Ana", "Bo"]).page, Glass()
    glass.watch(page)
    page.wait_for_timeout(500)
    glass.collect(page)
    assert glass.farthest == 0
    page.evaluate("document.querySelector('#hand').append(document.createElement('hr'), 'Text.')")
    page.wait_for_timeout(500)
    glass.collect(page)
    assert glass.farthest > 10


def test_the_share_of_the_board_is_what_is_left_for_it(phone: Make) -> None:
    page, glass = alone(phone, "giza", ["Ana", "Bo"]).page, Glass()
    glass.look(page)
    assert 0.5 < glass.board_in_turn < 0.9
    page.evaluate("document.querySelector('#news').style.height = '300px'")
    glass.look(page)
    assert glass.board_in_turn < 0.5
    assert glass.furniture > 300
