"""The count of Three Quarries: points, ties, and sheets that cannot be."""

from typing import Any

import pytest

from companion.engine.game import Setup, total_of
from companion.engine.ranking import rank
from tests.example import GAME
from tests.example.parts import check_lid
from tests.example.scoring import Sheet
from tests.games.refusals import verdict

COUNT = GAME.scoring


LID = {"capstone": 4}


def table(**options: Any) -> Setup:
    return Setup.of(GAME.meta, 2, {"lid": LID, **options})


def totals(setup: Setup, *sheets: Sheet) -> list[object]:
    return [total_of(lines) for lines in COUNT.lines(setup, sheets)]


def test_level_4_counts_what_the_lid_says() -> None:
    assert totals(table(lid={"capstone": 9}), Sheet(4), Sheet(3)) == [15, 6]


def test_a_lid_nobody_has_read_leaves_the_points_open_and_the_winner_known() -> None:
    setup = table(lid=None)
    sheets = (Sheet(4, 2), Sheet(4, 3))
    assert [seat_lines[0].points for seat_lines in COUNT.lines(setup, sheets)] == [None, None]
    assert rank(COUNT.criteria(setup, sheets), 2).winners == (1,)


@pytest.mark.parametrize("record", [{}, {"capstone": 3}, {"capstone": "4"}, {"top": 4}, 4, [4]])
def test_a_lid_that_cannot_be_is_refused(record: Any) -> None:
    assert verdict(check_lid(record, 2))[0] == "example.lid_shape"


def test_stones_part_level_seats_and_else_the_win_is_shared() -> None:
    parted = rank(COUNT.criteria(table(), (Sheet(4, 1), Sheet(4, 3))), 2)
    shared = rank(COUNT.criteria(table(), (Sheet(4, 3), Sheet(4, 3))), 2)
    assert (parted.places, shared.places) == ((2, 1), (1, 1))


def test_a_sheet_with_eleven_stones_is_for_the_table_to_allow() -> None:
    assert verdict(COUNT.check(table(), 0, Sheet(4, 11))) == ("example.hand_full", True)
