"""The cache of table states in one server process, and tables that another process loads."""

import threading
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from companion.tables import concurrency
from companion.tables.concurrency import ITEMS_PER_YIELD
from companion.tables.links import resolve_link
from companion.tables.opening import open_table
from companion.tables.queries import list_invalid_entries
from companion.tables.state import TableState, load_state
from companion.tables.table_store import LogRow, TableStore
from companion.tables.tables import Tables
from companion.tables.writing import Draft, write_entry
from tests.tables.test_stores import get_member


def make_row(table_id: int, seq: int, move: str, data: str, key: str) -> LogRow:
    return LogRow(table_id, seq, "move", 0, move, data, 0, 0, "", key, 1)


PLAY_MOVE_JSON = '{"move":{"tile":"+5","board":0,"site":0}}'


def test_load_for_reads_the_log_only_if_the_cached_version_is_older(
    store: TableStore, tables: Tables
) -> None:
    table = open_table(tables, "giza", "referee", ["Ana", "Bo"], {})
    access = resolve_link(store, table.code, table.secret)
    cached = tables.load_for_access(access)
    assert tables.load_for_access(resolve_link(store, table.code.lower(), None)) is cached
    assert store.append_row(make_row(table.table_id, 1, "Play", PLAY_MOVE_JSON, "elsewhere-1"))
    assert tables.load_for_access(access) is cached
    assert tables.load_for_access(resolve_link(store, table.code, None)).version == 1


def test_an_unknown_move_in_the_log_becomes_an_invalid_entry(store: TableStore, tables: Tables) -> None:
    table = open_table(tables, "giza", "referee", ["Ana", "Bo"], {})
    tables.load(table.table_id)
    assert store.append_row(make_row(table.table_id, 1, "Fly", "{}", "newer-release"))
    assert store.append_row(make_row(table.table_id, 2, "Play", PLAY_MOVE_JSON, "after-it-1"))
    loaded = tables.load(table.table_id)
    assert loaded.version == 2
    assert [entry.step.seq for entry in list_invalid_entries(loaded)] == [1]
    assert loaded.replay.pending == load_state(store, table.table_id).replay.pending != ()


def test_a_new_table_with_the_id_of_a_deleted_one_is_not_taken_from_the_cache(
    store: TableStore, tables: Tables
) -> None:
    first = open_table(tables, "giza", "referee", ["Ana", "Bo"], {})
    tables.load_for_access(resolve_link(store, first.code, None))
    store.delete(first.table_id)
    second = open_table(tables, "deadline", "referee", ["Cy", "Di"], {})
    table = tables.load_for_access(resolve_link(store, second.code, None))
    assert (table.code, table.slug) == (second.code, "deadline")


def test_append_row_refuses_a_used_key_or_number(store: TableStore, tables: Tables) -> None:
    table = open_table(tables, "giza", "referee", ["Ana", "Bo"], {})
    assert store.append_row(make_row(table.table_id, 1, "Play", PLAY_MOVE_JSON, "one-key-1"))
    assert not store.append_row(make_row(table.table_id, 2, "Play", PLAY_MOVE_JSON, "one-key-1"))
    assert not store.append_row(make_row(table.table_id, 1, "Play", PLAY_MOVE_JSON, "one-key-2"))


def open_long_table(tables: Tables, entries: int) -> int:
    table = open_table(tables, "giza", "referee", ["Ana", "Bo"], {}).table_id
    for seq in range(1, entries + 1):
        assert tables.store.append_row(make_row(table, seq, "Play", PLAY_MOVE_JSON, f"entry-{seq}"))
    return table


def run_while_yielding(
    monkeypatch: pytest.MonkeyPatch, results: list[object], *functions: Callable[[], object]
) -> None:
    """Whenever the app lets other threads run, call the next function and add its result to ``results``."""
    remaining = list(functions)

    def run_next_action(seconds: float) -> None:
        results.append(remaining.pop(0)() if remaining else None)

    monkeypatch.setattr(concurrency, "time", SimpleNamespace(sleep=run_next_action))


def test_loading_a_long_table_yields_to_others(
    store: TableStore, monkeypatch: pytest.MonkeyPatch, tables: Tables
) -> None:
    long = open_long_table(tables, 4 * ITEMS_PER_YIELD)
    other = open_table(tables, "giza", "referee", ["Cy", "Di"], {})
    results: list[object] = []
    run_while_yielding(
        monkeypatch, results, lambda: tables.load_for_access(resolve_link(store, other.code, None)).code
    )
    assert tables.load(long).version == 4 * ITEMS_PER_YIELD
    assert results[0] == other.code
    assert len(results) >= 4


def test_two_threads_load_the_same_table_only_once(
    app: Flask, store: TableStore, monkeypatch: pytest.MonkeyPatch, tables: Tables
) -> None:
    long = open_long_table(tables, 2 * ITEMS_PER_YIELD)
    results: list[object] = []
    loaded: list[TableState] = []
    started = threading.Event()

    def load_table() -> None:
        with app.app_context():
            started.set()
            loaded.append(tables.load(long))

    phone = threading.Thread(target=load_table)
    run_while_yielding(monkeypatch, results, phone.start, started.wait)
    table = tables.load(long)
    phone.join()
    assert loaded == [table]
    assert loaded[0].replay is table.replay


@pytest.mark.parametrize(
    ("method", "is_cached"), [("rows_after", False), ("rows_after", True), ("append_row", True)]
)
def test_a_table_renamed_during_a_request_is_not_cached_with_the_old_name(
    store: TableStore, monkeypatch: pytest.MonkeyPatch, tables: Tables, method: str, is_cached: bool
) -> None:
    """The name changes while the app loads the table or its new entries, or writes an entry."""
    opened = open_table(tables, "giza", "referee", ["Ana", "Bo"], {})
    if is_cached:
        tables.load(opened.table_id)
    call = getattr(store, method)

    def rename_and_call(*arguments: Any) -> Any:
        monkeypatch.undo()
        with store.change(opened.table_id) as record:
            record.names[0] = "Zoe"
        tables.evict(opened.table_id)
        return call(*arguments)

    monkeypatch.setattr(store, method, rename_and_call)
    tables.load(opened.table_id)
    member = get_member(store, opened, opened.secret)
    write_entry(tables, member, Draft("note", "note-00001", text="Hm."))
    loaded = tables.load(opened.table_id)
    assert (loaded.version, loaded.stored_names) == (1, ("Zoe", "Bo"))


def test_a_table_goes_on_after_a_restart(store: TableStore, tables: Tables) -> None:
    opened = open_table(tables, "giza", "referee", ["Ana", "Bo"], {})
    member = get_member(store, opened, opened.secret)
    play = Draft("move", "key-0001", 0, "Play", {"tile": "+5", "board": 0, "site": 0})
    for draft in (play, Draft("note", "key-0002", text="tea"), Draft("undo", "key-0003")):
        before = write_entry(tables, member, draft).table
    restarted = Tables(store, 10)
    loaded = restarted.load(opened.table_id)
    assert replace(before, replay=loaded.replay) == loaded
    assert (before.replay.log, before.replay.state) == (loaded.replay.log, loaded.replay.state)
    assert write_entry(restarted, member, Draft("redo", "key-after")).seq == 4
