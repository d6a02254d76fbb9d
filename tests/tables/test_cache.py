"""What a process holds of a table, and when it looks again."""

import threading
from collections.abc import Callable, Sequence
from types import SimpleNamespace

import pytest
from flask import Flask

from companion.tables import write_locks
from companion.tables.links import resolve_link
from companion.tables.opening import open_table
from companion.tables.queries import list_invalid_entries
from companion.tables.state import TableState
from companion.tables.table_store import LogRow, TableStore
from companion.tables.tables import Tables
from companion.tables.write_locks import YIELD_INTERVAL


def line(table_id: int, seq: int, move: str, data: str, key: str) -> LogRow:
    """A row as another process would write it."""
    return LogRow(table_id, seq, "move", 0, move, data, 0, 0, "", key, 1)


PLAYED = '{"move":{"tile":"+5","board":0,"site":0}}'


def test_a_visit_reads_nothing_that_is_held(store: TableStore, tables: Tables) -> None:
    table = open_table(tables, "giza", "referee", ["Ana", "Bo"], {})
    come = resolve_link(store, table.code, table.secret)
    held = tables.load_for(come)
    assert tables.load_for(resolve_link(store, table.code.lower(), None)) is held
    assert store.append_row(line(table.table_id, 1, "Play", PLAYED, "elsewhere-1"))
    assert tables.load_for(come) is held
    assert tables.load_for(resolve_link(store, table.code, None)).version == 1


def test_a_row_that_does_not_read_here_falls_and_breaks_nothing(store: TableStore, tables: Tables) -> None:
    table = open_table(tables, "giza", "referee", ["Ana", "Bo"], {})
    tables.load(table.table_id)
    assert store.append_row(line(table.table_id, 1, "Fly", "{}", "newer-release"))
    held = tables.load(table.table_id)
    assert held.version == 1
    assert [found.step.seq for found in list_invalid_entries(held)] == [1]


def test_a_deleted_tables_number_may_be_given_to_another(store: TableStore, tables: Tables) -> None:
    first = open_table(tables, "giza", "referee", ["Ana", "Bo"], {})
    tables.load_for(resolve_link(store, first.code, None))
    store.delete(first.table_id)
    second = open_table(tables, "deadline", "referee", ["Cy", "Di"], {})
    table = tables.load_for(resolve_link(store, second.code, None))
    assert (table.code, table.slug) == (second.code, "deadline")


def test_a_key_in_the_log_is_taken_for_good(store: TableStore, tables: Tables) -> None:
    table = open_table(tables, "giza", "referee", ["Ana", "Bo"], {})
    assert store.append_row(line(table.table_id, 1, "Play", PLAYED, "one-key-1"))
    assert not store.append_row(line(table.table_id, 2, "Play", PLAYED, "one-key-1"))
    assert not store.append_row(line(table.table_id, 1, "Play", PLAYED, "one-key-2"))


def a_long_table(tables: Tables, entries: int) -> int:
    table = open_table(tables, "giza", "referee", ["Ana", "Bo"], {}).table_id
    for seq in range(1, entries + 1):
        assert tables.store.append_row(line(table, seq, "Play", PLAYED, f"entry-{seq}"))
    return table


def meanwhile(monkeypatch: pytest.MonkeyPatch, others: list[object], *deeds: Callable[[], object]) -> None:
    """What others do while somebody gives way: one deed each time, as long as there are some."""
    left = list(deeds)

    def sleep(seconds: float) -> None:
        others.append(left.pop(0)() if left else None)

    monkeypatch.setattr(write_locks, "time", SimpleNamespace(sleep=sleep))


def test_whoever_lays_a_long_table_gives_way(
    store: TableStore, monkeypatch: pytest.MonkeyPatch, tables: Tables
) -> None:
    long, other = (
        a_long_table(tables, 4 * YIELD_INTERVAL),
        open_table(tables, "giza", "referee", ["Cy", "Di"], {}),
    )
    others: list[object] = []
    meanwhile(monkeypatch, others, lambda: tables.load_for(resolve_link(store, other.code, None)).code)
    assert tables.load(long).version == 4 * YIELD_INTERVAL
    assert others[0] == other.code
    assert len(others) >= 4


def test_one_lays_a_table_and_whoever_asks_meanwhile_waits_for_it(
    app: Flask, store: TableStore, monkeypatch: pytest.MonkeyPatch, tables: Tables
) -> None:
    long = a_long_table(tables, 2 * YIELD_INTERVAL)
    others: list[object] = []
    asked: list[TableState] = []
    asks = threading.Event()

    def ask() -> None:
        with app.app_context():
            asks.set()
            asked.append(tables.load(long))

    phone = threading.Thread(target=ask)
    meanwhile(monkeypatch, others, phone.start, asks.wait)
    table = tables.load(long)
    phone.join()
    assert asked == [table]
    assert asked[0].replay is table.replay


def test_a_table_that_is_renamed_while_it_is_laid_is_not_held_by_its_older_name(
    store: TableStore, monkeypatch: pytest.MonkeyPatch, tables: Tables
) -> None:
    long = a_long_table(tables, 2 * YIELD_INTERVAL)
    others: list[object] = []

    def rename() -> None:
        with store.change(long) as table:
            table.names[0] = "Zoe"
        tables.evict(long)

    meanwhile(monkeypatch, others, rename)
    tables.load(long)
    assert tables.load(long).stored_names == ("Zoe", "Bo")


def test_a_table_renamed_while_new_entries_are_read_is_not_held_by_its_older_name(
    store: TableStore, monkeypatch: pytest.MonkeyPatch, tables: Tables
) -> None:
    table = a_long_table(tables, 1)
    tables.load(table)
    rows_after = store.rows_after

    def renamed(table_id: int, version: int) -> Sequence[LogRow]:
        with store.change(table_id) as record:
            record.names[0] = "Zoe"
        tables.evict(table_id)
        return rows_after(table_id, version)

    monkeypatch.setattr(store, "rows_after", renamed)
    tables.load(table)
    monkeypatch.undo()
    assert tables.load(table).stored_names == ("Zoe", "Bo")
