"""The guide wins often enough, and its advice in whole plays is legal, true and fast."""

import random
from collections.abc import Iterator
from statistics import quantiles
from time import process_time
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.guide import get_guidance, get_lessons
from companion.engine.log import Entry
from companion.engine.replay import apply_entry, replay_log
from companion.games import GAMES_BY_SLUG
from companion.games.cheops_catan import GAME as CATAN
from companion.games.cheops_catan.moves import Build, Found, Roll
from companion.games.cheops_treasure.parts import load_demo_edition
from tests.games.test_advice import check_all_advice, iterate_awaited_seats
from tests.long.guide.simulated_play import SimulatedPlay
from tests.positions import iterate_positions

PLAY_COUNT, POSITION_COUNT, GUIDED_MOVE_COUNT = 100, 100, 3
MAX_SECONDS = 0.007
"""The processor seconds for the slowest but one in 100 pieces of advice. Offline, a phone needs about seven
times as long, so about 50 ms.
"""
REQUIRED_SHARES = {
    ("giza", "at_random"): (0.95, 0.90),
    ("giza", "one_ahead"): (0.40, 0.45),
    ("deadline", "at_random"): (0.75, 0.75),
    ("deadline", "one_ahead"): (0.70, 0.75),
    ("cheops_dice", "at_random"): (0.95, 0.95),
    ("cheops_dice", "one_ahead"): (0.62, 0.42),
    ("cheops_treasure", "at_random"): (0.95, 0.90),
    ("cheops_treasure", "one_ahead"): (0.85, 0.75),
}
"""For each game and opponent, the minimum share of wins with two and with three seats."""
OPTIONS: dict[str, dict[str, Any]] = {
    "giza": {"edition": {"points": [-3, 5, 8], "each": [2, 2, 2], "treasures": [2, 3, 4, 5]}},
    "cheops_treasure": {"edition": load_demo_edition()},
}
each_slug = pytest.mark.parametrize("slug", ["giza", "deadline", "cheops_dice", "cheops_treasure"])


def iterate_plays(slug: str, seats: int, other: str, count: int) -> Iterator[tuple[int, SimulatedPlay]]:
    """Yield (the seat that follows the guide, finished play). The seat has each place in turn."""
    for number in range(count):
        own = number % seats
        policies = ["guide" if seat == own else other for seat in range(seats)]
        chance = random.Random(f"{slug} {number}")
        options = OPTIONS.get(slug, {})
        play = SimulatedPlay(GAMES_BY_SLUG[slug], options, policies, number // seats % seats, chance)
        play.play()
        yield own, play


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(("slug", "other"), REQUIRED_SHARES)
def test_following_the_guide_wins_often_enough(slug: str, other: str, seats: int) -> None:
    wins = 0.0
    for own, play in iterate_plays(slug, seats, other, PLAY_COUNT):
        winners = play.list_winners()
        wins += (own in winners) / max(1, len(winners))
    print(slug, other, seats, wins / PLAY_COUNT)
    assert wins >= REQUIRED_SHARES[slug, other][seats - 2] * PLAY_COUNT


@each_slug
def test_advice_in_plays_is_legal_true_and_fast(slug: str) -> None:
    seconds: list[float] = []
    for _, play in iterate_plays(slug, 2, "one_ahead", POSITION_COUNT):
        for at, seat in play.advised:
            begin = process_time()
            get_guidance(at, seat, seat)
            seconds.append(process_time() - begin)
            check_all_advice(at, seat, seat)
        if len(seconds) > POSITION_COUNT:
            break
    assert quantiles(seconds, n=100)[-1] <= MAX_SECONDS


def test_advice_in_catan_is_legal_and_true() -> None:
    positions = iterate_positions(CATAN, random.Random(70), 2 * POSITION_COUNT)
    tried = 0
    for at, seat in iterate_awaited_seats(CATAN, positions):
        check_all_advice(at, seat, seat)
        tried += 1
    assert tried >= POSITION_COUNT


@pytest.mark.parametrize("seats", [2, 3])
@each_slug
def test_every_seat_can_move_after_the_guided_round(slug: str, seats: int) -> None:
    for _, play in iterate_plays(slug, seats, "guide", 10):
        last = {lesson.name for lesson in get_lessons(play.replay) if lesson.last}
        for moves in play.moves:
            assert len(moves) > GUIDED_MOVE_COUNT
            assert not last & set(map(play.game.lesson_name, moves[:GUIDED_MOVE_COUNT]))


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
