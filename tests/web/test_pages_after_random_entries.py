"""All pages and streams open after random entries, changes and undos."""

from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Game
from companion.games import GAMES
from tests.all_games import ReplaceGame
from tests.random_entries import CHANGE_WEIGHTS, RandomTable, add_assertions

OPERATION_COUNT, SEEDS = 40, (2, 13)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_pages_and_streams_open_after_random_entries(
    app: Flask, replace_game: ReplaceGame, game: Game[Any], seed: int
) -> None:
    replace_game(add_assertions(game))
    table = RandomTable(app, game, "referee", game.meta.seats[0], CHANGE_WEIGHTS, seed)
    for number in range(1, OPERATION_COUNT + 1):
        table.enter_random()
        assert list(table.failing_pages()) == [], number
