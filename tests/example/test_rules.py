"""The rules of Three Quarries: each section, each refusal, and random play against the slow referee."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.engine.game import Setup
from companion.engine.play import check_move, legal_moves
from tests.example import GAME
from tests.example.moves import Build, Favour, Take
from tests.example.parts import COLOURS, Colour
from tests.example.slow import Entered, Made, SlowTable
from tests.example.state import State

EVERY_MOVE: tuple[Entered, ...] = (
    *map(Favour, COLOURS), *map(Take, COLOURS), *map(Build, COLOURS),
)  # fmt: skip


def opened(seats: int = 2) -> State:
    """A table at which nobody has entered anything."""
    return GAME.setup(Setup.of(GAME.meta, seats))


def after(*moves: Entered, seats: int = 2) -> State:
    """The table after moves that are entered in turn; everybody favours rose."""
    state = opened(seats)
    for seat in range(seats):
        state = GAME.apply(state, seat, Favour("rose"))
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


def test_nobody_moves_before_all_have_favoured_a_colour() -> None:
    state = GAME.apply(opened(), 0, Favour("rose"))
    assert GAME.awaiting(state).seats == (1,)
    assert code(state, Take("rose")) == "table.not_your_turn"


def test_a_colour_must_be_said() -> None:
    assert code(opened(), Favour(None)) == "example.no_colour"


@pytest.mark.parametrize(("viewer", "told"), [(0, "black"), (1, None), (None, None)])
def test_a_favour_is_told_to_its_own_seat(viewer: int | None, told: Colour | None) -> None:
    state = GAME.apply(opened(), 0, Favour("black"))
    assert GAME.view(state, viewer)["seats"][0]["favour"] == told
    assert GAME.seen(state, viewer, 0, Favour("black")) == Favour(told)


def test_favours_lie_open_at_the_end() -> None:
    state = replace(after(), levels=(4, 0))
    assert GAME.secret(state, None) == frozenset()
    assert GAME.view(state, None)["seats"][1]["favour"] == "rose"


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
    state = opened(chance.randint(2, 4))
    log: list[Made] = []
    while GAME.ending(state) is None:
        slow = SlowTable(state.rules.seats, log)
        assert state.levels == tuple(slow.levels)
        assert state.hands == tuple(tuple(map(hand.count, COLOURS)) for hand in slow.hands)
        seat = chance.choice(GAME.awaiting(state).seats)
        assert GAME.sheets(state)[seat].favoured == slow.favoured(seat)
        allowed = [move for move in EVERY_MOVE if slow.allows(seat, move)]
        assert legal_moves(GAME, state, seat) == allowed
        move = chance.choice(allowed)
        log.append((seat, move))
        state = GAME.apply(state, seat, move)
    assert max(state.levels) == 4
    assert len(log) % state.rules.seats == 0
