"""Whole games at random: order does not matter, nothing gets lost."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from companion.engine.data import from_json, to_json
from companion.engine.game import Setup
from companion.engine.play import check_move, legal_moves
from companion.games.cheops_dice import GAME
from companion.games.cheops_dice.faults import faults
from companion.games.cheops_dice.moves import Build, Pass, Roll
from companion.games.cheops_dice.settling import offers, settled
from companion.games.cheops_dice.state import State, rolling
from tests.games.cheops_dice.tables import build, marked, random_sheets, table, won

MOST_ENTRIES = 5000


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


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_order_of_the_other_seats_gives_the_same_table(seats: int) -> None:
    for seed in range(3):
        chance, state = opened(seed, seats, printed=seed == 2)
        while GAME.ending(state) is None:
            state = GAME.apply(
                state, state.active, chance.choice(legal_moves(GAME, state, state.active))
            )
            moves = legal_moves(GAME, state, state.active)
            state = GAME.apply(state, state.active, chance.choice(moves))
            others = [
                (seat, chance.choice(legal_moves(GAME, state, seat)))
                for seat in GAME.awaiting(state).seats
            ]
            orders = list(permutations(others))
            results = [
                entered(state, order) for order in chance.sample(orders, min(6, len(orders)))
            ]
            assert all(result == results[0] for result in results)
            state = results[0]


def entered(state: State, actions: tuple[tuple[int, Any], ...]) -> State:
    for seat, move in actions:
        assert check_move(GAME, state, seat, move) is None
        state = GAME.apply(state, seat, move)
    return state


def test_every_permutation_when_bonuses_are_fought_for() -> None:
    """Four seats one box short of a bonus each: all 24 orders."""
    state = table(5, "RVYB")
    for seat in range(5):
        state = marked(state, seat, "left-1 left-2 right-1 right-2 right-3")
    state = GAME.apply(state, 0, Pass())
    actions = [
        (1, build("left-3")), (2, build("left-3 right-4")), (3, build("right-4")), (4, Pass()),
    ]  # fmt: skip
    results = [entered(state, order) for order in permutations(actions)]
    assert len(results) == 24
    assert all(result == results[0] for result in results)
    assert [won(results[0], seat) for seat in range(5)] == [
        [], ["scorpion"], ["eye", "scorpion"], ["eye"], [],
    ]  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("printed", [False, True])
def test_random_play_always_ends_and_loses_nothing(seats: int, printed: bool) -> None:
    for seed in range(4):
        chance, begun = opened(seed, seats, printed)
        entries, dice = 0, [0] * seats
        for state, seat, move in played(chance, begun):
            before = repr(state.boards)
            if isinstance(move, Build):
                assert from_json(Build, to_json(move)) == move
                dice[seat] += move.payments.count("die")
            assert GAME.apply(state, seat, move) is not state
            assert repr(state.boards) == before
            assert_accounts(state, dice if not isinstance(move, Build) else None)
            last, entries = (state, seat, move), entries + 1
            assert entries < MOST_ENTRIES
        assert_accounts(GAME.apply(*last), dice)
        assert GAME.ending(GAME.apply(*last)) is not None


def assert_accounts(state: State, dice: list[int] | None) -> None:
    """Every tick is paid once; a bonus is won only with its boxes; nobody ticks more than allowed."""
    for seat, (plan, board) in enumerate(zip(state.rules.plans, state.boards, strict=True)):
        ticked = board.ticked.bit_count()
        jokers = state.rules.seats - board.jokers
        if dice is not None:
            assert ticked == dice[seat] + board.crossed.bit_count() + jokers
        assert ticked <= 2 * state.round
        assert board.jokers >= 0
        assert board.mark <= len(plan.quarry)
        assert (board.ticked & plan.masks["floor"]).bit_count() % 2 == 0
        for index, mask in enumerate(plan.symbols):
            assert not board.won >> index & 1 or not mask & ~board.ticked
        sheet = GAME.sheets(state)[seat]
        assert GAME.scoring.check(Setup.of(GAME.meta, state.rules.seats), seat, sheet) is None


def test_payments_left_out_are_those_proposed() -> None:
    chance, begun = opened(7, 4, printed=True)
    for state, seat, move in played(chance, begun):
        if not isinstance(move, Build):
            continue
        offered = offers(state, seat, move.boxes)
        assert move in offered or Build(move.boxes[::-1], move.payments[::-1]) in offered
        bare = Build(move.boxes)
        assert settled(state, seat, bare) == offered[0]
        assert GAME.apply(state, seat, bare) == GAME.apply(state, seat, offered[0])
        each = Build(move.boxes, ("proposed",) * len(move.boxes))
        assert GAME.apply(state, seat, each) == GAME.apply(state, seat, offered[0])


def test_a_payment_named_beside_a_proposed_one_is_kept() -> None:
    chance, begun = opened(9, 3, printed=False)
    for state, seat, move in played(chance, begun):
        if not isinstance(move, Build) or len(move.boxes) < 2 or move.boxes[0].startswith("floor"):
            continue
        for named in range(2):
            payments = tuple(
                payment if index == named else "proposed"
                for index, payment in enumerate(move.payments)
            )
            filled = settled(state, seat, Build(move.boxes, payments))
            assert filled.payments[named] == move.payments[named]
        first = Build(move.boxes, (move.payments[0], "proposed"))
        assert check_move(GAME, state, seat, first) is None


def test_rolls_are_every_throw_of_the_dice() -> None:
    _, state = opened(1, 2, printed=False)
    rolls = legal_moves(GAME, state, state.active)
    assert len(rolls) == 56
    assert all(isinstance(roll, Roll) and len(roll.dice) == 3 for roll in rolls)
    _, state = opened(1, 5, printed=False)
    assert len(legal_moves(GAME, state, state.active)) == 126
