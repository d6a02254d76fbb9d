"""A stranger's file is bounded, comes in whole or not at all, and holds nobody up."""

import threading
import time
from typing import Any

import pytest
from flask import Flask

from companion.exports.table_file import MAX_IMPORTED_ENTRIES
from companion.tables.table_store import LogRow
from tests.all_games import on_each_database
from tests.exports.test_exports import make_table_file
from tests.hostile.table_states import rows
from tests.people import Phone

IMPORT = "/api/v1/tables/import"


def file_with(**last: Any) -> dict[str, Any]:
    told = make_table_file("giza", "finished_by_a_rival")
    told["log"][-1] = {**told["log"][-1], **last}
    return told


@on_each_database
@pytest.mark.parametrize(
    "last",
    [
        {"at": 2**31}, {"at": 10**11}, {"move": "a\0b"}, {"key": "a\0bcdefgh"}, {"key": "imported-1"},
        {"of": 2**31},
    ],
    ids=str,
)  # fmt: skip
def test_a_file_that_the_database_cannot_keep_is_refused_and_leaves_no_table(
    app: Flask, last: dict[str, Any]
) -> None:
    before = rows(app)
    answer = app.test_client().post(IMPORT, json=file_with(**last))
    assert (answer.status_code, rows(app)) == (400, before)


@on_each_database
def test_a_table_that_fails_while_its_log_is_written_is_not_there(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing: Any = None
    torn = LogRow(0, 1, nothing, -1, None, "{}", 0, -1, "", "key-torn-1", 0)
    monkeypatch.setattr("companion.exports.table_file._make_row", lambda seq, line: torn)
    before = rows(app)
    answer = app.test_client().post(IMPORT, json=file_with())
    assert (answer.status_code, rows(app)) == (503, before)


@on_each_database
def test_a_moment_at_the_end_of_the_range_comes_in(app: Flask) -> None:
    phone = Phone(app)
    made = phone.client.post(IMPORT, json=file_with(at=2**31 - 1))
    assert made.status_code == 201
    phone.use_link(made.json)
    assert phone.get_page("/log").status_code == 200


def notes(count: int) -> dict[str, Any]:
    told = make_table_file("giza", "finished_by_a_rival", 0)
    line = {
        "kind": "note", "seat": -1, "move": None, "data": {"text": "x"}, "of": 0, "by": 0, "at": 1,
    }  # fmt: skip
    return {**told, "log": [line] * count}


def test_a_file_longer_than_any_game_is_refused(app: Flask) -> None:
    client = app.test_client()
    before = rows(app)
    assert client.post(IMPORT, json=notes(MAX_IMPORTED_ENTRIES + 1)).status_code == 400
    assert rows(app) == before
    assert client.post(IMPORT, json=notes(MAX_IMPORTED_ENTRIES)).status_code == 201


def test_others_are_answered_while_a_long_file_is_read(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every line of a file lets others go first; served by greenlets, that is when they are answered."""
    turns = []
    monkeypatch.setattr(time, "sleep", lambda seconds: turns.append(threading.get_ident()))
    assert app.test_client().post(IMPORT, json=notes(300)).status_code == 201
    assert len(turns) >= 300
