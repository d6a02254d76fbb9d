"""Whole games at random: order does not matter, nothing gets lost."""

import random
from collections.abc import Iterator
from itertools import permutations
from typing import Any

from companion.engine.data import to_json
from companion.engine.game import Setup
from companion.engine.play import legal_moves
from companion.games.cheops_dice import GAME
from companion.games.cheops_dice.faults import faults
from companion.games.cheops_dice.moves import Build, Pass, Roll
from companion.games.cheops_dice.state import State, rolling
from tests.games.cheops_dice.tables import after, build, marked, random_sheets, table, won


def opened(seed: int, seats: int, printed: bool) -> tuple[random.Random, State]:
    """A table with practice sheets, or with random ones."""
    chance = random.Random(seed)
    options = {}
    if printed:
        sheets = random_sheets(chance, seats)
        assert [faults(to_json(sheet)) for sheet in sheets] == [()] * seats
        options["sheets"] = [to_json(sheet) for sheet in sheets]
    return chance, GAME.setup(Setup.of(GAME.meta, seats, options, chance.randrange(seats)))


def played(chance: random.Random, state: State) -> Iterator[tuple[State, int, Any]]:
    """(state, seat, move) of a random game; people rarely build nothing."""
    while GAME.ending(state) is None:
        seat = chance.choice(GAME.awaiting(state).seats)
        moves = legal_moves(GAME, state, seat)
        if len(moves) > 1 and not rolling(state) and chance.random() < 0.9:
            moves = [move for move in moves if isinstance(move, Build)]
        move = chance.choice(moves)
        yield state, seat, move
        state = GAME.apply(state, seat, move)


def test_every_permutation_when_bonuses_are_fought_for() -> None:
    """Four seats one box short of a bonus each: all 24 orders."""
    state = table(5, "RVYB")
    for seat in range(5):
        state = marked(state, seat, "left-1 left-2 right-1 right-2 right-3")
    state = GAME.apply(state, 0, Pass())
    actions = [
        (1, build("left-3")), (2, build("left-3 right-4")), (3, build("right-4")), (4, Pass()),
    ]  # fmt: skip
    results = [after(state, *order) for order in permutations(actions)]
    assert len(results) == 24
    assert all(result == results[0] for result in results)
    assert [won(results[0], seat) for seat in range(5)] == [
        [], ["scorpion"], ["eye", "scorpion"], ["eye"], [],
    ]  # fmt: skip


def test_rolls_are_every_throw_of_the_dice() -> None:
    _, state = opened(1, 2, printed=False)
    rolls = legal_moves(GAME, state, state.active)
    assert len(rolls) == 56
    assert all(isinstance(roll, Roll) and len(roll.dice) == 3 for roll in rolls)
    _, state = opened(1, 5, printed=False)
    assert len(legal_moves(GAME, state, state.active)) == 126
