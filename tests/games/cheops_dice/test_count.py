"""The count at the end: any printed sheet, from what is read off the paper."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.ranking import rank
from companion.games.cheops_dice import GAME
from companion.games.cheops_dice.scoring import Sheet, points
from companion.tables.phrases import Phrasebook
from tests.games.cheops_dice.tables import marked, table

COUNTS: dict[str, Any] = {
    "cheops_dice.count_pyramid": Sheet(pyramid_boxes=4),
    "cheops_dice.count_finished": Sheet(arch_finished=True),
    "cheops_dice.count_floor": Sheet(floor=5),
    "cheops_dice.count_jokers": Sheet(jokers=4),
    "cheops_dice.count_rounds": Sheet(pyramid=4, pyramid_boxes=7, floor=6, rounds=6),
    "cheops_dice.not_over": (Sheet(floor=12), Sheet(), Sheet()),
}


def scored(words: str) -> dict[str, Any]:
    """Points by category of a seat of three with these boxes ticked."""
    state = marked(table(3), 0, words)
    return {
        line.category: line.points
        for line in GAME.scoring.lines(Setup.of(GAME.meta, 3), GAME.sheets(state))[0]
    }


@pytest.mark.parametrize("name", COUNTS)
def test_what_cannot_stand_together_is_refused(name: str) -> None:
    given = COUNTS[name]
    if isinstance(given, tuple):
        refusal = GAME.scoring.together(Setup.of(GAME.meta, 3), given)
    else:
        refusal = GAME.scoring.check(Setup.of(GAME.meta, 3), 0, given)
    assert refusal is not None
    assert refusal.code == name
    assert Phrasebook(GAME).message(name, refusal.values)


def test_a_table_that_stopped_by_agreement_may_be_counted_all_the_same() -> None:
    refusal = GAME.scoring.together(Setup.of(GAME.meta, 3), COUNTS["cheops_dice.not_over"])
    assert refusal is not None
    assert refusal.overridable
    assert (
        GAME.scoring.together(
            Setup.of(GAME.meta, 2), (Sheet(arch=11, arch_finished=True, floor=12), Sheet())
        )
        is None
    )


@pytest.mark.parametrize(
    ("words", "arch"),
    [("", 0), ("left", 0), ("left right-1", 2), ("left right", 8), ("left right keystone", 11)],
)
def test_the_arch_counts_its_lower_column(words: str, arch: int) -> None:
    assert scored(words)["arch"] == arch


@pytest.mark.parametrize(
    ("words", "pyramid"),
    [("", 0), ("pyramid-1-2", 1), ("pyramid-1 pyramid-2-1", 4), ("pyramid", 22)],
)
def test_the_pyramid_counts_its_highest_box(words: str, pyramid: int) -> None:
    assert scored(words)["pyramid"] == pyramid


@pytest.mark.parametrize(
    ("count", "worth"), [(0, 0), (2, 0), (4, 4), (6, 6), (8, 8), (10, 11), (12, 15)]
)
def test_the_floor_counts_by_its_table(count: int, worth: int) -> None:
    assert points(Sheet(floor=count)) == worth


def test_an_untouched_seat_of_three_has_its_quarry_and_jokers() -> None:
    found = scored("")
    assert (found["quarry"], found["jokers"], sum(found.values())) == (18, 6, 24)


@pytest.mark.parametrize(("seats", "most"), [(2, 94), (3, 96), (4, 98), (5, 100)])
def test_the_most_points_a_practice_sheet_can_give(seats: int, most: int) -> None:
    state = marked(table(seats), 0, "pyramid left right keystone floor", won=0b1111111)
    assert points(GAME.sheets(state)[0]) == most


def test_skipped_stones_never_count() -> None:
    state = marked(table(2), 0, "", last=17)
    assert GAME.sheets(state)[0].quarry == 1


def test_a_tie_goes_to_the_pyramid_then_is_shared() -> None:
    high = Sheet(pyramid=22, pyramid_boxes=15, pyramid_finished=True)
    low = Sheet(pyramid=14, pyramid_boxes=14, bonuses=2, quarry=2)
    assert points(high) == points(low) == 22
    found = rank(GAME.scoring.criteria(Setup.of(GAME.meta, 3), (low, high, high)), 3)
    assert found.places == (3, 1, 1)
    assert found.winners == (1, 2)


def test_the_form_is_told_what_follows() -> None:
    sheet = Sheet(pyramid=22, pyramid_boxes=15, pyramid_finished=True, floor=12)
    assert GAME.scoring.draw(Setup.of(GAME.meta, 3), sheet).items() >= {
        "floor": 15, "finished": 2, "end_bonus": 3, "points": 40, "jokers": 3,
    }.items()  # fmt: skip
    assert GAME.scoring.draw(Setup.of(GAME.meta, 3), None)["points"] == 0
