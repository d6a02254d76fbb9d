"""Who enters for a neighbour sees so in the hand, keeps the own next move, and goes home by one tap."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from companion.games import GAMES
from companion.games.seeds import plays
from tests.browser import hands
from tests.browser.arriving import Make, arrive, sit
from tests.browser.tables import open_like, play_some
from tests.browser.test_table import after_the_first_roll, enter_for
from tests.browser.thumbs import Thumb

A_FEW = 6
"""Entries of the neighbour and of one's own."""


def test_one_tap_in_the_hand_enters_for_nobody_else_again(phone: Make) -> None:
    cy = after_the_first_roll(phone)[2]
    enter_for(cy, 1)
    cy.tap("#prompt .for-whom")
    cy.page.wait_for_selector("#table[data-turn=others]")
    expect(cy.page.locator("#hand button")).to_have_count(0)
    arrive(cy.page, 10)


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
def test_a_neighbour_is_entered_for_and_ones_own_next_move_is_there(phone: Make, slug: str) -> None:
    record = plays(slug)[hands.play_of(slug)]
    lines = hands.log_of(slug, record)
    told = len(record["log"]) - len(lines)
    start = len(lines) // 3
    neighbour, own = next(
        (one["seat"], other["seat"])
        for one, other in pairwise(lines[start:])
        if one["seat"] != other["seat"] != 0
    )
    host, thumb = Thumb(phone()), Thumb(phone())
    code = open_like(host.page, slug, record)
    play_some(host.page, code, record["log"], 0, told + start)
    sit(thumb, code, own)
    chip = thumb.page.locator("#prompt .for-whom")
    entered = {neighbour: 0, own: 0}
    for version, line in enumerate(lines[start:], told + start):
        arrive(thumb.page, version)
        seat = line["seat"]
        if seat not in entered:
            play_some(host.page, code, record["log"], version, version + 1)
            continue
        if seat == neighbour and not chip.count():
            enter_for(thumb, neighbour)
            expect(chip).to_contain_text(f"for {record['seats'][neighbour]} ✕")
        hands.enter(thumb, slug, line)
        arrive(thumb.page, version + 1, line)
        entered[seat] += 1
        if sum(entered.values()) >= A_FEW and all(entered.values()):
            return
    raise AssertionError(f"only {entered}")
