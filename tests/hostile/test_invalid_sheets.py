"""The sheets in an imported file may contain any numbers: the entry is invalid, or its page for changes
opens.
"""

import random
from typing import Any

from flask import Flask

from companion.engine.game import Game
from companion.games import TALLIES_BY_SLUG
from tests.all_games import each_game
from tests.any_moves import make_any_move
from tests.hostile.table_states import import_as_host
from tests.hostile.test_wrong_mode import make_entry_line, make_file_of_all_moves

SHEET_COUNT = 60


@each_game
def test_every_imported_sheet_can_be_changed(app: Flask, game: Game[Any]) -> None:
    chance, tally = random.Random(7), TALLIES_BY_SLUG[game.meta.slug]
    moves = [make_any_move(chance, tally) for _ in range(3 * SHEET_COUNT)]
    sheets = [move for move in moves if type(move) is game.scoring.sheet_type][:SHEET_COUNT]
    file = make_file_of_all_moves(game, "tally", "tally")
    host = import_as_host(app, {**file, "log": [make_entry_line("move", move=sheet) for sheet in sheets]})
    assert host.get_table_json(host.code)["fallen"], "each of them is a sheet that stands"
    pages = {seq: host.get_page(f"/change/{seq}").status_code for seq in range(1, len(sheets) + 1)}
    assert {seq: status for seq, status in pages.items() if status != 200} == {}
