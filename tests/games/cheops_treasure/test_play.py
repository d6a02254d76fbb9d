"""Random play with the demo tablets: it ends, and money is conserved."""

import random
from typing import Any

from companion.engine.game import Setup
from companion.engine.play import check_move, legal_moves
from companion.games.cheops_treasure import GAME
from companion.games.cheops_treasure.laws import PLAYED
from companion.games.cheops_treasure.moves import Draw, Exchange, Swap, Take
from companion.games.cheops_treasure.parts import COLOURS
from companion.games.cheops_treasure.pyramid import SPACES, bit_of
from companion.games.cheops_treasure.state import State, swappable
from companion.games.cheops_treasure.tablets import demo


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
    state = GAME.setup(Setup.of(GAME.meta, seats, {"edition": edition, **options}, chance.randrange(seats)))
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


def test_the_plays_reach_all_endings_and_every_law() -> None:
    endings, laws = set(), set()
    for seed in range(150):
        told = play(2 + seed % 4, seed)
        endings.add(told[-1][0].over)
        laws |= set(told[-1][0].laws)
        laws |= {PLAYED[type(move)] for _, _, move in told if type(move) in PLAYED}
    assert {"cheops_treasure.tablets_full", "cheops_treasure.nobody_can"} <= endings
    assert laws == set(range(1, 13))
