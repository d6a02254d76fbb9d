"""What the tests throw at a table is what a stranger could write down."""

import random
from typing import Any

from companion.engine.data import from_json, to_json
from companion.engine.game import Game
from companion.games import TALLIES
from tests.anything import any_move, every_move, nearly, ways
from tests.shelf import each_game


@each_game
def test_any_move_of_every_kind_can_be_written_down(game: Game[Any]) -> None:
    chance = random.Random(1)
    for known in (game, TALLIES[game.meta.slug]):
        moves = [any_move(chance, known) for _ in range(400)]
        moves += [nearly(chance, known, move) for move in moves]
        assert {type(move) for move in moves} == set(known.moves)
        for move in moves:
            assert from_json(type(move), to_json(move)) == move


@each_game
def test_every_move_is_each_move_once(game: Game[Any]) -> None:
    moves = list(every_move(game))
    assert len(moves) == len(set(moves)) > 0
    for kind in {type(move) for move in moves}:
        assert ways(kind) == sum(type(move) is kind for move in moves)
