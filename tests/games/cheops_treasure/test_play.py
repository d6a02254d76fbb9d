"""Random play with the demo tablets: it ends, and money is conserved."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.play import check_move, legal_moves
from companion.games.cheops_treasure import GAME
from companion.games.cheops_treasure.laws import PLAYED
from companion.games.cheops_treasure.moves import Draw, Exchange, SellKept, Swap, Take
from companion.games.cheops_treasure.parts import (
    COLOURS,
    EACH_COLOUR,
    EACH_FAMILY,
    HAND,
    LAW_9_PRICE,
    NEIGHBOUR_PRICE,
    NEIGHBOURS,
)
from companion.games.cheops_treasure.pyramid import SPACES, bit_of
from companion.games.cheops_treasure.state import State, filled, market_price, swappable
from companion.games.cheops_treasure.tablets import demo

SEATS = [2, 3, 4, 5]


def swaps(state: State, seat: int, chance: random.Random) -> list[Any]:
    """A swap of law 12 now and then, which has no button in the list."""
    spaces = [space for space in SPACES if bit_of(*space) & swappable(state)]
    if len(spaces) < 2:
        return []
    one, two = chance.sample(spaces, 2)
    kept, got = chance.choice(COLOURS), chance.choice(COLOURS)
    tried = [Swap(*one, *two), Exchange(kept, *one, got)]
    return [move for move in tried if check_move(GAME, state, seat, move) is None]


def play(seats: int, seed: int, **options: Any) -> list[tuple[State, int, Any]]:
    chance = random.Random(seed)
    edition = {key: value for key, value in demo().items() if key != "eyes" or seed % 2}
    state = GAME.setup(
        Setup.of(GAME.meta, seats, {"edition": edition, **options}, chance.randrange(seats))
    )
    told = []
    while GAME.ending(state) is None:
        seat = GAME.awaiting(state).seats[0]
        moves = legal_moves(GAME, state, seat)
        if state.phase == "draw" and len(moves) > 1:
            moves = [move for move in moves if move != Draw() or chance.random() < 0.1]
        if state.phase == "take":
            treasures = [move for move in moves if isinstance(move, Take)]
            moves = treasures if treasures and chance.random() < 0.9 else moves
        move = chance.choice(moves + swaps(state, seat, chance))
        told.append((state, seat, move))
        state = GAME.apply(state, seat, move)
        assert len(told) < 400
    told.append((state, -1, None))
    return told


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("seed", range(2))
def test_money_comes_from_sales_and_goes_for_neighbours_and_law_9(seats: int, seed: int) -> None:
    earned = paid = 0
    for state, _, move in play(seats, seed, save_neighbour=seed % 3 == 0):
        bought = NEIGHBOUR_PRICE * (NEIGHBOURS - state.neighbours)
        assert sum(state.money) == earned - paid - bought
        assert min(state.money) >= 0
        if getattr(move, "deal", "") == "sell" or isinstance(move, SellKept):
            earned += market_price(state)
        if getattr(move, "paid", False):
            paid += LAW_9_PRICE


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("seed", range(2))
def test_every_treasure_is_somewhere_and_no_tablet_overflows(seats: int, seed: int) -> None:
    boxed = [0] * len(COLOURS)
    for state, _, move in play(seats, seed):
        for colour, sold in enumerate(state.sold):
            kept = sum(seat[colour] for seat in state.kept)
            assert sold + kept + boxed[colour] == state.gone[colour] <= EACH_COLOUR
            assert sold <= 4
        assert all(sum(hand) <= HAND for hand in state.hands)
        assert all(n <= EACH_FAMILY for n in state.drawn)
        if getattr(move, "deal", "") == "box":
            boxed[COLOURS.index(move.colour)] += 1


@pytest.mark.parametrize("seed", range(6))
def test_every_button_is_legal(seed: int) -> None:
    for state, seat, _ in play(2 + seed % 4, seed):
        if seat >= 0:
            for move in legal_moves(GAME, state, seat):
                assert check_move(GAME, state, seat, move) is None, move


def test_the_plays_reach_all_endings_and_every_law() -> None:
    endings, laws = set(), set()
    for seed in range(150):
        told = play(2 + seed % 4, seed)
        endings.add(told[-1][0].over)
        laws |= set(told[-1][0].laws)
        laws |= {PLAYED[type(move)] for _, _, move in told if type(move) in PLAYED}
    assert {"cheops_treasure.tablets_full", "cheops_treasure.nobody_can"} <= endings
    assert laws == set(range(1, 13))


def test_pawns_never_overlap() -> None:
    for state, _, _ in play(4, 9):
        assert filled(state).bit_count() == sum(bits.bit_count() for bits in state.pawns)
