"""An imported file has a limited size, and is imported completely or not at all."""

import threading
import time
from typing import Any

import pytest
from flask import Flask

from companion.exports.table_file import MAX_IMPORTED_ENTRIES
from companion.tables.table_store import LogRow
from tests.all_games import on_each_database
from tests.exports.test_exports import make_table_file
from tests.hostile.table_states import count_rows
from tests.people import Phone

IMPORT_URL = "/api/v1/tables/import"


def make_file_changing_last_entry(**last: Any) -> dict[str, Any]:
    file = make_table_file("giza", "finished_by_a_rival")
    file["log"][-1] = {**file["log"][-1], **last}
    return file


@on_each_database
@pytest.mark.parametrize(
    "last",
    [
        {"at": 2**31}, {"at": 10**11}, {"move": "a\0b"}, {"key": "a\0bcdefgh"}, {"key": "imported-1"},
        {"of": 2**31},
    ],
    ids=str,
)  # fmt: skip
def test_a_file_that_the_database_cannot_store_leaves_no_table(app: Flask, last: dict[str, Any]) -> None:
    before = count_rows(app)
    answer = app.test_client().post(IMPORT_URL, json=make_file_changing_last_entry(**last))
    assert (answer.status_code, count_rows(app)) == (400, before)


@pytest.mark.parametrize("time", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1969-12-31T23:59:59Z"])
def test_a_file_from_an_impossible_time_leaves_no_table(app: Flask, time: str) -> None:
    before = count_rows(app)
    file = {**make_file_changing_last_entry(), "opened_at": time}
    assert (app.test_client().post(IMPORT_URL, json=file).status_code, count_rows(app)) == (400, before)


@on_each_database
def test_an_import_that_fails_while_writing_leaves_no_table(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing: Any = None
    torn = LogRow(0, 1, nothing, -1, None, "{}", 0, -1, "", "key-torn-1", 0)
    monkeypatch.setattr("companion.exports.table_file._make_row", lambda seq, line: torn)
    before = count_rows(app)
    answer = app.test_client().post(IMPORT_URL, json=make_file_changing_last_entry())
    assert (answer.status_code, count_rows(app)) == (503, before)


@on_each_database
def test_the_latest_possible_time_can_be_imported(phone: Phone) -> None:
    response = phone.client.post(IMPORT_URL, json=make_file_changing_last_entry(at=2**31 - 1))
    assert response.status_code == 201
    phone.use_link(response.json)
    assert phone.get_page("/log").status_code == 200


def make_file_of_notes(count: int) -> dict[str, Any]:
    file = make_table_file("giza", "finished_by_a_rival", 0)
    line = {
        "kind": "note", "seat": -1, "move": None, "data": {"text": "x"}, "of": 0, "by": 0, "at": 1,
    }  # fmt: skip
    return {**file, "log": [line] * count}


def test_a_file_with_too_many_entries_is_refused(app: Flask) -> None:
    client = app.test_client()
    before = count_rows(app)
    assert client.post(IMPORT_URL, json=make_file_of_notes(MAX_IMPORTED_ENTRIES + 1)).status_code == 400
    assert count_rows(app) == before
    assert client.post(IMPORT_URL, json=make_file_of_notes(MAX_IMPORTED_ENTRIES)).status_code == 201


def test_other_requests_are_answered_during_a_long_import(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = []
    monkeypatch.setattr(time, "sleep", lambda seconds: turns.append(threading.get_ident()))
    assert app.test_client().post(IMPORT_URL, json=make_file_of_notes(300)).status_code == 201
    assert len(turns) >= 300
