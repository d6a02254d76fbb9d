"""The count at the end: any printed sheet, from what is read off the paper."""

from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.ranking import rank
from companion.games.cheops_dice import GAME
from companion.games.cheops_dice.scoring import Sheet, points
from tests.games.cheops_dice.tables import marked, table


def test_a_table_that_stopped_by_agreement_may_be_counted_all_the_same() -> None:
    refusal = GAME.scoring.together(Setup.of(GAME.meta, 3), (Sheet(floor=12), Sheet(), Sheet()))
    assert refusal is not None
    assert refusal.overridable
    assert (
        GAME.scoring.together(
            Setup.of(GAME.meta, 2), (Sheet(arch=11, arch_finished=True, floor=12), Sheet())
        )
        is None
    )


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


def test_the_form_draws_a_number_of_another_sheet_where_it_fits() -> None:
    def levels(sheet: Sheet | None) -> Any:
        return GAME.scoring.draw(Setup.of(GAME.meta, 3), sheet)["levels"]

    printed = {"pyramid": [1, 4, 8, 14, 22], "arch": [2, 4, 6, 8, 11]}
    assert levels(None) == levels(Sheet(pyramid=8, arch=11, arch_finished=True)) == printed
    told = levels(Sheet(pyramid=5, arch=13, arch_finished=True))
    assert told == {"pyramid": [1, 4, 5, 14, 22], "arch": [2, 4, 6, 8, 13]}
    assert levels(Sheet(pyramid=30))["pyramid"] == [1, 4, 8, 30, 22]
