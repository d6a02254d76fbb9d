"""Newcomers who follow the guide's page are not out of the game early, and win against random players."""

import random

import pytest

from companion.engine.guide import get_lessons
from tests.long.guide.cheops_dice import SimulatedDice
from tests.long.guide.cheops_treasure import SimulatedTreasure
from tests.long.guide.deadline import SimulatedDeadline
from tests.long.guide.giza import SimulatedGiza
from tests.long.guide.plays import SimulatedTable, measure_policy

GUIDED_MOVE_COUNT = 3
"""The number of moves of each seat in the guided round."""
PLAY_COUNT = 40
SIMULATED_TABLES: list[type[SimulatedTable]] = [
    SimulatedGiza,
    SimulatedDeadline,
    SimulatedDice,
    SimulatedTreasure,
]


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("table", SIMULATED_TABLES)
def test_every_seat_can_move_after_the_guided_round(table: type[SimulatedTable], seats: int) -> None:
    """Each seat makes more moves after those of the guided round."""
    for number in range(10):
        one = table(["newcomer"] * seats, 0, random.Random(number))
        last = {lesson.name for lesson in get_lessons(one.replay) if lesson.last}
        one.play()
        for seat in range(seats):
            own = [entry.move for entry in one.entries if entry.seat == seat]
            assert len(own) > GUIDED_MOVE_COUNT
            assert not last & {one.game.lesson_name(move) for move in own[:GUIDED_MOVE_COUNT]}


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("table", SIMULATED_TABLES)
def test_newcomers_win_eight_of_ten_plays_against_random_players(
    table: type[SimulatedTable], seats: int
) -> None:
    result = measure_policy(table, seats, "at_random", PLAY_COUNT, random.randrange(10**6), "newcomer")
    print(table.__name__, seats, result)
    assert result.wins >= 0.8 * PLAY_COUNT, str(result)
