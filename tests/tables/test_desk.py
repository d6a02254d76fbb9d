"""What a process holds of a table, and when it looks again."""

from __future__ import annotations

from flask import Flask

from companion.store import Table, db
from companion.store.log import Row, append
from companion.tables.closing import erase
from companion.tables.desk import Desk
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
