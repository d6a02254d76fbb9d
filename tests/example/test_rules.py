"""The rules of Three Quarries: each section, each refusal, and random play against the slow referee."""

from __future__ import annotations

import random

import pytest

from companion.engine.game import Setup
from companion.engine.play import check_move, legal_moves
from tests.example import GAME
from tests.example.moves import Build, Take
from tests.example.parts import COLOURS
from tests.example.slow import Made, SlowTable
from tests.example.state import State

Entered = Take | Build
EVERY_MOVE: tuple[Entered, ...] = (*map(Take, COLOURS), *map(Build, COLOURS))


def after(*moves: Entered, seats: int = 2) -> State:
    """The table after moves that are entered in turn."""
    state = GAME.setup(Setup.of(GAME.meta, seats))
    for move in moves:
        assert check_move(GAME, state, state.turn, move) is None, move
        state = GAME.apply(state, state.turn, move)
    return state


def pyramid(levels: int) -> list[Entered]:
    """What one seat enters to build so many levels of rose stones."""
    moves: list[Entered] = []
    for level in range(1, levels + 1):
        moves += [*[Take("rose")] * level, Build("rose")]
    return moves


def code(state: State, move: Entered) -> str | None:
    """Why the seat whose turn it is may not make a move."""
    refusal = check_move(GAME, state, state.turn, move)
    return refusal.code if refusal else None


def test_a_stone_comes_from_its_quarry() -> None:
    state = after(Take("rose"))
    assert state.quarries == (16, 15, 16)
    assert state.hands == ((0, 1, 0), (0, 0, 0))
    assert state.turn == 1


def test_a_level_costs_its_number_of_one_colour() -> None:
    state = after(
        Take("rose"), Take("rose"), Build("rose"), Build("rose"), Take("black"), Take("rose")
    )
    assert state.levels == (1, 1)
    assert code(state, Build("black")) == "example.too_few_stones"


def test_a_quarry_may_be_empty() -> None:
    state = after(*[Take("rose")] * 16, seats=4)
    assert code(state, Take("rose")) == "example.quarry_empty"


def test_a_hand_holds_ten_unless_the_table_allows_more() -> None:
    state = after(*[Take("rose"), Take("black")] * 10)
    refusal = check_move(GAME, state, 0, Take("ochre"))
    assert refusal is not None
    assert (refusal.code, refusal.overridable) == ("example.hand_full", True)
    assert GAME.apply(state, 0, Take("ochre")).hands[0] == (1, 10, 0)


def test_the_round_is_played_to_its_end() -> None:
    others = [*pyramid(3), *[Take("ochre")] * 5]
    *before, last = (move for pair in zip(pyramid(4), others, strict=True) for move in pair)
    state = after(*before)
    assert state.levels == (4, 3)
    assert GAME.ending(state) is None
    ended = GAME.ending(after(*before, last))
    assert ended is not None
    assert ended.code == "example.pyramid_complete"


@pytest.mark.parametrize("seed", range(20))
def test_random_play_agrees_with_the_slow_referee(seed: int) -> None:
    chance = random.Random(seed)
    state = after(seats=chance.randint(2, 4))
    log: list[Made] = []
    while GAME.ending(state) is None:
        slow = SlowTable(state.rules.seats, log)
        assert state.levels == tuple(slow.levels)
        assert state.hands == tuple(tuple(map(hand.count, COLOURS)) for hand in slow.hands)
        allowed = [move for move in EVERY_MOVE if slow.allows(state.turn, move)]
        assert legal_moves(GAME, state, state.turn) == allowed
        move = chance.choice(allowed)
        log.append((state.turn, move))
        state = GAME.apply(state, state.turn, move)
    assert max(state.levels) == 4
    assert len(log) % state.rules.seats == 0
