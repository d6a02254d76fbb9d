"""Random entries in any order. All pages of the table still open."""

from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Game
from companion.games import GAMES
from tests.all_games import ReplaceGame
from tests.random_entries import RandomTable, add_assertions

pytestmark = pytest.mark.long
TABLE_COUNT, OPERATION_COUNT = 4, 100
"""Number of tables for each game and mode, and of operations at each table."""


@pytest.mark.parametrize("seed", range(TABLE_COUNT))
@pytest.mark.parametrize("mode", ["referee", "tally"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_pages_and_streams_open_after_every_operation(
    app: Flask, replace_game: ReplaceGame, game: Game[Any], mode: str, seed: int
) -> None:
    replace_game(add_assertions(game))
    min_seats, max_seats = game.meta.seats
    seats = min_seats + seed % (max_seats - min_seats + 1)
    table = RandomTable(app, game, mode, seats, seed)
    for number in range(1, OPERATION_COUNT + 1):
        table.enter_random()
        assert list(table.find_failing_pages("/log", "/scores")) == [], number
    table.check_everything()
