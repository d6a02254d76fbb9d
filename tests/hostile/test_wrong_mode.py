"""Imported logs may have moves of the other mode or any sheets: these are invalid, and every page opens."""

import random
from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Game
from companion.engine.json_data import to_json
from companion.games import TALLIES_BY_SLUG
from companion.games.seeds import load_plays
from tests.all_games import each_game
from tests.any_moves import make_any_move
from tests.every_page import find_wrong_statuses
from tests.exports.test_exports import make_table_file
from tests.hostile.table_states import TableFile, import_as_host
from tests.people import join_table


def make_entry_line(kind: str, of: int = 0, move: Any = None) -> dict[str, Any]:
    data = {} if move is None else {"move": to_json(move)}
    name = None if move is None else type(move).__name__
    return {"kind": kind, "seat": 0, "move": name, "data": data, "of": of, "by": 0, "at": 1_780_000_000}


def make_file_of_all_moves(game: Game[Any], mode: str, log_mode: str) -> TableFile:
    """Return a table file whose log has an entry for each kind of move of the other mode."""
    of_log = game if log_mode == "referee" else TALLIES_BY_SLUG[game.meta.slug]
    one_each = list({type(move): move for move in of_log.examples if type(move) in of_log.moves}.values())
    log = [make_entry_line("move", move=move) for move in one_each]
    return {
        **make_table_file(game.meta.slug, next(iter(load_plays(game.meta.slug)))), "mode": mode,
        "seats": ["Ana", "Bo", "Cy", "Di"][: game.meta.seats[0]], "first": 0, "options": {},
        "log": [*log, make_entry_line("amend", 1, one_each[-1])],
    }  # fmt: skip


@pytest.mark.parametrize("undone", [False, True])
@pytest.mark.parametrize(("mode", "log_mode"), [("tally", "referee"), ("referee", "tally")])
@each_game
def test_moves_of_the_other_mode_are_invalid_and_every_page_opens(
    app: Flask, game: Game[Any], mode: str, log_mode: str, undone: bool
) -> None:
    file = make_file_of_all_moves(game, mode, log_mode)
    count = len(file["log"])
    file["log"] += [make_entry_line("undo", n) for n in range(count, 0, -1)] if undone else []
    host = import_as_host(app, file)
    guest, watcher = join_table(app, host.code, 1), join_table(app, host.code)
    fallen = [] if undone else ["table.unknown_move"] * (count - 1)
    assert [entry["code"] for entry in host.get_table_json(host.code)["fallen"]] == fallen
    for entry in host.call("GET", "/log").json["entries"][: count - 1]:
        assert entry["message"] != entry["move"], "a name of the code for a sentence"
    assert list(find_wrong_statuses(app, host)) == []
    assert list(find_wrong_statuses(app, guest)) == []
    assert list(find_wrong_statuses(app, watcher, plays=False)) == []


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
