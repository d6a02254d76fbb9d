"""The guide's advice in 500 positions: legal, true, of an allowed kind, and fast."""

import random
from statistics import median, quantiles
from time import process_time

import pytest

from companion.engine.guide import get_guidance
from companion.games.cheops_catan import GAME as CATAN
from tests.games.test_advice import awaited_seats, check_all_advice
from tests.long.guide.cheops_dice import Dice
from tests.long.guide.cheops_treasure import Treasure
from tests.long.guide.deadline import Deadline
from tests.long.guide.giza import Giza
from tests.long.guide.plays import Table
from tests.positions import positions

POSITIONS = 500
MAX_SECONDS = 0.007
"""The processor seconds for the slowest but one in 100 pieces of advice. Offline, a phone needs about seven
times as long, so about 50 ms.
"""
POLICIES = [("guide", "one_ahead"), ("guide", "at_random"), ("guide", "guide", "one_ahead")]


@pytest.mark.parametrize("table", [Giza, Deadline, Dice, Treasure])
def test_advice_in_plays_is_legal_true_and_fast(table: type[Table]) -> None:
    chance, seconds = random.Random(70), list[float]()
    while len(seconds) < POSITIONS:
        one = table(chance.choice(POLICIES), 0, chance)
        one.play()
        for at, seat in one.chosen:
            begin = process_time()
            get_guidance(at, seat, seat)
            seconds.append(process_time() - begin)
            check_all_advice(at, seat, seat)
    print(f"{table.__name__}: {median(seconds):.4f} s, 99 %: {quantiles(seconds, n=100)[-1]:.4f} s")
    assert quantiles(seconds, n=100)[-1] <= MAX_SECONDS


def test_advice_in_catan_is_legal_and_true() -> None:
    tried = 0
    for at, seat in awaited_seats(CATAN, positions(CATAN, random.Random(70), 2 * POSITIONS)):
        check_all_advice(at, seat, seat)
        tried += 1
    assert tried >= POSITIONS
