"""Tables with damaged rows or with imported moves of the wrong mode still open, like all other tables."""

import logging
import random
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Game
from companion.engine.json_data import to_json
from companion.games import GAMES_BY_SLUG, TALLIES_BY_SLUG
from companion.games.seeds import load_plays
from companion.services import services_of
from companion.store.models import db
from tests.all_games import each_game
from tests.any_moves import make_any_move
from tests.every_page import find_wrong_statuses
from tests.exports.test_exports import make_table_file
from tests.hostile.table_states import TableFile, import_as_host
from tests.people import Phone, join_table, open_as_host
from tests.recorded_plays import enter_recorded_lines, open_play

GIZA_ENTRIES = [
    {"move": "Play", "seat": "0", "tile": "+5", "board": "0", "site": "0"},
    {"kind": "setting", "option": "edition", "json": '{"points": [-3, 4, 9]}'},
    {"move": "Play", "seat": "1", "tile": "+4", "board": "0", "site": "0"},
    {"kind": "note", "text": "Pizza is here"},
    {"move": "Discard", "seat": "0", "tiles[]": "scarab"},
    {"kind": "amend", "of": "3", "seat": "1", "move": "Play", "tile": "+3", "board": "0", "site": "0"},
    {"kind": "undo"},
    {"kind": "redo"},
]  # fmt: skip


@pytest.fixture
def phone(app: Flask) -> Phone:
    phone = open_as_host(app, "giza", ["Ana", "Bo"])
    for form in GIZA_ENTRIES:
        assert phone.enter(**form).status_code == 200, form
    return phone


def damage_rows(app: Flask, sql: str, **values: Any) -> None:
    """Change rows with this SQL statement, and clear the caches of the app."""
    with app.app_context():
        db.session.connection().exec_driver_sql(sql, values)
        db.session.commit()
    services_of(app).tables.clear_cache()


def read_invalid_entries(phone: Phone) -> list[tuple[int, str]]:
    return [(f["seq"], f["code"]) for f in phone.get_table_json(phone.code)["fallen"]]


UNREADABLE_ENTRY_CODE = "table.unreadable_entry"
UNREADABLE_TEXTS = ["", '{"move": 5}', "[" * 100_000]
STILL_VALID_ENTRIES = (3, 4, 7, 8)
"""A move that was amended, a note, an undo and a redo."""


@pytest.mark.parametrize(
    ("entry", "data"),
    [*((n, "{") for n in range(1, len(GIZA_ENTRIES) + 1)), *((1, data) for data in UNREADABLE_TEXTS)],
)
def test_an_unreadable_entry_is_shown_and_can_be_removed(
    app: Flask, phone: Phone, entry: int, data: str
) -> None:
    damage_rows(app, "UPDATE entry SET data = :data WHERE seq = :seq", data=data, seq=entry)
    assert list(find_wrong_statuses(app, phone)) == []
    invalid = read_invalid_entries(phone)[:1]
    amended = 3 if entry == 6 else entry
    assert invalid == ([] if entry in STILL_VALID_ENTRIES else [(amended, UNREADABLE_ENTRY_CODE)])
    for seq, _ in invalid:
        assert "can no longer be read" in phone.get_page("/log").text
        assert phone.enter(kind="amend", of=seq).status_code == 200
        assert (seq, UNREADABLE_ENTRY_CODE) not in read_invalid_entries(phone)


DAMAGING_SQL = {
    "unknown kind": "UPDATE entry SET kind = 'dance' WHERE seq = 3",
    "unknown move": "UPDATE entry SET move = 'Dance' WHERE seq = 3",
    "a seat of no table": "UPDATE entry SET seat = 77 WHERE seq = 3",
    "about no entry": 'UPDATE entry SET "of" = 77 WHERE seq = 6',
    "another board": """UPDATE entry SET data = replace(data, '"board":0', '"board":5') WHERE seq = 1""",
    "a ruling that nobody may make":
        """UPDATE entry SET kind = 'ruling', data = replace(data, '+5', 'demolition') WHERE seq = 1""",
    "setting without an option": "UPDATE entry SET data = '{\"value\": 1}' WHERE seq = 2",
    "setting of no value": """UPDATE entry SET data = '{"option": "edition"}' WHERE seq = 2""",
    "setting that does not fit":
        """UPDATE entry SET data = '{"option": "edition", "value": 5}' WHERE seq = 2""",
    "setting of no option": """UPDATE entry SET data = '{"option": "x", "value": 5}' WHERE seq = 2""",
    "counted twice": "UPDATE entry SET kind = 'count' WHERE seq IN (1, 3)",
    "a count that asks no list of seats":
        """UPDATE entry SET kind = 'count', data = '{"asked": 1}' WHERE seq = 3""",
    "a gap": "DELETE FROM entry WHERE seq IN (1, 4)",
    "nothing but undo": "UPDATE entry SET kind = 'undo'",
    "nothing but redo": "UPDATE entry SET kind = 'redo'",
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGING_SQL)
def test_a_damaged_log_can_be_opened(app: Flask, phone: Phone, name: str) -> None:
    damage_rows(app, DAMAGING_SQL[name])
    assert list(find_wrong_statuses(app, phone)) == []


@pytest.mark.parametrize("anew", [False, True])
def test_an_invalid_option_is_shown_until_it_is_removed_or_set_again(
    app: Flask, phone: Phone, anew: bool
) -> None:
    damage_rows(app, DAMAGING_SQL["setting that does not fit"])
    assert read_invalid_entries(phone)[0] == (2, "giza.edition_shape")
    change: dict[str, Any] = {**GIZA_ENTRIES[1]} if anew else {"kind": "amend", "of": 2}
    assert phone.enter(**change).status_code == 200
    assert read_invalid_entries(phone) == []


@pytest.mark.parametrize("slug", GAMES_BY_SLUG)
def test_a_damaged_move_of_any_game_is_invalid_also_in_an_imported_file(app: Flask, slug: str) -> None:
    record = next(iter(load_plays(slug).values()))
    phone = open_play(app, slug, record)
    enter_recorded_lines(phone, record["log"][:8])
    damage_rows(app, "UPDATE entry SET data = 'x' WHERE seq = 3")
    assert list(find_wrong_statuses(app, phone)) == []
    assert read_invalid_entries(phone)[0] == (3, UNREADABLE_ENTRY_CODE)
    file = phone.call("GET", "/file")
    if file.status_code == 200:  # nothing is hidden
        phone.use_link(phone.client.post("/api/v1/tables/import", json=file.json).json)
        assert read_invalid_entries(phone)[0] == (3, UNREADABLE_ENTRY_CODE)


@pytest.mark.parametrize("slug", GAMES_BY_SLUG)
def test_an_imported_move_of_nobody_can_be_removed(app: Flask, slug: str) -> None:
    file = make_table_file(slug, next(iter(load_plays(slug))), 3)
    file["log"][1]["seat"] = -1
    host = import_as_host(app, file)
    assert read_invalid_entries(host)[0][0] == 2
    assert list(find_wrong_statuses(app, host)) == []
    assert host.enter(kind="amend", of="2").status_code == 200


@pytest.mark.parametrize("options", ["{", "[1]", '{"edition": 7}'])
def test_a_table_with_an_unreadable_first_row_shows_an_error(
    app: Flask, phone: Phone, options: str
) -> None:
    lost = phone.code
    phone.open("giza", ["Ana", "Cy"])
    damage_rows(app, 'UPDATE "table" SET options = :options WHERE code = :code', options=options, code=lost)
    assert list(find_wrong_statuses(app, phone)) == []
    assert lost not in phone.client.get("/").text
    phone.code = lost
    page, by_api = phone.get_page(), phone.call("GET", "")
    assert (page.status_code, by_api.status_code) == (404, 404)
    assert "can restore a backup" in page.text
    assert by_api.json["error"]["code"] == "table.unreadable"


def test_a_change_that_does_not_fit_the_board_stops_with_its_reason(app: Flask) -> None:
    phone = open_as_host(app, "cheops_treasure", ["Ana", "Bo"])
    place = {"move": "Place", "seat": 0, "row": 1, "column": 1, "pawn": "A"}
    assert phone.enter(**place).status_code == 200
    phone.enter(**place | {"kind": "amend", "of": 1, "row": 11, "column": 11, "allowed": 1})
    assert read_invalid_entries(phone) == [(1, "cheops_treasure.no_space")]
    assert list(find_wrong_statuses(app, phone)) == []
    assert phone.enter(kind="amend", of=1).status_code == 200
    assert read_invalid_entries(phone) == []


@pytest.fixture
def faulty_giza(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Giza fail when it applies a discarded scarab or shows a sphinx base."""
    whole = GAMES_BY_SLUG["giza"]

    def fail_at_discarded_scarab(state: Any, seat: int, move: Any) -> Any:
        if getattr(move, "tiles", ()) == ("scarab",):
            raise ArithmeticError
        return whole.apply(state, seat, move)

    def fail_at_sphinx_base(state: Any) -> Any:
        if any("base" in stack for stack in state.stacks):
            raise ArithmeticError
        return whole.public_view(state)

    broken = replace(whole, apply=fail_at_discarded_scarab, public_view=fail_at_sphinx_base)
    monkeypatch.setitem(GAMES_BY_SLUG, "giza", broken)


def test_an_entry_that_crashes_the_game_is_refused_and_not_stored(
    app: Flask, ana: Phone, faulty_giza: None, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        answer = ana.enter(move="Discard", seat=0, **{"tiles[]": "scarab"})
    assert answer.status_code == 422
    assert "The table could not be shown after this" in answer.text
    assert ana.get_version() == 0
    assert "ArithmeticError" in caplog.text
    ruled = ana.enter(kind="ruling", move="Play", seat=0, tile="base", board=0, site=0)
    assert ruled.status_code == 422
    assert ana.get_version() == 0
    assert list(find_wrong_statuses(app, ana)) == []


def test_an_entry_that_crashes_the_replay_becomes_invalid(
    app: Flask, phone: Phone, faulty_giza: None, caplog: pytest.LogCaptureFixture
) -> None:
    services_of(app).tables.clear_cache()
    with caplog.at_level(logging.ERROR):
        assert read_invalid_entries(phone) == [(5, "table.cannot_be_shown")]
    assert "ArithmeticError" in caplog.text
    assert list(find_wrong_statuses(app, phone)) == []
    assert phone.enter(kind="amend", of=5).status_code == 200
    assert read_invalid_entries(phone) == []


def test_an_earlier_board_that_crashes_the_game_shows_an_error(
    app: Flask, ana: Phone, request: pytest.FixtureRequest
) -> None:
    for seat, tile in enumerate(("base", "demolition")):
        assert ana.enter(move="Play", seat=seat, tile=tile, board=1, site=3).status_code == 200
    request.getfixturevalue("faulty_giza")
    services_of(app).tables.clear_cache()
    assert ana.get_page().status_code == 200
    assert ana.get_page("/change/1").status_code == 200
    page = ana.get_page("/change/2")
    assert page.status_code == 404
    assert "The table could not be shown" in page.text


def make_entry_line(kind: str, of: int = 0, move: Any = None) -> dict[str, Any]:
    data = {} if move is None else {"move": to_json(move)}
    name = None if move is None else type(move).__name__
    return {"kind": kind, "seat": 0, "move": name, "data": data, "of": of, "by": 0, "at": 1_780_000_000}


def make_file_of_all_moves(game: Game[Any], mode: str, log_mode: str) -> TableFile:
    """Return the file of a table in ``mode``. Its log has each kind of move of ``log_mode`` once."""
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
    watcher = join_table(app, host.code)
    fallen = [] if undone else ["table.unknown_move"] * (count - 1)
    assert [entry["code"] for entry in host.get_table_json(host.code)["fallen"]] == fallen
    for entry in host.call("GET", "/log").json["entries"][: count - 1]:
        assert entry["message"] != entry["move"], "a name of the code for a sentence"
    assert list(find_wrong_statuses(app, host)) == []
    assert list(find_wrong_statuses(app, watcher, is_player=False)) == []


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
