"""What a process holds of a table, and when it looks again."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace

import pytest
from flask import Flask

from companion.engine.replay import STRETCH
from companion.store import Table, db
from companion.store.log import Row, append
from companion.tables import turns
from companion.tables.closing import erase
from companion.tables.desk import Desk
from companion.tables.held import Held
from companion.tables.links import visit
from companion.tables.opening import open_table
from companion.tables.reading import fallen


def line(table_id: int, seq: int, move: str, data: str, key: str) -> Row:
    """A row as another process would write it."""
    return Row(table_id, seq, "move", 0, move, data, 0, 0, "", key, 1)


PLAYED = '{"move":{"tile":"+5","board":0,"site":0}}'


def test_a_visit_reads_nothing_that_is_held(app: Flask) -> None:
    with app.app_context():
        table = open_table("giza", "referee", ["Ana", "Bo"], {})
        desk = Desk(10)
        come = visit(table.code, table.secret)
        held = desk.visited(come)
        assert desk.visited(visit(table.code.lower(), None)) is held
        assert append(line(table.table_id, 1, "Play", PLAYED, "elsewhere-1"))
        assert desk.visited(come) is held
        assert desk.visited(visit(table.code, None)).version == 1


def test_a_row_that_does_not_read_here_falls_and_breaks_nothing(app: Flask) -> None:
    with app.app_context():
        table = open_table("giza", "referee", ["Ana", "Bo"], {})
        desk = Desk(10)
        desk.table(table.table_id)
        assert append(line(table.table_id, 1, "Fly", "{}", "newer-release"))
        held = desk.table(table.table_id)
        assert held.version == 1
        assert [found.step.seq for found in fallen(held)] == [1]


def test_a_deleted_tables_number_may_be_given_to_another(app: Flask) -> None:
    with app.app_context():
        desk = Desk(10)
        first = open_table("giza", "referee", ["Ana", "Bo"], {})
        desk.visited(visit(first.code, None))
        erase(first.table_id)
        db.session.commit()
        second = open_table("deadline", "referee", ["Cy", "Di"], {})
        db.session.get(Table, second.table_id)
        held = desk.visited(visit(second.code, None))
        assert (held.code, held.slug) == (second.code, "deadline")


def test_a_key_in_the_log_is_taken_for_good(app: Flask) -> None:
    with app.app_context():
        table = open_table("giza", "referee", ["Ana", "Bo"], {})
        assert append(line(table.table_id, 1, "Play", PLAYED, "one-key-1"))
        assert not append(line(table.table_id, 2, "Play", PLAYED, "one-key-1"))
        assert not append(line(table.table_id, 1, "Play", PLAYED, "one-key-2"))


def a_long_table(entries: int) -> int:
    """A table with so many entries that nobody holds."""
    table = open_table("giza", "referee", ["Ana", "Bo"], {}).table_id
    for seq in range(1, entries + 1):
        assert append(line(table, seq, "Play", PLAYED, f"entry-{seq}"))
    return table


def meanwhile(monkeypatch: pytest.MonkeyPatch, others: list[object], *deeds: object) -> None:
    """What others do while somebody gives way: one deed each time, as long as there are some."""
    left = list(deeds)

    def sleep(seconds: float) -> None:
        others.append(left.pop(0)() if left else None)  # type: ignore[operator]

    monkeypatch.setattr(turns, "time", SimpleNamespace(sleep=sleep))


def test_whoever_lays_a_long_table_gives_way(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    with app.app_context():
        long, other = a_long_table(4 * STRETCH), open_table("giza", "referee", ["Cy", "Di"], {})
        desk = Desk(10)
        others: list[object] = []
        meanwhile(monkeypatch, others, lambda: desk.visited(visit(other.code, None)).code)
        assert desk.table(long).version == 4 * STRETCH
        assert others[0] == other.code
        assert len(others) >= 4


def test_one_lays_a_table_and_whoever_asks_meanwhile_waits_for_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        long, desk = a_long_table(2 * STRETCH), Desk(10)
        others: list[object] = []
        asked: list[Held] = []

        def ask() -> None:
            with app.app_context():
                asked.append(desk.table(long))

        phone = threading.Thread(target=ask)
        meanwhile(monkeypatch, others, phone.start, lambda: time.sleep(0.1))
        held = desk.table(long)
        phone.join()
        assert asked == [held]
        assert asked[0].playing is held.playing


def test_a_table_that_is_renamed_while_it_is_laid_is_not_held_by_its_older_name(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        long, desk = a_long_table(2 * STRETCH), Desk(10)
        others: list[object] = []

        def rename() -> None:
            db.session.get_one(Table, long).seats[0].name = "Zoe"
            db.session.commit()
            desk.forget(long)

        meanwhile(monkeypatch, others, rename)
        desk.table(long)
        assert desk.table(long).names == ("Zoe", "Bo")
