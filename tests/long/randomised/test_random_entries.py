"""A table handled roughly: whatever is entered, in whatever order, everything of it can still be shown."""

from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Game
from companion.games import GAMES
from tests.all_games import ReplaceGame
from tests.random_entries import STORM_WEIGHTS, RandomTable, guarded

pytestmark = pytest.mark.long
STEPS, LOOKED = 160, 40
"""At each table, and between two looks at it."""
CASES = [
    pytest.param(game, mode, seats, id=f"{game.meta.slug}-{mode}-{seats}")
    for game in GAMES
    for mode, seats in (*(("referee", n) for n in set(game.meta.seats)), ("tally", game.meta.seats[0]))
]
TABLES, OPERATIONS = 30, 100
"""In a storm: tables of a game, and operations at each."""


@pytest.mark.parametrize(("game", "mode", "seats"), CASES)
def test_a_table_handled_roughly_is_still_a_table(
    app: Flask, game: Game[Any], mode: str, seats: int
) -> None:
    rough = RandomTable(app, game, mode, seats)
    for step in range(1, STEPS + 1):
        rough.enter_random()
        if step % LOOKED == 0:
            rough.check_everything()


@pytest.mark.parametrize("seed", range(TABLES))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_every_page_and_stream_opens_after_every_operation(
    app: Flask, replace_game: ReplaceGame, game: Game[Any], seed: int
) -> None:
    replace_game(guarded(game))
    least, most = game.meta.seats
    table = RandomTable(app, game, "referee", least + seed % (most - least + 1), STORM_WEIGHTS, seed)
    for number in range(1, OPERATIONS + 1):
        table.enter_random()
        assert list(table.failing_pages("/log", "/scores")) == [], number
    table.check_everything()
