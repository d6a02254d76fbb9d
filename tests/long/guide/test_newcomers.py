"""Newcomers who follow the guide's page are not soon out of the game, and win against random players."""

import random

import pytest

from companion.engine.guide import get_lessons
from tests.long.guide.cheops_dice import Dice
from tests.long.guide.cheops_treasure import Treasure
from tests.long.guide.deadline import Deadline
from tests.long.guide.giza import Giza
from tests.long.guide.plays import Table, measure

GUIDED = 3
"""The number of moves of each seat in the guided round."""
PLAYS = 40
TABLES: list[type[Table]] = [Giza, Deadline, Dice, Treasure]


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("table", TABLES)
def test_every_seat_can_move_after_the_guided_round(table: type[Table], seats: int) -> None:
    """Each seat makes more moves afterwards."""
    for number in range(10):
        one = table(["newcomer"] * seats, 0, random.Random(number))
        last = {lesson.name for lesson in get_lessons(one.replay) if lesson.last}
        one.play()
        for seat in range(seats):
            own = [entry.move for entry in one.entries if entry.seat == seat]
            assert len(own) > GUIDED
            assert not last & {one.game.lesson_name(move) for move in own[:GUIDED]}


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("table", TABLES)
def test_newcomers_win_eight_of_ten_plays_against_random_players(table: type[Table], seats: int) -> None:
    result = measure(table, seats, "at_random", PLAYS, random.randrange(10**6), "newcomer")
    print(table.__name__, seats, result)
    assert result.wins >= 0.8 * PLAYS, str(result)
