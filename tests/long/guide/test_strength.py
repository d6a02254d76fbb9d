"""The guide wins often enough against random players and against players who look one move ahead.

With 200 plays for each combination, the share of wins has an error of about 3.5 points.
"""

import random

import pytest

from companion.engine.game import Setup
from companion.engine.guide import get_guidance
from companion.engine.log import Entry
from companion.engine.replay import apply_entry, replay_log
from companion.games.cheops_catan import GAME as CATAN
from companion.games.cheops_catan.moves import Build, Found, Roll
from tests.long.guide.cheops_dice import SimulatedDice
from tests.long.guide.cheops_treasure import SimulatedTreasure
from tests.long.guide.deadline import SimulatedDeadline
from tests.long.guide.giza import SimulatedGiza
from tests.long.guide.plays import MeasuredResult, SimulatedTable, measure_policy

PLAY_COUNT = 200
AT_RANDOM, ONE_AHEAD = "at_random", "one_ahead"
REQUIRED_SHARES: list[tuple[type[SimulatedTable], str, int, float]] = [
    (SimulatedGiza, AT_RANDOM, 2, 0.95),
    (SimulatedGiza, AT_RANDOM, 3, 0.90),
    (SimulatedGiza, ONE_AHEAD, 2, 0.65),
    (SimulatedGiza, ONE_AHEAD, 3, 0.50),
    (SimulatedDeadline, AT_RANDOM, 2, 0.85),
    (SimulatedDeadline, AT_RANDOM, 3, 0.85),
    (SimulatedDeadline, ONE_AHEAD, 2, 0.60),
    (SimulatedDeadline, ONE_AHEAD, 3, 0.45),
    (SimulatedDice, AT_RANDOM, 2, 0.97),
    (SimulatedDice, AT_RANDOM, 3, 0.97),
    (SimulatedDice, ONE_AHEAD, 2, 0.58),
    (SimulatedDice, ONE_AHEAD, 3, 0.45),
    (SimulatedTreasure, AT_RANDOM, 2, 0.95),
    (SimulatedTreasure, AT_RANDOM, 3, 0.90),
    (SimulatedTreasure, ONE_AHEAD, 2, 0.65),
    (SimulatedTreasure, ONE_AHEAD, 3, 0.42),
]
"""The opponent, the number of seats, and the minimum share of wins."""


def meets_requirements(table: type[SimulatedTable], other: str, seats: int, result: MeasuredResult) -> bool:
    """Return whether the result also meets the special requirements on the advice for this game."""
    counts, plays = result.counts, result.plays
    if table is SimulatedDeadline:
        announced, points = 0.85 if other == AT_RANDOM else 0.75, 12 if seats == 2 else 9
        timely = counts["announced"] >= announced * plays and counts["brought death"] <= 0.15 * plays
        return timely and result.mine >= points * plays
    return not counts["ended behind"] and not counts["no reason for it"]


@pytest.mark.parametrize(
    ("table", "other", "seats", "least"),
    REQUIRED_SHARES,
    ids=[f"{t.__name__}-{o}-{s}" for t, o, s, _ in REQUIRED_SHARES],
)
def test_following_the_guide_wins_often_enough(
    table: type[SimulatedTable], other: str, seats: int, least: float
) -> None:
    seed = random.randrange(10**6)
    result = measure_policy(table, seats, other, PLAY_COUNT, seed)
    print(table.__name__, other, seats, result)
    assert result.wins >= least * PLAY_COUNT, (seed, str(result))
    assert meets_requirements(table, other, seats, result), (seed, str(result))


def test_in_catan_the_guide_never_suggests_the_pyramid_first() -> None:
    at = replay_log(CATAN, Setup.of(CATAN.meta, 3))
    for number in range(1, 60):
        seat = CATAN.awaiting(at.state).seats[0]
        proposal = get_guidance(at, seat, seat).proposal
        assert proposal is not None
        move = proposal.move or Roll(number % 11 + 2)
        if isinstance(move, Found | Build) and move.at_site:
            assert at.state.settlements[seat] + at.state.cities[seat] > 3
        at = apply_entry(at, Entry(number, "move", seat, move))
        if at.state.rolled and number % 3 == 0:
            following = (seat + 1) % 3
            at = apply_entry(at, Entry(number, "move", following, Roll(number % 11 + 2)))
        if at.state.closing:
            break
